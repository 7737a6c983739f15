package dev.holdfast.server.options;

import dev.holdfast.internal.base.Loopback;
import java.net.URI;

/**
 * Which JWTs are accepted, and what their claims mean.
 *
 * @param issuer the required {@code iss}
 * @param audience the required {@code aud}
 * @param jwks the address of the issuer's keys; with TLS, except on this machine
 * @param user the claim with the user
 * @param name the claim with the name that others see
 * @param rights the claim with rights, each {@code role} or {@code role:prefix}
 */
public record JwtOptions(String issuer, String audience, URI jwks, String user, String name, String rights) {
    /** The default claim with the user. */
    public static final String USER = "sub";
    /** The default claim with the name that others see. */
    public static final String NAME = "name";
    /** The default claim with rights. */
    public static final String RIGHTS = "holdfast";

    public JwtOptions {
        boolean plain = "http".equals(jwks.getScheme());
        if (jwks.getHost() == null || !(plain || "https".equals(jwks.getScheme()))) {
            throw new IllegalArgumentException("The address of the keys of JWTs must be like"
                    + " https://id.example.org/jwks.json, not '" + jwks + "'.");
        }
        if (plain && !Loopback.isNamedBy(jwks.getHost())) {
            throw new IllegalArgumentException(
                    "The keys of JWTs are fetched over TLS only, since they say who is let in:"
                            + " use https:// instead of http:// in '" + jwks + "'.");
        }
    }

    /** Returns options with the default claims. */
    public static JwtOptions of(String issuer, String audience, URI jwks) {
        return new JwtOptions(issuer, audience, jwks, USER, NAME, RIGHTS);
    }
}
