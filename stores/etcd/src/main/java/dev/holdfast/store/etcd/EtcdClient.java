package dev.holdfast.store.etcd;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Calls to the servers, each bounded in time. A request that a server can have seen is never sent again; one that cannot have
 * left, or that was turned away for its old token, is. Thread-safe.
 */
final class EtcdClient implements AutoCloseable {
    /** How long a call waits for a connection that could not be made the last time. */
    private static final Duration RECONNECT = Duration.ofSeconds(2);

    private static final Duration GLANCE = Duration.ofMillis(200);

    private final EtcdChannels channels;
    private final EtcdLogin login;
    private final EtcdFailure failure;
    private final Duration timeout;
    /** Whether the last that was heard of a server was nothing. */
    private volatile boolean silent;

    private volatile boolean closed;

    EtcdClient(EtcdAddress address) {
        channels = new EtcdChannels(address);
        login = new EtcdLogin(address.parts().user(), address.password());
        failure = new EtcdFailure(address);
        timeout = address.timeout();
    }

    /** Sends a call that changes nothing, or nothing that would do harm if it happened unnoticed. */
    <Q, A> A ask(MethodDescriptor<Q, A> method, Q request) {
        return call(method, request, false);
    }

    /** Sends a call that changes something: a lost answer is reported as such. */
    <Q, A> A change(MethodDescriptor<Q, A> method, Q request) {
        return call(method, request, true);
    }

    private <Q, A> A call(MethodDescriptor<Q, A> method, Q request, boolean changes) {
        for (int tries = 0; ; tries++) {
            requireOpen();
            ClientInterceptor said = login.get(this);
            ManagedChannel channel = channels.current();
            EtcdCall<A> call = send(channel, said, method, request, changes);
            Status status = call.status();
            silent = status.getCode() == Status.Code.DEADLINE_EXCEEDED;
            if (status.isOk()) {
                return Objects.requireNonNull(call.answer());
            }
            if (tries == 0 && login.outdated(status, said)) {
                continue;
            }
            boolean gone =
                    status.getCode() == Status.Code.UNAVAILABLE || status.getCode() == Status.Code.DEADLINE_EXCEEDED;
            if (gone) {
                channels.failed(channel);
            }
            boolean undone = !call.sent() || EtcdFailure.noLeader(status);
            if (!(gone && undone && tries < channels.size() - 1)) {
                boolean doubtful = changes && call.sent();
                if (!doubtful) {
                    requireOpen();
                }
                throw failure.of(status, doubtful);
            }
        }
    }

    /** Returns the answer to a login; null if the servers want none. */
    <Q, A> @Nullable A logIn(MethodDescriptor<Q, A> method, Q request) {
        for (int tries = 1; ; tries++) {
            ManagedChannel channel = channels.current();
            EtcdCall<A> call = send(channel, EtcdLogin.anonymous(), method, request, false);
            if (call.status().isOk()) {
                return call.answer();
            }
            if (String.valueOf(call.status().getDescription()).contains("authentication is not enabled")) {
                return null;
            }
            channels.failed(channel);
            if (tries >= channels.size()) {
                requireOpen();
                throw failure.of(call.status(), false);
            }
        }
    }

    private <Q, A> EtcdCall<A> send(
            ManagedChannel channel, ClientInterceptor said, MethodDescriptor<Q, A> method, Q request, boolean changes) {
        Channel speaking = ClientInterceptors.intercept(channel, said);
        if (EtcdChannels.down(channel)) {
            return EtcdCall.make(speaking, method, request, CallOptions.DEFAULT.withWaitForReady(), atMost(RECONNECT));
        }
        // A caller that asks a silent server again and again should not wait the whole time each time.
        Duration bound = silent && !changes ? atMost(timeout.dividedBy(4).plus(GLANCE)) : timeout;
        return EtcdCall.make(speaking, method, request, CallOptions.DEFAULT, bound);
    }

    private Duration atMost(Duration bound) {
        return bound.compareTo(timeout) < 0 ? bound : timeout;
    }

    /** Returns a connection for calls without an end. */
    Channel stream() {
        requireOpen();
        ManagedChannel channel = channels.current();
        EtcdChannels.down(channel);
        return ClientInterceptors.intercept(channel, login.get(this));
    }

    /** Notes what the end of such a call shows of its connection and login. */
    void ended(Status status) {
        login.outdated(status, login.get(this));
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException(EtcdLockStore.CLOSED);
        }
    }

    @Override
    public void close() {
        closed = true;
        channels.close();
    }
}
