package dev.holdfast.server.access;

import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.RequestGuard;
import io.vertx.core.http.HttpServerRequest;

/** The key for limits per client: the user, or without sign-in the address. */
public final class ClientKey {
    private ClientKey() {}

    public static String of(HttpServerRequest request, Caller caller) {
        return caller.signedIn() ? "user " + caller.name() : address(request);
    }

    static String address(HttpServerRequest request) {
        return "address " + RequestGuard.place(request);
    }
}
