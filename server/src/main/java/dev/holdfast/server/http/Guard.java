package dev.holdfast.server.http;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that nobody but programs and pages of this machine uses a server without sign-in. A page from elsewhere can have a
 * browser send requests here, but it can neither hide where it is from nor send JSON unasked.
 */
public final class Guard {
    private static final Set<String> HERE = Set.of("127.0.0.1", "localhost", "[::1]");

    private Guard() {}

    /** Who asks where there is no sign-in; throws a {@link Problem} for what must not be answered. */
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
                    403, "Wrong origin", "Pages from elsewhere must not use this server, since there is no sign-in.");
        }
        return Caller.LOCAL;
    }

    /** Whether it comes from a page of this server, or from no page at all. */
    public static boolean ownPage(HttpServerRequest request) {
        String origin = request.getHeader("Origin");
        String host = host(request);
        return origin == null || (host != null && sameOrigin(origin, host));
    }

    /** As the caller wrote it; HTTP/2 has another place for it. */
    private static @Nullable String host(HttpServerRequest request) {
        String header = request.getHeader("Host");
        if (header != null || request.version() != HttpVersion.HTTP_2 || request.authority() == null) {
            return header;
        }
        return request.authority().toString();
    }

    /** What is sent must say that it is JSON: a page from elsewhere could send anything else without asking. */
    static void requireJson(HttpServerRequest request) {
        String type = request.getHeader("Content-Type");
        if (!HttpMethod.POST.equals(request.method()) || isJson(type)) {
            return;
        }
        throw new Problem(
                415,
                "Unsupported media type",
                "What is sent here must be JSON: set the header Content-Type to application/json.");
    }

    private static boolean isJson(@Nullable String type) {
        if (type == null) {
            return false;
        }
        int end = type.indexOf(';');
        String essence = (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        return essence.equals("application/json");
    }

    private static boolean sameOrigin(String origin, String host) {
        try {
            String authority = URI.create(origin).getAuthority();
            return authority != null && authority.equalsIgnoreCase(host);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        boolean port = colon >= 0 && colon > host.lastIndexOf(']');
        return (port ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT);
    }
}
