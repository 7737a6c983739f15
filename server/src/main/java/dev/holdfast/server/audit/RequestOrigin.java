package dev.holdfast.server.audit;

import dev.holdfast.Receipt;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.server.http.AuditEvent;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Route;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Describes the origin of an audit event: the user, address, token and request. Leaves out secrets and receipts. Thread-safe. */
final class RequestOrigin {
    private static final String REQUEST_ID = "X-Request-Id";
    private static final String BEARER = "bearer ";
    private static final String JWT = "jwt:";
    private static final Pattern BEGIN = Pattern.compile("/[^/]{0,40}(/[^/]{0,40})?");
    private static final int MAX_LENGTH = 1_000;
    private static final int MAX_HEADER_LENGTH = 200;
    private static final int MAX_METHOD_LENGTH = 20;
    /** The length that lists of tokens show. */
    private static final int ID_DIGITS = 12;

    private final List<Route> routes;
    private final String issuer;
    private final SecureRandom random = new SecureRandom();

    RequestOrigin(List<Route> routes, String issuer) {
        this.routes = List.copyOf(routes);
        this.issuer = issuer;
    }

    /** Returns the key that denials are counted under. */
    String client(HttpServerRequest request, Caller caller) {
        return caller.signedIn() ? "user " + caller.name() : "address " + address(request);
    }

    /** Adds the origin to a line. */
    void describe(HttpServerRequest request, Caller caller, AuditEvent auditEvent, JsonAnswer line) {
        line.with("user", caller.signedIn() ? cut(caller.name(), MAX_LENGTH) : null)
                .with("token", token(request, caller))
                .with("address", address(request))
                .with("request", id(request));
        header(request, REQUEST_ID, "clientRequest", line);
        header(request, "X-Forwarded-For", "forwardedFor", line);
        Route route = Route.of(routes, request);
        line.with(
                "call",
                cut(request.method().name(), MAX_METHOD_LENGTH) + " "
                        + (route == null ? path(request) : route.pattern()));
        String resource =
                route == null || auditEvent.members().containsKey(AuditEvent.RESOURCE) ? "" : resource(route, request);
        if (!resource.isEmpty()) {
            line.with(AuditEvent.RESOURCE, cut(resource, MAX_LENGTH));
        }
    }

    private static void header(HttpServerRequest request, String name, String member, JsonAnswer line) {
        String value = request.getHeader(name);
        if (value != null) {
            line.with(member, cut(value, MAX_HEADER_LENGTH));
        }
    }

    /** Returns the id of the request, which is also in its answer. */
    private String id(HttpServerRequest request) {
        String known = request.response().headers().get(REQUEST_ID);
        if (known != null) {
            return known;
        }
        // Not a counter: it would reveal the activity of others.
        String id = HexFormat.of().toHexDigits(random.nextLong());
        if (!request.response().headWritten()) {
            request.response().putHeader(REQUEST_ID, id);
        }
        return id;
    }

    private static String address(HttpServerRequest request) {
        SocketAddress remote = request.remoteAddress();
        String host = remote == null ? null : remote.hostAddress();
        return host != null ? host : remote == null ? "unknown" : "unix";
    }

    /** Returns the id of the caller's credential; of an invalid one only if it looks like a token. */
    private @Nullable String token(HttpServerRequest request, Caller caller) {
        if (!caller.tokenId().isEmpty()) {
            String id = caller.tokenId();
            int prefix = caller.session().isEmpty() ? 0 : AccessTokens.SESSION_PREFIX.length();
            return id.substring(0, Math.min(id.length(), prefix + ID_DIGITS));
        } else if (caller.name().startsWith(JWT)) {
            return cut(JWT + issuer, MAX_HEADER_LENGTH);
        }
        String header = request.getHeader("Authorization");
        if (header == null || !header.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            return null;
        }
        String secret = header.substring(BEARER.length()).strip();
        return secret.startsWith(AccessTokens.SECRET_PREFIX)
                ? "unknown " + AccessTokens.name(secret).substring(0, ID_DIGITS)
                : "unknown";
    }

    /** Returns the beginning of an unknown path. The rest, or a part that looks like a token, may be a secret. */
    private static String path(HttpServerRequest request) {
        Matcher begin = BEGIN.matcher(String.valueOf(request.path()));
        String path = begin.lookingAt() ? begin.group() + (begin.hitEnd() ? "" : "…") : "?";
        return path.contains(AccessTokens.SECRET_PREFIX) ? "…" : path;
    }

    private static String resource(Route route, HttpServerRequest request) {
        String receipt = route.value(request, "receipt");
        try {
            return receipt.isEmpty()
                    ? route.value(request, AuditEvent.RESOURCE)
                    : Receipt.parse(receipt).resource();
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    /** Returns a value of bounded length. */
    static @Nullable Object bounded(@Nullable Object value) {
        return value instanceof String text ? cut(text, MAX_LENGTH) : value;
    }

    private static String cut(String text, int max) {
        if (text.length() <= max) {
            return text;
        }
        return text.substring(0, max) + "…";
    }
}
