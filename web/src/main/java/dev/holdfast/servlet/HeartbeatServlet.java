package dev.holdfast.servlet;

import dev.holdfast.session.ForeignPages;
import dev.holdfast.session.Heartbeats;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /session/heartbeat} keeps the locks of a session while a page is open that edits. */
final class HeartbeatServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient Heartbeats heartbeats;

    HeartbeatServlet(Heartbeats heartbeats) {
        this.heartbeats = heartbeats;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (CrossSite.asks(request)) {
            JsonResponses.problem(request, response, 403, "Not allowed", ForeignPages.SENTENCE);
            return;
        }
        Map<String, Object> answer;
        try {
            Map<String, @Nullable Object> heartbeat = JsonResponses.body(request);
            List<String> resources = names(heartbeat.get("resources"));
            answer = Boolean.TRUE.equals(heartbeat.get("leaving"))
                    ? heartbeats.leave(resources)
                    : heartbeats.renew(resources, !Boolean.FALSE.equals(heartbeat.get("active")));
        } catch (IllegalArgumentException e) {
            JsonResponses.problem(request, response, 400, "Bad request", String.valueOf(e.getMessage()));
            return;
        }
        JsonResponses.json(response, answer);
    }

    private static List<String> names(@Nullable Object resources) {
        if (resources == null) {
            return List.of();
        }
        if (resources instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            return list.stream().map(String.class::cast).toList();
        }
        throw new IllegalArgumentException("'resources' must be a list of names.");
    }
}
