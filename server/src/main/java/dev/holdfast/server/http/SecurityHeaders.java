package dev.holdfast.server.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/**
 * Headers of every answer that restrict browsers: no other origin can embed or read it, and no script in it runs. A page with
 * scripts replaces the content policy with its own.
 */
public final class SecurityHeaders {
    private static final CharSequence RESOURCES = HttpHeaders.createOptimized("Cross-Origin-Resource-Policy");
    private static final CharSequence SAME_ORIGIN = HttpHeaders.createOptimized("same-origin");
    private static final CharSequence CONTENT = HttpHeaders.createOptimized("Content-Security-Policy");
    private static final CharSequence NOTHING =
            HttpHeaders.createOptimized("default-src 'none'; frame-ancestors 'none'");
    private static final CharSequence SNIFF = HttpHeaders.createOptimized("X-Content-Type-Options");
    private static final CharSequence NO_SNIFF = HttpHeaders.createOptimized("nosniff");
    private static final CharSequence TRANSPORT = HttpHeaders.createOptimized("Strict-Transport-Security");
    private static final CharSequence ONE_YEAR = HttpHeaders.createOptimized("max-age=31536000");

    private SecurityHeaders() {}

    /** Sets the headers. With TLS, browsers are told to use only TLS from then on. */
    public static void apply(HttpServerResponse response, boolean tls) {
        response.putHeader(RESOURCES, SAME_ORIGIN).putHeader(CONTENT, NOTHING).putHeader(SNIFF, NO_SNIFF);
        if (tls) {
            response.putHeader(TRANSPORT, ONE_YEAR);
        }
    }
}
