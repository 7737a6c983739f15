package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.holdfast.LockManager;
import dev.holdfast.internal.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** Clients without cookies: each request signs in by itself, and acts for its user and program. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClientOwnerTest {
    private static final byte[] SECRET = "0123456789-0123456789-0123456789".getBytes(StandardCharsets.UTF_8);

    private static ConfigurableApplicationContext app;
    private static ConfigurableApplicationContext other;

    private final LockManager locks = app.getBean(LockManager.class);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(HttpTest.Editor.class)
    static class App {
        @Bean
        @Order(1)
        SecurityFilterChain tokens(HttpSecurity http) throws Exception {
            return http.securityMatcher(request -> {
                        String header = request.getHeader("Authorization");
                        return header != null && header.startsWith("Bearer");
                    })
                    .csrf(csrf -> csrf.disable())
                    .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                    .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
                    .authorizeHttpRequests(any -> any.anyRequest().authenticated())
                    .build();
        }

        @Bean
        @Order(2)
        SecurityFilterChain passwords(HttpSecurity http) throws Exception {
            return http.csrf(csrf -> csrf.disable())
                    .httpBasic(Customizer.withDefaults())
                    .formLogin(Customizer.withDefaults())
                    .authorizeHttpRequests(any -> any.anyRequest().authenticated())
                    .build();
        }

        @Bean
        JwtDecoder decoder() {
            return NimbusJwtDecoder.withSecretKey(new SecretKeySpec(SECRET, "HmacSHA256"))
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(User.withUsername("anna")
                    .password("{noop}pass")
                    .roles("USER")
                    .build());
        }
    }

    @BeforeAll
    static void start() {
        String[] properties = Postgres.and(Postgres.fresh(), "holdfast.key=0123456789-0123456789-0123456789");
        app = Apps.secured(App.class, properties);
        other = Apps.secured(App.class, properties);
    }

    @AfterAll
    static void stop() {
        app.close();
        other.close();
    }

    /** Returns the header of a new token. */
    private static String token(String user, String program) throws JOSEException {
        JWTClaimsSet claims = new JWTClaimsSet.Builder()
                .subject(user)
                .claim("azp", program)
                .jwtID(Long.toString(System.nanoTime()))
                .build();
        SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
        token.sign(new MACSigner(SECRET));
        return "Bearer " + token.serialize();
    }

    private static String basic() {
        return "Basic " + Base64.getEncoder().encodeToString("anna:pass".getBytes(StandardCharsets.UTF_8));
    }

    private static HttpResponse<String> post(
            ConfigurableApplicationContext node, String path, String authorization, String... headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(Apps.address(node) + path))
                .header("Authorization", authorization)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}"));
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> answer =
                HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.headers().firstValue("Set-Cookie")).as("a session").isEmpty();
        return answer;
    }

    @Test
    @DisplayName("P6: all requests of one user and program are one owner, on every node, without a session")
    void jwt_ownerIsUserAndProgram() throws Exception {
        assertThat(post(app, "/edit/1", token("anna", "desk")).statusCode()).isEqualTo(200);
        assertThat(post(other, "/edit/1", token("anna", "desk")).statusCode()).isEqualTo(200);
        HttpResponse<String> refused = post(app, "/edit/1", token("ben", "desk"));
        assertThat(refused.statusCode()).isEqualTo(423);
        assertThat(refused.body()).contains("policy/1 has been held by anna");
        assertThat(post(app, "/edit/1", token("anna", "phone")).statusCode()).isEqualTo(423);

        HttpResponse<String> heartbeat = post(other, "/session/heartbeat", token("anna", "desk"));
        assertThat((List<?>) Json.readObject(heartbeat.body()).get("holds")).hasSize(1);
        assertThat(post(other, "/save/1", token("ben", "desk")).statusCode()).isEqualTo(409);
        assertThat(post(other, "/save/1", token("anna", "desk")).statusCode()).isEqualTo(200);
        assertThat(locks.view("policy/1").free()).isTrue();
    }

    @Test
    @DisplayName("P6: a header tells the owners of one user apart, and is worth nothing to another user")
    void header_tellsOwnersApart() throws Exception {
        String[] left = {"X-Holdfast-Owner", "left"};
        assertThat(post(app, "/edit/2", token("anna", "desk"), left).statusCode())
                .isEqualTo(200);
        assertThat(post(app, "/edit/2", token("anna", "desk"), left).statusCode())
                .isEqualTo(200);
        assertThat(post(app, "/edit/2", token("anna", "desk"), "X-Holdfast-Owner", "right")
                        .statusCode())
                .isEqualTo(423);
        assertThat(post(app, "/save/2", token("ben", "desk"), left).statusCode())
                .isEqualTo(409);
    }

    @Test
    @DisplayName("P6: so it is with HTTP Basic; a sign-in that the session keeps makes the session the owner")
    void basic_isOneOwner_formIsASession() throws Exception {
        assertThat(post(app, "/edit/3", basic()).statusCode()).isEqualTo(200);
        assertThat(post(other, "/edit/3", basic()).statusCode()).isEqualTo(200);
        Browser browser = Browser.of("anna", app);
        browser.post("/login?username=anna&password=pass");
        assertThat(browser.post("/edit/3").status()).isEqualTo(423);
        assertThat(browser.post("/edit/4").status()).isEqualTo(200);
        assertThat(post(app, "/edit/4", basic()).statusCode()).isEqualTo(423);
        browser.post("/logout");
        assertThat(locks.view("policy/4").free()).isTrue();
        assertThat(locks.view("policy/3").free()).isFalse();
    }
}
