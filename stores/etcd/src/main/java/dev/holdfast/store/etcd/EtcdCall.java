package dev.holdfast.store.etcd;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One request on its way, and whether it can have left this process. */
final class EtcdCall<A> extends ClientStreamTracer.Factory implements StreamObserver<A> {
    private final CompletableFuture<Outcome<A>> outcome = new CompletableFuture<>();
    private volatile @Nullable A answer;
    private volatile boolean sent;

    /** An answer, or why there is none. */
    record Outcome<A>(@Nullable A answer, Status status) {}

    private EtcdCall() {}

    static <Q, A> EtcdCall<A> start(Channel channel, MethodDescriptor<Q, A> method, Q request, CallOptions options) {
        EtcdCall<A> call = new EtcdCall<>();
        ClientCalls.asyncUnaryCall(channel.newCall(method, options.withStreamTracerFactory(call)), request, call);
        return call;
    }

    /** Waits for the end, which the call's own deadline brings; an interrupt is kept for later, since others may hang on it. */
    Outcome<A> await() {
        return outcome.join();
    }

    /** Whether the server can have seen it. */
    boolean sent() {
        return sent;
    }

    @Override
    public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
        return new ClientStreamTracer() {
            @Override
            public void streamCreated(io.grpc.Attributes transport, Metadata all) {
                sent = true;
            }

            @Override
            public void outboundHeaders() {
                sent = true;
            }
        };
    }

    @Override
    public void onNext(A value) {
        answer = value;
    }

    @Override
    public void onError(Throwable failure) {
        outcome.complete(new Outcome<>(null, Status.fromThrowable(failure)));
    }

    @Override
    public void onCompleted() {
        outcome.complete(new Outcome<>(answer, Status.OK));
    }
}
