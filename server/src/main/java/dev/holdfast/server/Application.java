package dev.holdfast.server;

import dev.holdfast.server.access.Authenticator;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Route;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;

/**
 * What a server is part of: who is let in and may do what, and what there is beside the calls about locks. The scripts for
 * browsers are there in any case, for everybody.
 */
public interface Application {
    /** Finds out who asks. What is for everybody it lets in as {@link Caller#STRANGER}. */
    Authenticator authenticator();

    /** Finds out who asks at a Unix socket. */
    default Authenticator socketAuthenticator() {
        throw new IllegalStateException("This application does not listen on a Unix socket.");
    }

    /** Its own calls. */
    List<Route> routes();

    /** Whether a caller is still signed in, as is known for certain now: asked after something was granted. May block. */
    boolean isPresent(Caller caller);

    /** Answers what is no call, such as a page or a stream, on the event loop. Whether it did. */
    boolean show(HttpServerRequest request, String path, Caller caller);

    /** The server has ended. */
    default void close() {}
}
