package dev.holdfast.server.http;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Who was kept from what, for those who look after the server. Secrets are not in it. */
public final class AccessLog {
    private static final Logger LOG = System.getLogger("dev.holdfast.server.access");
    private static final String HOLDS = "/v1/holds/";

    /** The recorder of each server that has one: requests are refused in many places, and know their Vert.x alone. */
    private static final Map<Vertx, Recorder> RECORDERS = new ConcurrentHashMap<>();

    private AccessLog() {}

    /** Has all denials recorded by the event loops of that Vert.x, from now on. */
    public static void recordBy(Vertx vertx, Recorder recorder) {
        RECORDERS.put(vertx, recorder);
    }

    /** Has them recorded no longer. */
    public static void forget(Vertx vertx) {
        RECORDERS.remove(vertx);
    }

    /** Logs a denial, and has recorded what the problem says for the audit log. */
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
                            + (caller.isEmpty() ? "somebody unknown" : caller) + " at "
                            + RequestGuard.place(request) + ": "
                            + problem.getMessage()));
        }
    }

    /** Returns the path without the receipt in it, which is a secret. */
    static String what(String path) {
        return path.startsWith(HOLDS) ? HOLDS + "…" : path;
    }

    /** On one line, whatever somebody wrote into it. */
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
