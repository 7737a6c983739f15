package dev.holdfast.example.picking.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** JSON, and problems with a sentence. */
final class Answers {
    private static final int MAX_BYTES = 10_000;
    private static final JsonMapper JSON = JsonMapper.shared();

    private Answers() {}

    /** A refused call. */
    private record Problem(int status, String title, String detail) {}

    /** The members of a JSON object. */
    private static final class Members extends HashMap<String, @Nullable Object> {
        private static final long serialVersionUID = 1;
    }

    static void json(HttpServletResponse response, Object value) throws IOException {
        response.setContentType("application/json");
        write(response, value);
    }

    static void problem(HttpServletResponse response, int status, String title, String detail) throws IOException {
        response.setStatus(status);
        response.setContentType("application/problem+json");
        write(response, new Problem(status, title, detail));
    }

    private static void write(HttpServletResponse response, Object value) throws IOException {
        response.setHeader("Cache-Control", "no-store");
        response.getOutputStream().write(JSON.writeValueAsBytes(value));
    }

    /** Returns the body of a request; empty if it cannot be read. */
    static Map<String, @Nullable Object> body(HttpServletRequest request) throws IOException {
        try {
            Members members = JSON.readValue(request.getInputStream().readNBytes(MAX_BYTES), Members.class);
            return members == null ? Map.of() : members;
        } catch (JacksonException e) {
            return Map.of();
        }
    }
}
