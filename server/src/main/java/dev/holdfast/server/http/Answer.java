package dev.holdfast.server.http;

import dev.holdfast.store.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a call answers.
 *
 * @param body what is written as JSON, or null for none
 * @param undo what to do if nobody is there any more to be told; may block
 */
public record Answer(
        int status,
        @Nullable Object body,
        Map<String, String> headers,
        @Nullable Runnable undo) {
    public Answer {
        headers = Map.copyOf(headers);
    }

    public static Answer ok(Object body) {
        return new Answer(200, body, Map.of(), null);
    }

    public static Answer created(Object body) {
        return new Answer(201, body, Map.of(), null);
    }

    public static Answer nothing() {
        return new Answer(204, null, Map.of(), null);
    }

    /** The body of an answer that is written as JSON already. */
    record Written(String text) {}

    /** This, with its body written as JSON: of a large one not on an event loop, which other callers need. */
    public Answer written() {
        return body == null || body instanceof Written
                ? this
                : new Answer(status, new Written(Json.write(body)), headers, undo);
    }

    /** This, with one header more. */
    public Answer with(String header, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(header, value);
        return new Answer(status, body, all, undo);
    }

    /** This, and what to do if nobody is there any more to be told. */
    public Answer orElse(Runnable newUndo) {
        return new Answer(status, body, headers, newUndo);
    }
}
