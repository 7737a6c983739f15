package dev.holdfast.server.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/**
 * Lets pages of listed origins read answers (CORS). They come in by token alone: a browser sends no cookie with their requests,
 * and never gives them an answer to one that had a cookie. So an origin in the list cannot act for a user who is signed in here.
 */
public final class CrossOrigin {
    private static final String SESSION = "/v1/session";
    private static final CharSequence ALLOW_ORIGIN = HttpHeaders.createOptimized("Access-Control-Allow-Origin");
    private static final CharSequence EXPOSE = HttpHeaders.createOptimized("Access-Control-Expose-Headers");
    private static final CharSequence EXPOSED = HttpHeaders.createOptimized("Retry-After, X-Request-Id");
    private static final CharSequence ORIGIN = HttpHeaders.createOptimized("Origin");

    private final Origins origins;

    /** Creates the rule for these origins. */
    public CrossOrigin(Origins origins) {
        this.origins = origins;
    }

    /** Adds what a listed origin needs to read the answer. Returns whether that was all: the question before a request. */
    public boolean answers(HttpServerRequest request) {
        if (origins.known().isEmpty()) {
            return false;
        }
        HttpServerResponse response = request.response();
        response.putHeader(HttpHeaders.VARY, ORIGIN);
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        // Sessions are for pages of this server.
        if (origin == null || SESSION.equals(request.path()) || !origins.contains(origin)) {
            return false;
        }
        response.putHeader(ALLOW_ORIGIN, origin);
        if (!HttpMethod.OPTIONS.equals(request.method())
                || request.getHeader("Access-Control-Request-Method") == null) {
            response.putHeader(EXPOSE, EXPOSED);
            return false;
        }
        response.setStatusCode(204)
                .putHeader("Access-Control-Allow-Methods", "GET, POST, DELETE")
                .putHeader(
                        "Access-Control-Allow-Headers",
                        "Authorization, Content-Type, Holdfast-Try, Idempotency-Key, Last-Event-ID")
                .putHeader("Access-Control-Max-Age", "600")
                .end();
        return true;
    }
}
