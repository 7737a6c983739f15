package dev.holdfast.server.http;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks where a request comes from. Without sign-in, only programs and pages of this machine may use a server. A page of
 * another site can let a browser send requests, but it can neither hide its origin nor send JSON without permission.
 */
public final class RequestGuard {
    private static final String JSON = "application/json";
    private static final String LOOPBACK = "127.0.0.1";
    private static final Set<String> HERE = Set.of(LOOPBACK, "localhost", "[::1]");

    /** The headers of proxies that forward requests. */
    private static final List<String> FORWARDED =
            List.of("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP");

    /** Headers that say who asks and for what. */
    private static final List<String> SINGLE = List.of(
            "Host",
            "Authorization",
            "Content-Type",
            "Holdfast-Try",
            "Idempotency-Key",
            "Last-Event-ID",
            "Origin",
            "Sec-Fetch-Site",
            "X-Holdfast-CSRF");

    /** Headers whose values are kept or compared. */
    private static final Set<String> BOUNDED = Set.of("Last-Event-ID", "X-Holdfast-CSRF");

    private RequestGuard() {}

    /**
     * Throws a {@link Problem} if a header that decides is too long, or is there twice: a proxy in between may have used the other
     * one.
     */
    public static void requireUnambiguous(HttpServerRequest request) {
        int seen = 0;
        for (Map.Entry<String, String> header : request.headers()) {
            int place = place(SINGLE, header.getKey());
            if (place >= 0 && (seen & 1 << place) != 0) {
                throw new Problem(
                        400,
                        "Ambiguous request",
                        "The header " + SINGLE.get(place) + " is there more than once: send it once.");
            }
            if (place >= 0 && BOUNDED.contains(SINGLE.get(place))) {
                ParameterBounds.requireHeader(SINGLE.get(place), header.getValue());
            }
            seen |= place < 0 ? 0 : 1 << place;
        }
    }

    /** Returns the place of a header's name in a list, or -1. */
    private static int place(List<String> names, String header) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(header)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the caller on a server without sign-in. Throws a {@link Problem} for a request that must not be answered. */
    public static Caller local(HttpServerRequest request) {
        String host = host(request);
        if (host == null || !HERE.contains(withoutPort(host))) {
            throw new Problem(
                    403,
                    "Wrong host",
                    "This server answers only to 127.0.0.1 and localhost, since there is no sign-in: use one of these"
                            + " in the address.");
        }
        if (!ownPage(request)) {
            throw new Problem(
                    403, "Wrong origin", "Pages of other sites must not use this server, since there is no sign-in.");
        }
        return Caller.LOCAL;
    }

    /**
     * Returns whether a request comes from a page of this server, or from no page. Browsers say it in {@code Sec-Fetch-Site}:
     * a page of a sibling site or of another port is not one of this server. Where they leave that out, as to addresses without
     * TLS, the whole {@code Origin} has to be this server's.
     */
    public static boolean ownPage(HttpServerRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return site.equals("same-origin") || site.equals("none");
        }
        String origin = request.getHeader("Origin");
        String host = host(request);
        return origin == null || (host != null && Origins.same(origin, scheme(request) + "://" + host));
    }

    /** A proxy with TLS may set this header. No page can let a browser send it to another origin. */
    private static String scheme(HttpServerRequest request) {
        return request.isSSL() || "https".equalsIgnoreCase(request.getHeader("X-Forwarded-Proto")) ? "https" : "http";
    }

    /** Returns whether the caller is certainly on this machine. A proxy on it may forward requests of others. */
    static boolean isLocal(HttpServerRequest request) {
        SocketAddress remote = request.remoteAddress();
        return remote != null && isHere(remote) && !isForwarded(request);
    }

    /** Returns whether a proxy has forwarded the request. */
    public static boolean isForwarded(HttpServerRequest request) {
        for (Map.Entry<String, String> header : request.headers()) {
            if (place(FORWARDED, header.getKey()) >= 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean isHere(SocketAddress remote) {
        return remote.isDomainSocket() || (remote.hostAddress() != null && isLoopback(remote.hostAddress()));
    }

    /** Returns the address that a request comes from, for logs and limits. */
    public static String place(HttpServerRequest request) {
        SocketAddress remote = request.remoteAddress();
        String address = remote == null ? null : remote.isDomainSocket() ? "the socket" : remote.hostAddress();
        return address == null ? "an unknown address" : address;
    }

    private static boolean isLoopback(String address) {
        if (address.equals(LOOPBACK)) {
            return true;
        }
        try {
            return InetAddress.getByName(address).isLoopbackAddress(); // a number, so no name is looked up
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Returns the host as the client sent it. HTTP/2 has another field for it. */
    private static @Nullable String host(HttpServerRequest request) {
        String header = request.getHeader("Host");
        if (header != null || request.version() != HttpVersion.HTTP_2 || request.authority() == null) {
            return header;
        }
        return request.authority().toString();
    }

    /** Throws unless a POST is declared as JSON: a page of another site could send any other type without permission. */
    static void requireJson(HttpServerRequest request) {
        String type = request.getHeader("Content-Type");
        if (!HttpMethod.POST.equals(request.method()) || isJson(type)) {
            return;
        }
        throw new Problem(
                415,
                "Unsupported media type",
                "The body must be JSON: set the header Content-Type to application/json.");
    }

    private static boolean isJson(@Nullable String type) {
        if (type == null || type.equals(JSON)) {
            return type != null;
        }
        int end = type.indexOf(';');
        String essence = (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        return essence.equals(JSON);
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        boolean port = colon >= 0 && colon > host.lastIndexOf(']');
        return (port ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT);
    }
}
