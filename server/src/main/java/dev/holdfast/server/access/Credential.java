package dev.holdfast.server.access;

import dev.holdfast.access.Passes;
import dev.holdfast.server.http.Problem;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;

/**
 * What a request shows to get in.
 *
 * @param name by which it is remembered for a moment; tells nothing of the secret
 * @param secret never to be shown
 */
record Credential(Kind kind, String name, String secret) {
    private static final String BEARER = "bearer ";

    /** What it is. */
    enum Kind {
        TOKEN,
        JWT,
        SESSION
    }

    /** What the request shows; throws a {@link Problem} if that is nothing. */
    static Credential of(HttpServerRequest request, Sessions sessions) {
        String header = request.getHeader("Authorization");
        if (header != null) {
            return ofHeader(header);
        }
        Cookie cookie = request.getCookie(sessions.cookie());
        if (cookie != null) {
            return new Credential(Kind.SESSION, sessions.name(cookie.getValue()), cookie.getValue());
        }
        throw unknown("Nobody is signed in: send a token as the header Authorization: Bearer, or sign in on the page.");
    }

    private static Credential ofHeader(String header) {
        if (!header.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            throw unknown("Only tokens let in here: send one as the header Authorization: Bearer.");
        }
        String secret = header.substring(BEARER.length()).strip();
        String name = Passes.name(secret);
        return secret.startsWith(Passes.TOKEN)
                ? new Credential(Kind.TOKEN, name, secret)
                : new Credential(Kind.JWT, "jwt-" + name, secret);
    }

    /** Nobody gets in with that. */
    static Problem unknown(String detail) {
        return new Problem(401, "Not signed in", detail).header("WWW-Authenticate", "Bearer");
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return kind + " " + name;
    }
}
