package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.holdfast.server.Http.Told;
import dev.holdfast.server.options.JwtOptions;
import dev.holdfast.server.options.SignInOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who gets in by a JWT, and that no forged one lets anybody in. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JwtTest {
    private Issuer issuer;
    private Guarded server;
    private Http http;

    @BeforeEach
    void start() throws Exception {
        issuer = new Issuer();
        server = new Guarded(ServerOptions.DEFAULT.port(0).signIn(SignInOptions.TOKENS.jwt(issuer.options())));
        http = server.http();
    }

    @AfterEach
    void stop() {
        server.close();
        issuer.close();
    }

    private void requireRefused(String jwt, String why) throws Exception {
        Told told = http.as(jwt).get("/v1/locks");
        assertThat(told.status()).as(why).isEqualTo(401);
        assertThat(told.text("detail")).as(why).endsWith(".").doesNotContain(jwt);
    }

    @Test
    void jwt_thatCounts_saysWhoItIsAndWhatTheyMay() throws Exception {
        Http anna = http.as(issuer.signed(Issuer.claims().build()));
        Told who = anna.get("/v1/session");
        assertThat(who.status()).isEqualTo(200);
        assertThat(who.text("user")).isEqualTo("jwt:anna");
        assertThat(who.text("name")).isEqualTo("Anna Berg");
        assertThat(who.text("rights"))
                .contains(
                        "{role=reader, prefix=, exact=false, verbs=null}",
                        "{role=editor, prefix=scene/, exact=false, verbs=null}");
        assertThat(anna.get("/v1/locks").status()).isEqualTo(200);
        assertThat(anna.post("/v1/admin/locks/r/release", "{\"reason\":\"x\"}").status())
                .isEqualTo(403);
        assertThat(http.as(server.token("ben", "reader").secret())
                        .get("/v1/locks")
                        .status())
                .as("tokens count too")
                .isEqualTo(200);
    }

    @Test
    void jwt_thatIsForged_letsNobodyIn() throws Exception {
        JWTClaimsSet good = Issuer.claims().build();
        requireRefused(Issuer.signed(good, Issuer.key("one")), "another key under the same name");
        requireRefused(Issuer.signed(good, Issuer.key("two")), "a key of another name");
        requireRefused(new PlainJWT(good).serialize(), "not signed at all");
        SignedJWT symmetric = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("one").build(), good);
        symmetric.sign(new MACSigner(issuer.key().toRSAPublicKey().getEncoded()));
        requireRefused(symmetric.serialize(), "signed by the public key as if it were a password");
        String signed = issuer.signed(good);
        int dot = signed.lastIndexOf('.');
        String[] parts = signed.split("\\.", -1);
        String other = issuer.signed(Issuer.claims().subject("olga").build()).split("\\.", -1)[1];
        requireRefused(parts[0] + "." + other + "." + parts[2], "claims of another");
        requireRefused(signed.substring(0, dot + 1), "without its signature");
        requireRefused("a.b.c", "nothing of the kind");
    }

    @Test
    void jwt_ofAnotherPlaceOrTime_letsNobodyIn() throws Exception {
        Instant now = Instant.now();
        requireRefused(
                issuer.signed(Issuer.claims().issuer("https://evil.example/").build()), "issuer");
        requireRefused(issuer.signed(Issuer.claims().audience("another").build()), "audience");
        requireRefused(issuer.signed(Issuer.claims().audience((String) null).build()), "no audience");
        requireRefused(
                issuer.signed(Issuer.claims()
                        .expirationTime(Date.from(now.minusSeconds(120)))
                        .build()),
                "expired");
        requireRefused(issuer.signed(Issuer.claims().expirationTime(null).build()), "without an end");
        requireRefused(
                issuer.signed(Issuer.claims()
                        .notBeforeTime(Date.from(now.plusSeconds(120)))
                        .build()),
                "not yet");
        requireRefused(issuer.signed(Issuer.claims().subject(null).build()), "of nobody");
        requireRefused(issuer.signed(Issuer.claims().subject("a\nb").build()), "of an impossible name");
    }

    @Test
    void jwt_withOddRights_hasNone() throws Exception {
        for (Object rights : List.of(7, List.of(1, "wizard", "Admin"), "nothing")) {
            Http odd = http.as(
                    issuer.signed(Issuer.claims().claim("holdfast", rights).build()));
            assertThat(odd.get("/metrics").status()).isEqualTo(403);
        }
        assertThat(http.as(issuer.signed(
                                Issuer.claims().claim("holdfast", "admin").build()))
                        .get("/metrics")
                        .status())
                .as("one word is a list of one")
                .isEqualTo(200);
    }

    @Test
    void keys_areKeptAndFetchedAnewForOneThatIsNew() throws Exception {
        RSAKey unknown = Issuer.key("unknown");
        long begin = System.nanoTime();
        for (int i = 0; i < 5; i++) {
            Http each =
                    http.as(issuer.signed(Issuer.claims().subject("user" + i).build()));
            assertThat(each.get("/v1/session").status()).isEqualTo(200);
        }
        assertThat(issuer.asked()).isEqualTo(1);
        issuer.change("two");
        assertThat(http.as(issuer.signed(Issuer.claims().build()))
                        .get("/v1/session")
                        .status())
                .isEqualTo(200);
        for (int i = 0; i < 10; i++) {
            RSAKey odd = new RSAKey.Builder(unknown).keyID("odd" + i).build();
            requireRefused(Issuer.signed(Issuer.claims().build(), odd), "a key that is not there");
        }
        long intervals = Duration.ofNanos(System.nanoTime() - begin).toSeconds() / 10;
        assertThat(issuer.asked()).as("however many unknown keys are shown").isLessThanOrEqualTo((int)
                (3 + 2 * intervals));
    }

    @Test
    void issuer_thatIsGone_isSaidClearly() throws Exception {
        String jwt = issuer.signed(Issuer.claims().build());
        issuer.close();
        for (int i = 0; i < 4; i++) {
            Told told = http.as(jwt).get("/v1/locks");
            assertThat(told.status()).as(told.response().body()).isEqualTo(503);
            assertThat(told.text("detail")).startsWith("The issuer's keys cannot be fetched");
            assertThat(told.header("Retry-After")).isEqualTo("10");
        }
    }

    @Test
    void claims_mayHaveOtherNames() throws Exception {
        JwtOptions usual = issuer.options();
        JwtOptions other = new JwtOptions(usual.issuer(), usual.audience(), usual.jwks(), "email", "nick", "roles");
        try (Guarded another = new Guarded(ServerOptions.DEFAULT.port(0).signIn(SignInOptions.TOKENS.jwt(other)))) {
            JWTClaimsSet claims = Issuer.claims()
                    .claim("email", "anna@example.org")
                    .claim("nick", "Ann")
                    .claim("roles", List.of("admin"))
                    .build();
            Told who = another.http().as(issuer.signed(claims)).get("/v1/session");
            assertThat(who.text("user")).isEqualTo("jwt:anna@example.org");
            assertThat(who.text("name")).isEqualTo("Ann");
            assertThat(who.text("rights")).isEqualTo("[{role=admin, prefix=, exact=false, verbs=null}]");
        }
    }

    @Test
    void tokens_canBeRefused() throws Exception {
        SignInOptions jwtOnly = new SignInOptions(false, issuer.options(), null, SignInOptions.TOKENS.session());
        try (Guarded another = new Guarded(ServerOptions.DEFAULT.port(0).signIn(jwtOnly))) {
            assertThat(another.http()
                            .as(another.token("ben", "admin").secret())
                            .get("/v1/locks")
                            .status())
                    .isEqualTo(401);
        }
    }

    @Test
    void address_ofTheKeys_mustBeOne() {
        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> JwtOptions.of("i", "a", URI.create("file:///etc/passwd")))
                .hasMessageContaining("https://id.example.org/jwks.json");
        for (String plain : List.of("http://id.example.org/jwks.json", "http://127.0.0.1.example.org/k")) {
            org.assertj.core.api.Assertions.assertThatThrownBy(() -> JwtOptions.of("i", "a", URI.create(plain)))
                    .hasMessageContaining("over TLS only")
                    .hasMessageContaining(plain);
        }
    }

    @Test
    void key_thatIsTooShort_signsForNobody() throws Exception {
        RSAKey weak = new RSAKeyGenerator(1024, true).keyID("weak").generate();
        issuer.change(weak);
        requireRefused(issuer.signed(Issuer.claims().build()), "1024 bits");
    }

    @Test
    void users_ofJwtsAndOfTokens_neverShareAName() throws Exception {
        Http byJwt = http.as(issuer.signed(
                Issuer.claims().claim("holdfast", List.of("editor")).build()));
        Http byToken = http.as(server.token("anna", "editor").secret());
        String receipt = byJwt.take("r", "o");
        assertThat(byToken.get("/v1/holds/" + receipt).status()).isEqualTo(404);
        assertThat(byToken.delete("/v1/locks/r").json()).containsEntry("released", 0L);
        assertThat(byToken.delete("/v1/owners/o/holds").json()).containsEntry("released", 0L);
        assertThat(byToken.get("/v1/locks/r").first("holders").containsKey("mine"))
                .isFalse();
        assertThat(byJwt.get("/v1/locks/r").first("holders").get("mine")).isEqualTo(true);
        assertThat(http.as(server.token("jwt:anna", "editor").secret())
                        .get("/v1/locks")
                        .status())
                .as("a token with the name of a JWT's user")
                .isEqualTo(401);
        assertThat(byJwt.post("/v1/session", "{}").text("user")).isEqualTo("jwt:anna");
    }

    @Test
    void issuer_thatDoesNotAnswer_delaysNoOtherCaller() throws Exception {
        issuer.hang();
        String token = server.token("ben", "reader").secret();
        List<CompletableFuture<HttpResponse<Void>>> waiting = new ArrayList<>();
        HttpClient client = HttpClient.newHttpClient();
        for (int i = 0; i < 40; i++) {
            String jwt = issuer.signed(Issuer.claims().subject("user" + i).build());
            waiting.add(client.sendAsync(
                    http.as(jwt).request("/v1/locks").GET().build(), HttpResponse.BodyHandlers.discarding()));
        }
        assertThat(http.as(token).get("/v1/locks").status()).isEqualTo(200);
        for (CompletableFuture<HttpResponse<Void>> one : waiting) {
            assertThat(one.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(503);
        }
        assertThat(issuer.asked()).as("however many ask").isLessThanOrEqualTo(2);
    }
}
