package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.ManagerOptions;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.server.Http.Told;
import dev.holdfast.server.options.LimitOptions;
import dev.holdfast.server.options.Quota;
import dev.holdfast.server.options.Quotas;
import dev.holdfast.server.options.SignInOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What one signed-in user may have at a server, by its highest role. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class QuotaTest {
    private static final Quota SMALL = new Quota(2, 3, 2, 100, 2, 2, 1, 1);
    private final List<Socket> sockets = new ArrayList<>();
    private Guarded server;
    private Http anna;
    private String token;

    @BeforeEach
    void start() {
        Policies policies = new Policies(
                List.of(), Preset.OFFLINE.policy().toBuilder().drafts(true).build());
        server = new Guarded(
                ServerOptions.DEFAULT
                        .port(0)
                        .signIn(SignInOptions.TOKENS)
                        .limits(LimitOptions.SIGNED_IN.quotas(new Quotas(SMALL, SMALL, Quota.ADMIN))),
                ManagerOptions.DEFAULT.policies(policies));
        token = server.token("anna", "editor").secret();
        anna = server.http().as(token);
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.close();
    }

    @Test
    void locks_ofOneUser_areOnlySoMany() throws Exception {
        String first = anna.take("a", "one");
        anna.take("b", "two");
        anna.take("c", "three");
        Told refused = anna.post("/v1/locks", Http.taking("d", "four", ""));
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.text("detail")).contains("at most 3 locks");
        assertThat(anna.delete("/v1/holds/" + first).status()).isEqualTo(204);
        anna.take("d", "four");
        Http root = server.http().as(server.token("root", "admin").secret());
        for (int i = 0; i < 5; i++) {
            root.take("root-" + i, "me");
        }
    }

    @Test
    void locksThatEndByThemselves_areOnlySoManyWithinADay() throws Exception {
        int most = 10 * SMALL.locks();
        int granted = 0;
        Told last = anna.post("/v1/locks", Http.taking("r0", "me", ",\"ttl\":\"1s\""));
        while (last.status() != 429 || !last.text("detail").contains("end by themselves")) {
            granted += last.status() == 201 ? 1 : 0;
            server.later(Duration.ofSeconds(2));
            server.locks().admin().sweep();
            last = anna.post("/v1/locks", Http.taking("r" + granted, "me", ",\"ttl\":\"1s\""));
        }
        assertThat(granted).isBetween(most, most + 2 * SMALL.locks());
        assertThat(last.header("Retry-After")).isEqualTo("600");
        assertThat(server.http()
                        .as(server.token("ben", "editor").secret())
                        .post("/v1/locks", Http.taking("other", "me", ""))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void endedOwners_areOnlySoManyWithinADay() throws Exception {
        int most = 10 * SMALL.locks();
        for (int i = 0; i < most; i++) {
            assertThat(anna.delete("/v1/owners/o" + i + "/holds").status()).isEqualTo(200);
        }
        Told refused = anna.delete("/v1/owners/another/holds");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.text("detail")).contains("at most " + most + " owners");
        assertThat(anna.delete("/v1/holds/" + anna.take("a", "me")).status()).isEqualTo(204);
    }

    @Test
    void waits_ofOneUser_areOnlySoMany() throws Exception {
        Http ben = server.http().as(server.token("ben", "editor").secret());
        String held = ben.take("busy", "me");
        List<Socket> waiting = List.of(waiting(), waiting());
        await().atMost(Duration.ofMinutes(1))
                .until(() -> ben.get("/v1/locks/busy").json().get("waiting") instanceof Long count && count == 2);
        Told refused = anna.post("/v1/locks", Http.taking("busy", "third", ",\"wait\":\"1h\""));
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.text("detail")).contains("already wait for 2 locks");
        waiting.get(0).close();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> anna.post("/v1/locks", Http.taking("busy", "third", ",\"wait\":\"1s\""))
                                .status()
                        == 423);
        assertThat(ben.post("/v1/holds/" + held + "/heartbeat", "{}").status()).isEqualTo(200);
    }

    private Socket waiting() throws IOException {
        Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), URI.create(server.address()).getPort());
        sockets.add(socket);
        String body = Http.taking("busy", "w" + sockets.size(), ",\"wait\":\"1h\"");
        String request = "POST /v1/locks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    @Test
    void drafts_beyondTheQuota_areNotSavedAndTheHoldIsRenewed() throws Exception {
        String receipt = anna.take("a", "me");
        assertThat(draft(receipt, 1, "x".repeat(60)).status()).isEqualTo(200);
        assertThat(draft(receipt, 2, "y".repeat(90)).status())
                .as("in its place")
                .isEqualTo(200);
        String other = anna.take("b", "me");
        Told refused = draft(other, 1, "z".repeat(50));
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.text("detail")).contains("was renewed, but the draft was not saved");
        assertThat(anna.get("/v1/drafts/b").status()).isEqualTo(404);
        assertThat(anna.post("/v1/holds/" + other + "/heartbeat", "{}").status())
                .isEqualTo(200);
        assertThat(draft(other, 2, "z").status()).isEqualTo(200);
        assertThat(draft(anna.take("c", "me"), 1, "z").status())
                .as("a third one")
                .isEqualTo(429);
    }

    @Test
    void drafts_areCountedInBytes_notInCharacters() throws Exception {
        String receipt = anna.take("a", "me");
        assertThat(draft(receipt, 1, "€".repeat(33)).status()).isEqualTo(200);
        assertThat(draft(receipt, 2, "€".repeat(34)).status()).isEqualTo(429);
        assertThat(draft(receipt, 3, "€".repeat(20)).status()).isEqualTo(200);
        String other = anna.take("b", "me");
        assertThat(draft(other, 1, "é".repeat(21)).status())
                .as("42 bytes and 60")
                .isEqualTo(429);
        assertThat(draft(other, 2, "é".repeat(20)).status()).isEqualTo(200);
        assertThat(draft(receipt, 4, "€".repeat(20)).status())
                .as("as long as before")
                .isEqualTo(200);
    }

    private Told draft(String receipt, int revision, String text) throws Exception {
        return anna.post(
                "/v1/holds/" + receipt + "/heartbeat",
                "{\"draft\":{\"revision\":" + revision + ",\"content\":\"" + text + "\"}}");
    }

    @Test
    void draft_thatDoesNotChange_ends() throws Exception {
        String receipt = anna.take("a", "me");
        assertThat(draft(receipt, 1, "x").status()).isEqualTo(200);
        server.later(Bounds.DRAFT_LIFE.minusHours(1));
        server.locks().admin().sweep();
        assertThat(anna.get("/v1/drafts/a").status()).isEqualTo(200);
        server.later(Duration.ofHours(2));
        server.locks().admin().sweep();
        assertThat(anna.get("/v1/drafts/a").status()).isEqualTo(404);
    }

    @Test
    void streams_ofOneUser_areOnlySoMany() throws Exception {
        List<HttpResponse<InputStream>> open = new ArrayList<>();
        try {
            open.add(stream(token));
            open.add(stream(token));
            assertThat(open).allMatch(stream -> stream.statusCode() == 200);
            Told refused = anna.get("/v1/events");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.text("detail")).contains("already have 2 event streams");
            String root = server.token("root", "admin").secret();
            for (int i = 0; i < 3; i++) {
                open.add(stream(root));
            }
            assertThat(open).as("another role, another quota").allMatch(stream -> stream.statusCode() == 200);
            open.get(0).body().close();
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                HttpResponse<InputStream> again = stream(token);
                again.body().close();
                return again.statusCode() == 200;
            });
        } finally {
            for (HttpResponse<InputStream> stream : open) {
                stream.body().close();
            }
        }
    }

    private HttpResponse<InputStream> stream(String secret) throws Exception {
        HttpRequest request =
                server.http().as(secret).request("/v1/events").GET().build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofInputStream());
    }

    @Test
    void sessions_ofOneUser_areOnlySoMany() throws Exception {
        assertThat(anna.post("/v1/session", "{}").status()).isEqualTo(201);
        assertThat(anna.post("/v1/session", "{}").status()).isEqualTo(201);
        assertThat(anna.post("/v1/session", "{}").status()).isEqualTo(429);
    }
}
