package dev.holdfast.store.etcd;

import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way, and whether it can have left this process. Its caller counts the time itself: a deadline of gRPC's
 * wakes a thread of its own for each call.
 */
final class EtcdCall<A> extends ClientStreamTracer.Factory implements StreamObserver<A> {
    private final ClientCall<?, A> call;
    private final Thread caller = Thread.currentThread();
    private @Nullable A answer;
    private volatile @Nullable Status status;
    private volatile boolean sent;

    private <Q> EtcdCall(Channel channel, MethodDescriptor<Q, A> method, Q request, CallOptions options) {
        ClientCall<Q, A> made = channel.newCall(method, options.withStreamTracerFactory(this));
        call = made;
        ClientCalls.asyncUnaryCall(made, request, this);
    }

    /** Sends a request, and returns when it is answered, has failed, or took too long. */
    static <Q, A> EtcdCall<A> make(
            Channel channel, MethodDescriptor<Q, A> method, Q request, CallOptions options, Duration bound) {
        EtcdCall<A> call = new EtcdCall<>(channel, method, request, options);
        call.await(bound);
        return call;
    }

    /** Waits for the answer. An interrupt is kept for later, since other callers may depend on the answer. */
    private void await(Duration bound) {
        boolean interrupted = false;
        boolean late = false;
        long end = System.nanoTime() + bound.toNanos();
        while (status == null) {
            long left = end - System.nanoTime();
            if (left > 0 && !late) {
                LockSupport.parkNanos(this, left);
            } else if (late) {
                LockSupport.park(this);
            } else {
                late = true;
                call.cancel("no answer in time", null); // its end is told as every other
            }
            interrupted |= Thread.interrupted();
        }
        if (late && status != null && status.getCode() == Status.Code.CANCELLED) {
            status = Status.DEADLINE_EXCEEDED;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    Status status() {
        Status ended = status;
        return ended == null ? Status.UNKNOWN : ended;
    }

    /** Returns the answer, if all went well. */
    @Nullable
    A answer() {
        return answer;
    }

    /** Returns whether the server can have seen it. */
    boolean sent() {
        return sent;
    }

    private void end(Status how) {
        status = how;
        LockSupport.unpark(caller);
    }

    @Override
    public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
        return new ClientStreamTracer() {
            @Override
            public void streamCreated(Attributes transport, Metadata all) {
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
        end(Status.fromThrowable(failure));
    }

    @Override
    public void onCompleted() {
        end(Status.OK);
    }
}
