package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.PlainJWT;
import dev.holdfast.server.Http.Told;
import dev.holdfast.server.options.LimitOptions;
import dev.holdfast.server.options.SignInOptions;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Denials stand in the log, and secrets do not. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AccessLogTest {
    private static final Logger ROOT = Logger.getLogger("");

    private final Queue<String> logged = new ConcurrentLinkedQueue<>();
    private final Logger access = Logger.getLogger("dev.holdfast.server.access");
    private final Handler capture = new Handler() {
        @Override
        public void publish(LogRecord line) {
            logged.add(line.getLoggerName() + " " + line.getLevel() + " " + new SimpleFormatter().formatMessage(line)
                    + " " + line.getThrown());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        capture.setLevel(Level.ALL);
        ROOT.addHandler(capture);
        Logger.getLogger("dev.holdfast").setLevel(Level.ALL);
    }

    @AfterEach
    void stopListening() {
        ROOT.removeHandler(capture);
        Logger.getLogger("dev.holdfast").setLevel(null);
        assertThat(access.getName()).isNotEmpty();
    }

    @Test
    void denialsOfAStranger_doNotFillTheLog_norHideThoseOfOthers() throws Exception {
        try (Guarded server = new Guarded(
                ServerOptions.DEFAULT.port(0).signIn(SignInOptions.TOKENS).limits(new LimitOptions(0, 0, 0, 30_000)))) {
            Http stranger = server.http();
            for (int i = 0; i < 400; i++) {
                assertThat(stranger.get("/v1/locks/" + "x".repeat(2_000)).status())
                        .isEqualTo(401);
            }
            Http rita = server.http().as(server.token("rita", "reader").secret());
            rita.post("/v1/locks", Http.taking("r", "o", ""));
            List<String> denials = logged.stream()
                    .filter(line -> line.startsWith("dev.holdfast.server.access INFO Refused "))
                    .toList();
            assertThat(denials)
                    .hasSizeBetween(100, 300)
                    .allSatisfy(line -> assertThat(line).hasSizeLessThan(1_000));
            assertThat(denials.get(denials.size() - 1))
                    .contains("POST /v1/locks to rita at")
                    .contains("refusals before this one are not in the log");
        }
    }

    @Test
    void denials_areLoggedWithWhoWhatAndWhy_andNoSecretEver() throws Exception {
        String key = "a key of more than thirty-two characters";
        try (Issuer issuer = new Issuer();
                Guarded server = new Guarded(ServerOptions.DEFAULT
                        .port(0)
                        .signIn(SignInOptions.TOKENS.jwt(issuer.options()).key(key)))) {
            String token = server.token("rita", "reader").secret();
            String wrong = "hf_wrongwrongwrongwrongwrongwrongwrongwrongwro";
            String forged = new PlainJWT(Issuer.claims().build()).serialize();
            String good = issuer.signed(Issuer.claims().build());
            Http http = server.http();
            Told session = http.as(token).post("/v1/session", "{}");
            String cookie = session.header("Set-Cookie").split(";", 2)[0];
            String receipt = "0123456789abcdef0123456789abcdef.r";

            http.get("/v1/locks");
            http.as(wrong).get("/v1/locks?prefix=" + wrong);
            http.as(forged).get("/v1/locks");
            http.as(good).post("/v1/admin/locks/r/release", "{\"reason\":\"x\"}");
            http.as(token).post("/v1/locks", Http.taking("r", "o", ""));
            http.as(token).delete("/v1/holds/" + receipt);
            http.send(http.posting("/v1/locks", "{}").header("Cookie", cookie));
            http.send(http.request("/v1/locks").header("Cookie", cookie).header("Origin", "https://evil.example"));
            http.send(http.request("/v1/locks").header("Cookie", "holdfast=" + wrong));

            List<String> denials = logged.stream()
                    .filter(line -> line.startsWith("dev.holdfast.server.access INFO Refused "))
                    .toList();
            assertThat(denials).hasSize(9).allSatisfy(line -> assertThat(line).contains(" at 127.0.0.1: "));
            assertThat(denials.get(0)).contains("Refused GET /v1/locks to an unknown caller at 127.0.0.1: You");
            assertThat(denials.get(3)).contains("POST /v1/admin/locks/r/release to jwt:anna at", "role admin");
            assertThat(denials.get(4)).contains("POST /v1/locks to rita at");
            assertThat(denials.get(5)).contains("DELETE /v1/holds/… to rita at");
            assertThat(String.join("\n", logged))
                    .doesNotContain(
                            token,
                            wrong,
                            forged,
                            good,
                            key,
                            cookie.substring("holdfast=".length()),
                            session.text("csrf"),
                            receipt.substring(0, 20));
        }
    }
}
