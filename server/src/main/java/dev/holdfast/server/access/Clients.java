package dev.holdfast.server.access;

import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Guard;
import io.vertx.core.http.HttpServerRequest;

/** For whom requests are counted: who signed in, else the address that they come from. */
public final class Clients {
    private Clients() {}

    public static String of(HttpServerRequest request, Caller caller) {
        return caller.signedIn() ? "user " + caller.name() : address(request);
    }

    static String address(HttpServerRequest request) {
        return "address " + Guard.place(request);
    }
}
