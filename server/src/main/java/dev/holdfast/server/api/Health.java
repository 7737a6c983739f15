package dev.holdfast.server.api;

import dev.holdfast.LockManager;
import dev.holdfast.json.JsonAnswer;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import dev.holdfast.store.StoreException;
import java.util.List;

/** Whether the server is there, and whether its store is. */
final class Health {
    /** A name like any other; whether it is locked does not matter. */
    private static final String PROBE = "holdfast/health";

    private final LockManager locks;

    Health(LockManager locks) {
        this.locks = locks;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/health", this::ready),
                Route.get("/health/live", this::live),
                Route.get("/health/ready", this::ready));
    }

    private Answer live(Request request) {
        return Answer.ok(new JsonAnswer().with("status", "up").tree());
    }

    private Answer ready(Request request) {
        // Where the locks are is nobody's business who may not look at any.
        String store =
                request.caller().may(Caller.Role.READER, "") ? locks.traits().address() : null;
        try {
            locks.look(PROBE);
        } catch (StoreException e) {
            String why = store == null ? "The store cannot be reached." : String.valueOf(e.getMessage());
            throw new Problem(503, "Not ready", why).with("status", "down").with("store", store);
        }
        return Answer.ok(
                new JsonAnswer().with("status", "up").with("store", store).tree());
    }
}
