package dev.holdfast.server.http;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A call: who asks, for what.
 *
 * @param values what stands in the places of the path's names, in their order
 * @param query what follows the question mark
 * @param body the members of the JSON object that was sent; none if nothing was
 * @param idempotencyKey by which a repetition is recognised, or null
 * @param number which try of its caller this is, counted from 1
 * @param local whether the caller is on this machine
 * @param gone completes when the caller is not there any more; of a request that may wait
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

    /** The first of the path's values. */
    public String value() {
        return values.get(0);
    }

    /** Returns the query parameters of a request, decoded. */
    public static Map<String, String> queryOf(HttpServerRequest request) {
        Map<String, String> query = new LinkedHashMap<>();
        String raw = request.query();
        if (raw == null || raw.isEmpty()) {
            return query;
        }
        for (String part : raw.split("&", -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            String value = equals < 0 ? "" : part.substring(equals + 1);
            query.put(UrlPath.decoded(name.replace('+', ' ')), UrlPath.decoded(value.replace('+', ' ')));
        }
        return query;
    }

    /** What follows the question mark under that name, or nothing. */
    public String query(String name) {
        return query.getOrDefault(name, "");
    }

    /** How many, from what follows the question mark; a {@link Problem} if it is none of 1 to the most. */
    public int count(String name, int usual, int max) {
        String text = query(name);
        try {
            int count = text.isEmpty() ? usual : Integer.parseInt(text);
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
        if (key != null && (key.isBlank() || key.length() > 255)) {
            throw Problem.invalid("An Idempotency-Key has 1 to 255 characters.");
        }
        return key;
    }

    /** Returns which try a request says to be. */
    static int number(MultiMap headers) {
        String text = headers.get("Holdfast-Try");
        if (text == null) {
            return 1;
        }
        if (!text.matches("[1-9][0-9]{0,3}")) {
            throw Problem.invalid("Holdfast-Try is a number from 1 to 9999.");
        }
        return Integer.parseInt(text);
    }
}
