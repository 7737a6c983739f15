package dev.holdfast.server.http;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;

/** Authenticates the caller of each request. Used on event loops; never blocks. */
public interface Authenticator {
    /** Passes the caller to the next handler, immediately or later, or answers the request with a problem. */
    void admit(HttpServerRequest request, Handler<Caller> next);

    /** Runs the action when the caller's access is revoked. Used for long-lived responses such as event streams. */
    void recheck(HttpServerRequest request, Runnable gone);
}
