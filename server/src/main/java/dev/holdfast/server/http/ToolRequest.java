package dev.holdfast.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A call of another tool's client.
 *
 * @param caller its rights are not checked yet
 * @param values the values of the path's placeholders, in their order
 * @param query the query parameters
 * @param headers returns the value of a header; null if there is none
 * @param body read at most once. Blocks while the client is slow. Throws a {@link Problem} if it is too long or too slow
 */
public record ToolRequest(
        Caller caller,
        List<String> values,
        Map<String, String> query,
        Function<String, @Nullable String> headers,
        InputStream body) {

    /** Returns a header; empty if it is missing. */
    public String header(String name) {
        String value = headers.apply(name);
        return value == null ? "" : value;
    }

    /** Returns a query parameter; empty if it is missing. */
    public String query(String name) {
        return query.getOrDefault(name, "");
    }

    /** Reads the body as JSON; an empty body has no members. Throws a {@link Problem} if it is none. */
    public JsonBody json() throws IOException {
        byte[] all = body.readAllBytes();
        return all.length == 0 ? JsonBody.NONE : JsonBody.of(all);
    }
}
