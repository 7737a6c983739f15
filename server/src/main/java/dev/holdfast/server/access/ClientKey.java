package dev.holdfast.server.access;

import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.RequestGuard;
import io.vertx.core.http.HttpServerRequest;

/** For whom requests are counted: who signed in, else the address that they come from. */
public final class ClientKey {
    private ClientKey() {}

    public static String of(HttpServerRequest request, Caller caller) {
        return caller.signedIn() ? "user " + caller.name() : address(request);
    }

    static String address(HttpServerRequest request) {
        return "address " + RequestGuard.place(request);
    }
}
