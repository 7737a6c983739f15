package dev.holdfast.server.access;

import dev.holdfast.server.http.Caller;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;

/** For whom requests are counted: who signed in, else the address that they come from. */
public final class Clients {
    private Clients() {}

    public static String of(HttpServerRequest request, Caller caller) {
        return caller.signedIn() ? "user " + caller.name() : address(request);
    }

    static String address(HttpServerRequest request) {
        SocketAddress remote = request.remoteAddress();
        return "address " + (remote == null ? "" : remote.hostAddress());
    }
}
