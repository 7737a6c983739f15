package dev.holdfast.server.http;

import dev.holdfast.internal.base.Text;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Logs and records denied requests, for the operator of the server. Contains no secrets. */
public final class AccessLog {
    private static final Logger LOG = System.getLogger("dev.holdfast.server.access");
    private static final String HOLDS = "/v1/holds/";

    /** The recorder of each server that has one. Requests are refused in many places, which know only their Vert.x. */
    private static final Map<Vertx, Recorder> RECORDERS = new ConcurrentHashMap<>();

    /** How much is logged of each server. */
    private static final Map<Vertx, DenialBudget> BUDGETS = new ConcurrentHashMap<>();

    /** So much of a path is shown. */
    private static final int MAX_SHOWN = 300;

    private AccessLog() {}

    /** Records all denials on the event loops of this Vert.x from now on. */
    public static void recordBy(Vertx vertx, Recorder recorder) {
        RECORDERS.put(vertx, recorder);
    }

    /** Stops recording the denials of this Vert.x, and forgets how many there were. */
    public static void forget(Vertx vertx) {
        RECORDERS.remove(vertx);
        BUDGETS.remove(vertx);
    }

    /** Logs a denial, and records the audit events of the problem. */
    static void log(HttpServerRequest request, Caller caller, Problem problem) {
        if (problem.isDenial() && LOG.isLoggable(Level.INFO)) {
            log(request, caller.name(), problem);
        }
        Context context = RECORDERS.isEmpty() ? null : Vertx.currentContext();
        Recorder recorder = context == null ? null : RECORDERS.get(context.owner());
        if (recorder != null && !problem.auditEvents().isEmpty()) {
            List<AuditEvent> auditEvents = problem.auditEvents().stream()
                    .map(auditEvent ->
                            auditEvent.isDenial() ? auditEvent.with("detail", problem.getMessage()) : auditEvent)
                    .toList();
            recorder.did(request, caller, problem.status(), auditEvents);
        }
    }

    private static void log(HttpServerRequest request, String caller, Problem problem) {
        Context context = Vertx.currentContext();
        DenialBudget budget =
                context == null ? null : BUDGETS.computeIfAbsent(context.owner(), any -> new DenialBudget());
        String place = RequestGuard.place(request);
        if (budget != null && !budget.allows(caller.isEmpty() ? "address " + place : "user " + caller)) {
            return;
        }
        long leftOut = budget == null ? 0 : budget.leftOut();
        LOG.log(
                Level.INFO,
                Text.shown("Refused " + request.method().name() + " " + what(request.path()) + " to "
                        + (caller.isEmpty() ? "an unknown caller" : caller) + " at " + place + ": "
                        + problem.getMessage()
                        + (leftOut == 0 ? "" : " " + leftOut + " refusals before this one are not in the log.")));
    }

    /** Returns the path without the receipt in it, which is a secret. */
    static String what(String path) {
        if (path.startsWith(HOLDS)) {
            return HOLDS + "…";
        }
        return path.length() > MAX_SHOWN ? path.substring(0, MAX_SHOWN) + "…" : path;
    }
}
