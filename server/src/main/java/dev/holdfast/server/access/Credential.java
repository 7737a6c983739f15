package dev.holdfast.server.access;

import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

/**
 * The credential of a request.
 *
 * @param name the key for {@link RecentCallers}; reveals nothing about the secret
 * @param secret never to be shown
 */
record Credential(Kind kind, String name, String secret) {
    private static final String BEARER = "bearer ";
    private static final String BASIC = "basic ";

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

    /** Returns the credential of a call of another tool: a token of Holdfast, as the password of its user. */
    static Signed ofTool(HttpServerRequest request) {
        String header = request.getHeader("Authorization");
        if (header == null || !header.toLowerCase(Locale.ROOT).startsWith(BASIC)) {
            throw unknownTool(
                    "Sign in with your user name, and with a token of Holdfast as the password. Create one with:"
                            + " holdfast token create.");
        }
        String both;
        try {
            both = new String(
                    Base64.getDecoder().decode(header.substring(BASIC.length()).strip()), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw unknownTool("The header Authorization cannot be read: it must be Basic, and Base64.");
        }
        int colon = both.indexOf(':');
        String user = colon < 0 ? "" : both.substring(0, colon);
        String secret = both.substring(colon + 1);
        if (!secret.startsWith(AccessTokens.SECRET_PREFIX)) {
            throw unknownTool("The password must be a token of Holdfast, which begins with "
                    + AccessTokens.SECRET_PREFIX + ". Create one with: holdfast token create.");
        }
        return new Signed(user, new Credential(Kind.TOKEN, AccessTokens.name(secret), secret));
    }

    /** A credential and the user that it has to belong to. */
    record Signed(String user, Credential credential) {
        /** Throws a {@link Problem} unless it belongs to that user. */
        void require(Caller caller) {
            if (!caller.name().equals(user)) {
                throw unknownTool("The token belongs to another user than the name that was sent: sign in with the name"
                        + " for which it was created.");
            }
        }
    }

    private static Problem unknownTool(String detail) {
        return new Problem(401, "Not signed in", detail);
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
