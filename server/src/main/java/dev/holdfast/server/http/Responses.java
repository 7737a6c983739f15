package dev.holdfast.server.http;

import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonFragment;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes answers and problems to clients. */
public final class Responses {
    static final String CONNECTION = "Connection";

    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
    private static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");

    private Responses() {}

    /** Runs the action if the method is GET, and writes any {@link Problem} that it throws. For pages and streams. */
    public static void show(HttpServerRequest request, Runnable action) {
        try {
            if (!HttpMethod.GET.equals(request.method())) {
                throw Problem.notAllowed(List.of("GET"));
            }
            action.run();
        } catch (Problem problem) {
            write(request.response(), problem);
        }
    }

    /**
     * Writes a problem. Logs it if it is a denial.
     *
     * @param caller the name of the caller; empty if it is unknown
     */
    public static void refuse(HttpServerRequest request, String caller, Problem problem) {
        refuse(request, new Caller(caller, "", List.of()), problem);
    }

    static void refuse(HttpServerRequest request, Caller caller, Problem problem) {
        AccessLog.log(request, caller, problem);
        write(request.response(), problem);
    }

    /** Writes a problem. */
    public static void write(HttpServerResponse response, Problem problem) {
        Answer answer = problem.answer();
        write(response, answer, text(answer.body()));
    }

    /** @param text the body, from {@link #text}: making it can fail, so it is made before the first byte is sent */
    static Future<Void> write(HttpServerResponse response, Answer answer, @Nullable String text) {
        if (response.ended() || response.closed()) {
            return Future.succeededFuture(); // the client has gone
        }
        response.setStatusCode(answer.status());
        response.putHeader(HttpHeaders.CACHE_CONTROL, NO_STORE);
        answer.headers().forEach((name, value) -> {
            if (!(name.equals(CONNECTION) && isMultiplexed(response))) {
                response.putHeader(name, value);
            }
        });
        if (text == null) {
            return response.end();
        }
        if (!answer.headers().containsKey("Content-Type")) {
            response.putHeader(HttpHeaders.CONTENT_TYPE, JSON);
        }
        return response.end(Buffer.buffer(text));
    }

    /** Returns whether the connection carries other requests too, as in HTTP/2, which has no header about connections. */
    static boolean isMultiplexed(HttpServerResponse response) {
        return response.streamId() >= 0;
    }

    /** Returns the body of an answer as JSON; null if it has none. */
    static @Nullable String text(@Nullable Object body) {
        if (body instanceof JsonFragment written) {
            return written.text();
        }
        return body == null ? null : Json.write(body);
    }
}
