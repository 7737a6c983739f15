package dev.holdfast.servlet;

import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.internal.views.LockJson;
import dev.holdfast.session.ForeignPages;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code /admin/locks} lists all locks; {@code /admin/locks/{id}/release} releases the lock of another owner. The release is
 * recorded in the history with its actor and reason, and reported to the holder. The name of a resource is the path as it is,
 * slashes included.
 */
final class AdminServlet extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final String RELEASE = "/release";
    private static final String HELD_BY_ANOTHER =
            "Nothing was released: the hold that this was about has ended, and another owner has the lock by now.";

    private final transient LockManager locks;
    private final transient Callers callers;
    private final String role;

    AdminServlet(LockManager locks, Callers callers, String role) {
        this.locks = locks;
        this.callers = callers;
        this.role = role;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Principal caller = callers.user(request);
        if (caller == null) {
            JsonResponses.problem(request, response, 401, "Not signed in", "Sign in to release locks of others.");
        } else if (!callers.has(request, role)) {
            JsonResponses.problem(
                    request,
                    response,
                    403,
                    "Not allowed",
                    "You need the role " + role + " to release locks of others.");
        } else if (CrossSite.asks(request)) {
            JsonResponses.problem(request, response, 403, "Not allowed", ForeignPages.SENTENCE);
        } else {
            switch (request.getMethod()) {
                case "GET" -> list(request, response);
                case "POST", "DELETE" -> release(request, response, callers.name(caller));
                default -> {
                    response.setHeader("Allow", "GET, POST, DELETE");
                    JsonResponses.problem(
                            request,
                            response,
                            405,
                            "Method not allowed",
                            "Method not allowed: use GET, POST or DELETE.");
                }
            }
        }
    }

    private void list(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String prefix = request.getParameter("prefix");
        List<Map<String, @Nullable Object>> all = locks.list(prefix == null ? "" : prefix).stream()
                .map(LockJson::lock)
                .toList();
        JsonResponses.json(response, Map.of("locks", all));
    }

    private void release(HttpServletRequest request, HttpServletResponse response, String caller) throws IOException {
        String path = request.getPathInfo();
        if (path == null || !path.endsWith(RELEASE) || path.length() < RELEASE.length() + 2) {
            JsonResponses.problem(request, response, 404, "Not found", "The path is /admin/locks/{resource}/release.");
        } else {
            try {
                String resource = path.substring(1, path.length() - RELEASE.length());
                String type = request.getContentType();
                Map<String, @Nullable Object> body =
                        type != null && type.startsWith("application/json") ? JsonResponses.body(request) : Map.of();
                Object reason = value(request, body, "reason");
                Object fence = value(request, body, "fence");
                List<Hold> ended = ended(resource, fence, caller, reason instanceof String text ? text : "");
                if (ended.isEmpty() && fence != null && !locks.view(resource).free()) {
                    JsonResponses.problem(request, response, 409, "Held by another", HELD_BY_ANOTHER);
                } else {
                    JsonResponses.json(response, Map.of("resource", resource, "released", ended.size()));
                }
            } catch (IllegalArgumentException e) {
                JsonResponses.problem(request, response, 400, "Bad request", String.valueOf(e.getMessage()));
            }
        }
    }

    private List<Hold> ended(String resource, @Nullable Object fence, String caller, String reason) {
        if (fence == null) {
            return locks.admin().forceRelease(resource, caller, reason);
        }
        try {
            return locks.admin().forceRelease(resource, Long.parseLong(fence.toString()), caller, reason);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'fence' must be a whole number.", e);
        }
    }

    /** Returns a member of the JSON body, or else a parameter. */
    private static @Nullable Object value(HttpServletRequest request, Map<String, @Nullable Object> body, String name) {
        return body.containsKey(name) ? body.get(name) : request.getParameter(name);
    }
}
