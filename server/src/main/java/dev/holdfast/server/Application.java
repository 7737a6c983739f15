package dev.holdfast.server;

import dev.holdfast.server.api.Failures;
import dev.holdfast.server.http.Authenticator;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Route;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;

/**
 * The application around a server: authenticates callers, gives them rights, and adds calls and pages. The scripts for browsers
 * are always served, without sign-in.
 */
public interface Application {
    /** Returns the authenticator of the port. It admits requests that need no sign-in as {@link Caller#STRANGER}. */
    Authenticator authenticator();

    /** Returns the authenticator of the Unix socket. */
    default Authenticator socketAuthenticator() {
        throw new IllegalStateException("This application does not listen on a Unix socket.");
    }

    /** Returns the application's own calls. */
    List<Route> routes();

    /** Returns whether a caller is still signed in, according to the store. Called after a lock was granted. May block. */
    boolean isPresent(Caller caller);

    /** Answers a request that is not a call, such as a page or a stream, on the event loop. Returns whether it did. */
    boolean show(HttpServerRequest request, String path, Caller caller);

    /** Returns the answer to a call that has failed. Logs failures of the server. */
    static Problem problem(Throwable failure) {
        return Failures.problem(failure);
    }

    /** Called when the server has ended. */
    default void close() {}
}
