package dev.holdfast.server.http;

import dev.holdfast.internal.base.Bounds;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A call with its caller and parameters.
 *
 * @param values the values of the path's placeholders, in their order
 * @param query the query parameters
 * @param body the JSON body; empty if there was none
 * @param idempotencyKey the key that identifies repetitions, or null
 * @param number the number of this attempt, counted from 1
 * @param local whether the caller is on this machine
 * @param gone completes when the client has gone; only for a request that may wait
 */
public record Request(
        Caller caller,
        List<String> values,
        Map<String, String> query,
        JsonBody body,
        @Nullable String idempotencyKey,
        int number,
        boolean local,
        CompletionStage<?> gone) {

    /** Returns the first value of the path. */
    public String value() {
        return values.get(0);
    }

    /** Returns the query parameters of a request, decoded. Throws a {@link Problem} for one that is too long. */
    public static Map<String, String> queryOf(HttpServerRequest request) {
        String raw = request.query();
        if (raw == null || raw.isEmpty()) {
            return Map.of();
        }
        Map<String, String> query = new LinkedHashMap<>();
        for (String part : raw.split("&", -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            String value = equals < 0 ? "" : part.substring(equals + 1);
            String decodedName = UrlPath.decoded(name.replace('+', ' '));
            String decodedValue = UrlPath.decoded(value.replace('+', ' '));
            ParameterBounds.requireParameter(decodedName, decodedValue);
            query.put(decodedName, decodedValue);
        }
        return query;
    }

    /** Returns the query parameter with this name; empty if it is missing. */
    public String query(String name) {
        return query.getOrDefault(name, "");
    }

    /** Returns a number of the query. Throws a {@link Problem} unless it is between 1 and the maximum. */
    public int count(String name, int byDefault, int max) {
        String text = query(name);
        try {
            int count = text.isEmpty() ? byDefault : Integer.parseInt(text);
            if (count >= 1 && count <= max) {
                return count;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw Problem.invalid("'" + name + "' must be a number from 1 to " + max + ".");
    }

    static @Nullable String idempotencyKey(MultiMap headers) {
        String key = headers.get("Idempotency-Key");
        if (key != null && (key.isBlank() || key.length() > Bounds.HEADER)) {
            throw Problem.invalid("An Idempotency-Key must have 1 to " + Bounds.HEADER + " characters.");
        }
        return key;
    }

    /** Returns the number of the attempt. */
    static int number(MultiMap headers) {
        String text = headers.get("Holdfast-Try");
        if (text == null) {
            return 1;
        }
        if (!text.matches("[1-9][0-9]{0,3}")) {
            throw Problem.invalid("Holdfast-Try must be a number from 1 to 9999.");
        }
        return Integer.parseInt(text);
    }
}
