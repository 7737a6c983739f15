package dev.holdfast.example.picking.web;

import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonException;
import dev.holdfast.internal.views.JsonAnswer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON, and problems with a sentence. */
final class Answers {
    private static final int MAX_BYTES = 10_000;

    private Answers() {}

    static void json(HttpServletResponse response, Object tree) throws IOException {
        response.setContentType("application/json");
        write(response, tree);
    }

    static void problem(HttpServletResponse response, int status, String title, String detail) throws IOException {
        response.setStatus(status);
        response.setContentType("application/problem+json");
        write(
                response,
                new JsonAnswer()
                        .with("status", status)
                        .with("title", title)
                        .with("detail", detail)
                        .tree());
    }

    private static void write(HttpServletResponse response, Object tree) throws IOException {
        response.setHeader("Cache-Control", "no-store");
        response.getOutputStream().write(Json.write(tree).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the body of a request; empty if it cannot be read. */
    static Map<String, @Nullable Object> body(HttpServletRequest request) throws IOException {
        try {
            return Json.readObject(new String(request.getInputStream().readNBytes(MAX_BYTES), StandardCharsets.UTF_8));
        } catch (JsonException e) {
            return Map.of();
        }
    }
}
