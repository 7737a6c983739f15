package dev.holdfast.store.etcd;

import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthenticateRequest;
import io.etcd.jetcd.api.AuthenticateResponse;
import io.grpc.ClientInterceptor;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.stub.MetadataUtils;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The identity of the caller in every call: a token for user and password, if there are any, requested when first needed. */
final class EtcdLogin {
    /** A server that sees no leader refuses immediately, instead of waiting for one. */
    private static final Metadata.Key<String> HAS_LEADER = header("hasleader");

    private static final Metadata.Key<String> TOKEN = header("token");

    private final String user;
    private final String password;
    /** No monitor: a virtual thread that waits in one for the answer would keep its carrier. */
    private final ReentrantLock asking = new ReentrantLock();

    private volatile @Nullable ClientInterceptor current;

    EtcdLogin(String user, String password) {
        this.user = user;
        this.password = password;
        this.current = user.isEmpty() ? anonymous() : null;
    }

    private static Metadata.Key<String> header(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }

    static ClientInterceptor anonymous() {
        return saying(null);
    }

    private static ClientInterceptor saying(@Nullable String token) {
        Metadata headers = new Metadata();
        headers.put(HAS_LEADER, "true");
        if (token != null) {
            headers.put(TOKEN, token);
        }
        return MetadataUtils.newAttachHeadersInterceptor(headers);
    }

    ClientInterceptor get(EtcdClient client) {
        ClientInterceptor found = current;
        return found == null ? fetch(client) : found;
    }

    private ClientInterceptor fetch(EtcdClient client) {
        asking.lock();
        try {
            ClientInterceptor found = current;
            if (found == null) {
                AuthenticateRequest request = AuthenticateRequest.newBuilder()
                        .setName(user)
                        .setPassword(password)
                        .build();
                AuthenticateResponse answer = client.logIn(AuthGrpc.getAuthenticateMethod(), request);
                found = saying(answer == null ? null : answer.getToken());
                current = found;
            }
            return found;
        } finally {
            asking.unlock();
        }
    }

    /** Returns whether a refusal shows that the token is not valid any more; then the next call gets another. Nothing was done. */
    boolean outdated(Status status, ClientInterceptor used) {
        String why = String.valueOf(status.getDescription());
        if (user.isEmpty() || !(why.contains("invalid auth token") || why.contains("revision of auth store is old"))) {
            return false;
        }
        asking.lock();
        try {
            if (used.equals(current)) {
                current = null;
            }
        } finally {
            asking.unlock();
        }
        return true;
    }
}
