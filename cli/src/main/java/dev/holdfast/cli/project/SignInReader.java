package dev.holdfast.cli.project;

import dev.holdfast.config.internal.YamlValue;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads how users sign in: the keys {@code sign-in} of the section {@code serve}. */
record SignInReader(ServeReader reader) {
    private static final String JWKS = "https://id.example.org/jwks.json";

    /** Returns whether there are such keys. */
    static boolean open(Map<String, YamlValue> values) {
        boolean there = values.containsKey("sign-in");
        ServeReader.open("sign-in.", values.remove("sign-in"), List.of("tokens", "jwt", "key", "session"), values);
        ServeReader.open(
                "sign-in.jwt.",
                values.remove("sign-in.jwt"),
                List.of("issuer", "audience", "jwks", "user", "name", "rights"),
                values);
        return there;
    }

    ServeSettings.@Nullable SignIn signIn() {
        ServeSettings.Jwt jwt = jwt();
        YamlValue said = reader.said("sign-in.tokens");
        boolean tokens = said == null ? reader.file().signIn() || jwt != null : said.yesOrNo();
        YamlValue session = reader.said("sign-in.session");
        YamlValue key = reader.said("sign-in.key");
        Duration life = session == null ? Duration.ofHours(8) : session.explained(() -> longEnough(session.duration()));
        String secret = key == null ? null : key.read("the output of openssl rand -base64 32", ServeReader::secret);
        if (!tokens && jwt == null) {
            if (reader.file().signIn() && said != null) {
                throw said.mistake(
                        "With sign-in, tokens or JWTs must be accepted, else no user can sign in: set tokens:"
                                + " true, or which JWTs, or drop sign-in.");
            }
            return null;
        }
        return new ServeSettings.SignIn(tokens, jwt, secret, life);
    }

    private static Duration longEnough(Duration life) {
        if (life.isZero()) {
            throw new IllegalArgumentException("A session must last longer than no time, such as 8h.");
        }
        return life;
    }

    private ServeSettings.@Nullable Jwt jwt() {
        String issuer = reader.text("sign-in.jwt.issuer", "https://id.example.org/", "");
        String audience = reader.text("sign-in.jwt.audience", "holdfast", "");
        YamlValue keys = reader.said("sign-in.jwt.jwks");
        String jwks = keys == null ? "" : keys.read(JWKS, SignInReader::address);
        String user = reader.text("sign-in.jwt.user", "sub", "sub");
        String name = reader.text("sign-in.jwt.name", "name", "name");
        String rights = reader.text("sign-in.jwt.rights", "holdfast", "holdfast");
        if (issuer.isEmpty() && audience.isEmpty() && jwks.isEmpty()) {
            return null;
        }
        reader.require("sign-in.jwt.issuer", issuer);
        reader.require("sign-in.jwt.audience", audience);
        reader.require("sign-in.jwt.jwks", jwks);
        return new ServeSettings.Jwt(issuer, audience, jwks, user, name, rights);
    }

    private static String address(String text) {
        try {
            URI uri = new URI(text);
            if (uri.getHost() != null && ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()))) {
                return text;
            }
        } catch (URISyntaxException e) {
            // said below
        }
        throw new IllegalArgumentException("The address of a key set is expected here, such as " + JWKS + ".");
    }
}
