package dev.holdfast.server.access;

import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.server.http.Problem;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;

/**
 * The credential of a request.
 *
 * @param name the key for {@link RecentCallers}; reveals nothing about the secret
 * @param secret never to be shown
 */
record Credential(Kind kind, String name, String secret) {
    private static final String BEARER = "bearer ";

    /** The kind of a credential. */
    enum Kind {
        TOKEN,
        JWT,
        SESSION
    }

    /** Returns the credential of a request. Throws a {@link Problem} if there is none. */
    static Credential of(HttpServerRequest request, Sessions sessions) {
        String header = request.getHeader("Authorization");
        if (header != null) {
            return ofHeader(header);
        }
        Cookie cookie = request.getCookie(sessions.cookie());
        if (cookie != null) {
            return new Credential(Kind.SESSION, sessions.name(cookie.getValue()), cookie.getValue());
        }
        throw unknown(
                "You are not signed in: send a token in the header Authorization: Bearer, or sign in on the page.");
    }

    private static Credential ofHeader(String header) {
        if (!header.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            throw unknown("This server accepts only tokens: send one in the header Authorization: Bearer.");
        }
        String secret = header.substring(BEARER.length()).strip();
        String name = AccessTokens.name(secret);
        return secret.startsWith(AccessTokens.SECRET_PREFIX)
                ? new Credential(Kind.TOKEN, name, secret)
                : new Credential(Kind.JWT, "jwt-" + name, secret);
    }

    /** Returns the answer to an invalid credential. */
    static Problem unknown(String detail) {
        return new Problem(401, "Not signed in", detail).header("WWW-Authenticate", "Bearer");
    }

    /** Returns the kind and the name, without the secret. */
    @Override
    public String toString() {
        return kind + " " + name;
    }
}
