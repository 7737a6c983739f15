package dev.holdfast.server.access;

import dev.holdfast.server.http.Caller;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;

/** Finds out who asks, and refuses whoever may not come in. Used on event loops, and never keeps one waiting. */
public interface Authenticator {
    /** Has the next one go on with the request, at once or a little later, or answers it with a problem. */
    void admit(HttpServerRequest request, Handler<Caller> next);

    /** Has that done if whoever was let in would not be any more; for requests that are answered for long. */
    void recheck(HttpServerRequest request, Runnable gone);
}
