package dev.holdfast.servlet;

import dev.holdfast.session.ForeignPages;
import dev.holdfast.session.HandOverCalls;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** {@code /locks/{id}/request} asks the holder of a lock to hand it over; {@code /locks/{id}/answer} answers. */
final class HandOverServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient HandOverCalls calls;

    HandOverServlet(HandOverCalls calls) {
        this.calls = calls;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (CrossSite.asks(request)) {
            JsonResponses.problem(request, response, 403, "Not allowed", ForeignPages.SENTENCE);
            return;
        }
        HandOverCalls.Answer answer;
        try {
            String path = request.getPathInfo();
            answer = calls.call(request.getMethod(), path == null ? "" : path, JsonResponses.body(request));
        } catch (IllegalArgumentException e) {
            JsonResponses.problem(request, response, 400, "Bad request", String.valueOf(e.getMessage()));
            return;
        }
        if (answer.problem() != null) {
            JsonResponses.problem(request, response, answer.problem());
        } else {
            response.setStatus(answer.status());
            JsonResponses.json(response, answer.tree());
        }
    }
}
