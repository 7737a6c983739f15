package dev.holdfast.server.http;

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

    private AccessLog() {}

    /** Records all denials on the event loops of this Vert.x from now on. */
    public static void recordBy(Vertx vertx, Recorder recorder) {
        RECORDERS.put(vertx, recorder);
    }

    /** Stops recording the denials of this Vert.x. */
    public static void forget(Vertx vertx) {
        RECORDERS.remove(vertx);
    }

    /** Logs a denial, and records the audit events of the problem. */
    static void log(HttpServerRequest request, Caller caller, Problem problem) {
        log(request, caller.name(), problem);
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
        if (problem.isDenial() && LOG.isLoggable(Level.INFO)) {
            LOG.log(
                    Level.INFO,
                    plain("Refused " + request.method().name() + " " + what(request.path()) + " to "
                            + (caller.isEmpty() ? "an unknown caller" : caller) + " at "
                            + RequestGuard.place(request) + ": "
                            + problem.getMessage()));
        }
    }

    /** Returns the path without the receipt in it, which is a secret. */
    static String what(String path) {
        return path.startsWith(HOLDS) ? HOLDS + "…" : path;
    }

    /** Returns the text on one line, without control characters. */
    private static String plain(String text) {
        StringBuilder plain = new StringBuilder(text);
        for (int i = 0; i < plain.length(); i++) {
            if (Character.isISOControl(plain.charAt(i))) {
                plain.setCharAt(i, '?');
            }
        }
        return plain.toString();
    }
}
