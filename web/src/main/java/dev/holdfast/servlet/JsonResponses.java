package dev.holdfast.servlet;

import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonException;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.session.ForeignPages;
import dev.holdfast.session.LockProblem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes JSON. */
final class JsonResponses {
    private JsonResponses() {}

    static void json(HttpServletResponse response, Object tree) throws IOException {
        send(response, "application/json", tree);
    }

    /** Writes a problem (RFC 9457). */
    static void problem(HttpServletRequest request, HttpServletResponse response, LockProblem problem)
            throws IOException {
        JsonAnswer answer = new JsonAnswer()
                .with("detail", problem.detail())
                .with("instance", request.getRequestURI())
                .with("status", problem.status())
                .with("title", problem.title());
        problem.members().forEach(answer::with);
        response.setStatus(problem.status());
        if (problem.retryAfter() != null) {
            response.setHeader("Retry-After", Long.toString(problem.retryAfter()));
        }
        send(response, "application/problem+json", answer.tree());
    }

    /** Writes a problem of the request itself. */
    static void problem(
            HttpServletRequest request, HttpServletResponse response, int status, String title, String detail)
            throws IOException {
        problem(request, response, new LockProblem(status, title, detail, Map.of(), null));
    }

    private static void send(HttpServletResponse response, String type, Object tree) throws IOException {
        byte[] body = plain(Json.write(tree)).getBytes(StandardCharsets.US_ASCII);
        response.setContentType(type);
        response.setHeader("Cache-Control", "no-store");
        ForeignPages.HEADERS.forEach(response::setHeader);
        response.setContentLength(body.length);
        try {
            response.getOutputStream().write(body);
        } catch (IllegalStateException e) {
            // The servlet had begun to write text, in any encoding.
            response.getWriter().write(new String(body, StandardCharsets.US_ASCII));
        }
    }

    /** Returns the same JSON in characters that are one byte in every encoding. */
    private static String plain(String json) {
        StringBuilder plain = new StringBuilder(json.length());
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c < 0x80) {
                plain.append(c);
            } else {
                plain.append(String.format("\\u%04x", (int) c));
            }
        }
        return plain.toString();
    }

    /**
     * Returns the JSON object in the body of a request; empty if there is no body.
     *
     * @throws IllegalArgumentException with a sentence if it cannot be parsed
     */
    static Map<String, @Nullable Object> body(HttpServletRequest request) throws IOException {
        try (InputStream in = request.getInputStream()) {
            byte[] bytes = in.readNBytes(Bounds.BODY + 1);
            if (bytes.length > Bounds.BODY) {
                throw new IllegalArgumentException("The request is longer than " + Bounds.BODY + " bytes.");
            }
            String text = new String(bytes, StandardCharsets.UTF_8).strip();
            return text.isEmpty() ? Map.of() : Json.readObject(text);
        } catch (JsonException e) {
            throw new IllegalArgumentException("The request is not a JSON object: " + e.getMessage(), e);
        }
    }
}
