package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jwt.PlainJWT;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.internal.access.NewToken;
import dev.holdfast.internal.auditlog.AuditCheck;
import dev.holdfast.internal.auditlog.AuditFiles;
import dev.holdfast.internal.json.Json;
import dev.holdfast.server.Http.Told;
import dev.holdfast.server.options.AuditOptions;
import dev.holdfast.server.options.LimitOptions;
import dev.holdfast.server.options.Quota;
import dev.holdfast.server.options.Quotas;
import dev.holdfast.server.options.SignInOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every change and every denial has a line in the audit log, no secret has, and no lock is granted without one. */
@Tag("safety")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AuditTrailTest {
    private static final Quota SMALL = new Quota(1, 500, 1, 1_000, 1, 10, 1, 1);

    @TempDir
    private Path folder;

    private AuditFiles files;
    private static Issuer issuer;
    private Guarded server;
    private NewToken annasToken;
    private Http anna;
    private Http root;

    @BeforeAll
    static void issue() throws Exception {
        issuer = new Issuer();
    }

    @AfterAll
    static void end() {
        issuer.close();
    }

    @BeforeEach
    void start() {
        files = new AuditFiles(folder.resolve("log").resolve("audit.jsonl"));
        server = start(AuditOptions.of(files.current()));
    }

    private Guarded start(@Nullable AuditOptions audit) {
        Policies policies = new Policies(
                List.of(), Preset.OFFLINE.policy().toBuilder().drafts(true).build());
        Guarded started = new Guarded(
                ServerOptions.DEFAULT
                        .port(0)
                        .signIn(SignInOptions.TOKENS.jwt(issuer.options()))
                        .limits(new LimitOptions(0, 0, 0, 1_000).quotas(new Quotas(SMALL, SMALL, Quota.ADMIN)))
                        .audit(audit),
                ManagerOptions.DEFAULT.policies(policies));
        annasToken = started.token("anna", "editor");
        anna = started.http().as(annasToken.secret());
        root = started.http().as(started.token("root", "admin").secret());
        return started;
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private List<Map<String, @Nullable Object>> lines() throws IOException {
        return Files.readAllLines(files.current()).stream()
                .map(Json::readObject)
                .toList();
    }

    private List<Map<String, @Nullable Object>> lines(String what) throws IOException {
        return lines().stream().filter(line -> what.equals(line.get("what"))).toList();
    }

    /** The newest line of that kind, as soon as there are so many of them. */
    private Map<String, @Nullable Object> line(String what, int count) {
        await().atMost(Duration.ofMinutes(1)).until(() -> lines(what).size() >= count);
        try {
            List<Map<String, @Nullable Object>> all = lines(what);
            assertThat(all).hasSize(count);
            return all.get(count - 1);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void requireIntact() throws IOException {
        assertThat(new AuditCheck(files, null, null).run().broken()).isNull();
    }

    @Test
    void acquireAndRelease_sayWhoFromWhereByWhichTokenAndWhat() throws Exception {
        Told told =
                anna.send(anna.posting("/v1/locks", Http.taking("r", "tab", "")).header("X-Request-Id", "mine-7"));
        assertThat(told.status()).isEqualTo(201);
        Map<String, @Nullable Object> line = line("acquire", 1);
        assertThat(line)
                .containsEntry("user", "anna")
                .containsEntry("token", annasToken.known().id())
                .containsEntry("address", "127.0.0.1")
                .containsEntry("call", "POST /v1/locks")
                .containsEntry("status", 201L)
                .containsEntry("resource", "r")
                .containsEntry("owner", "anna:tab")
                .containsEntry("clientRequest", "mine-7")
                .containsEntry("request", told.header("X-Request-Id"))
                .containsEntry("fence", told.first("holds").get("fence"))
                .containsKeys("time", "hold", "seq", "hash");
        String receipt = String.valueOf(told.first("holds").get("receipt"));
        assertThat(anna.post("/v1/holds/" + receipt + "/heartbeat", "{}").status())
                .isEqualTo(200);
        assertThat(anna.delete("/v1/holds/" + receipt).status()).isEqualTo(204);
        assertThat(anna.delete("/v1/holds/" + receipt).status()).isEqualTo(204);
        assertThat(line("release", 1))
                .containsEntry("hold", line.get("hold"))
                .containsEntry("call", "DELETE /v1/holds/{receipt}");
        assertThat(lines())
                .as("a renewal and a repeated release change nothing")
                .hasSize(4);
        requireIntact();
    }

    @Test
    void everyOtherChange_hasItsLine() throws Exception {
        anna.take("a", "one");
        anna.take("b", "one");
        anna.delete("/v1/owners/one/holds/a");
        assertThat(line("release", 1)).containsEntry("resource", "a").containsEntry("owner", "anna:one");
        anna.delete("/v1/locks/b");
        assertThat(line("release", 2)).containsEntry("resource", "b");
        String first = anna.take("c", "two");
        String second = anna.take("d", "two");
        anna.post("/v1/releases", "{\"receipts\":[\"" + first + "\",\"" + second + "\"]}");
        assertThat(line("release", 4)).containsEntry("resource", "d");
        String lost = anna.take("e", "three");
        root.post("/v1/admin/locks/e/release", "{\"reason\":\"she is ill\"}");
        assertThat(line("force-release", 1))
                .containsEntry("user", "root")
                .containsEntry("reason", "she is ill")
                .containsEntry("owner", "anna:three")
                .containsKey("fence");
        assertThat(anna.post("/v1/holds/" + lost + "/heartbeat", "{}").status()).isEqualTo(410);
        assertThat(anna.post("/v1/holds/" + lost + "/heartbeat", "{}").status()).isEqualTo(410);
        assertThat(line("lost", 1)).containsEntry("resource", "e").containsEntry("why", "forced");
        root.post("/v1/locks", Http.taking("f", "boss", ",\"takeover\":\"now mine\""));
        assertThat(line("acquire", 6)).containsEntry("takeover", "now mine");
        anna.take("g", "four");
        anna.delete("/v1/owners/four/holds");
        assertThat(line("end-owner", 1)).containsEntry("owner", "anna:four").containsEntry("count", 1L);
        root.post("/v1/admin/clear", "{}");
        assertThat(line("clear", 1)).containsEntry("count", 1L).containsEntry("by", "root");
        anna.take("h", "five");
        server.later(Duration.ofDays(2));
        root.post("/v1/admin/sweep", "{}");
        assertThat(line("sweep", 1)).containsEntry("user", "root").containsKey("count");
        requireIntact();
    }

    @Test
    void handOver_isTheAcquireOfTheOneWhoWaited() throws Exception {
        String held = root.take("busy", "me");
        Thread waiter = new Thread(() -> {
            try {
                anna.post("/v1/locks", Http.taking("busy", "tab", ",\"wait\":\"1m\""));
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        waiter.start();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> root.get("/v1/locks/busy").json().get("waiting") instanceof Long count && count == 1);
        root.delete("/v1/holds/" + held);
        waiter.join();
        assertThat(line("acquire", 2)).containsEntry("user", "anna").containsKey("waitedMillis");
    }

    @Test
    void drafts_areRecordedByTheirExistence_withoutTheirText() throws Exception {
        String receipt = anna.take("text", "tab");
        for (int i = 1; i < 4; i++) {
            anna.post(
                    "/v1/holds/" + receipt + "/heartbeat",
                    "{\"draft\":{\"revision\":" + i + ",\"content\":\"my confession\"}}");
        }
        assertThat(line("draft", 1)).containsEntry("author", "anna").containsEntry("resource", "text");
        anna.delete("/v1/drafts/text");
        line("discard-draft", 1);
        anna.post("/v1/holds/" + receipt + "/heartbeat", "{\"draft\":{\"revision\":9,\"content\":\"my confession\"}}");
        line("draft", 2);
        anna.delete("/v1/holds/" + receipt + "?draft=discard");
        assertThat(line("release", 1)).containsEntry("draft", "discarded");
        assertThat(Files.readString(files.current())).doesNotContain("confession");
    }

    @Test
    void sessions_beginAndEnd() throws Exception {
        Told begun = anna.post("/v1/session", "{}");
        assertThat(line("sign-in", 1)).containsEntry("user", "anna").containsKey("session");
        String cookie = begun.header("Set-Cookie").split(";", 2)[0];
        Http nobody = server.http();
        nobody.send(nobody.request("/v1/session")
                .header("Cookie", cookie)
                .header("X-Holdfast-CSRF", begun.text("csrf"))
                .DELETE());
        assertThat(line("sign-out", 1)).containsEntry("user", "anna");
        assertThat(Files.readString(files.current()))
                .doesNotContain(cookie.substring("holdfast=".length()), begun.text("csrf"));
    }

    @Test
    void everyDenial_hasItsLine() throws Exception {
        Http nobody = server.http();
        nobody.get("/v1/locks");
        assertThat(line("denied", 1))
                .containsEntry("status", 401L)
                .containsEntry("user", null)
                .containsEntry("token", null)
                .containsEntry("call", "GET /v1/locks");
        nobody.as("hf_" + "w".repeat(43)).get("/v1/locks/a%2Fb");
        assertThat(line("denied", 2)).containsEntry("resource", "a/b");
        assertThat(String.valueOf(lines("denied").get(1).get("token"))).startsWith("unknown ");
        nobody.as(new PlainJWT(Issuer.claims().build()).serialize()).get("/v1/locks");
        assertThat(line("denied", 3)).containsEntry("token", "unknown");
        anna.post("/v1/admin/locks/x/release", "{\"reason\":\"x\"}");
        assertThat(line("denied", 4))
                .containsEntry("status", 403L)
                .containsEntry("user", "anna")
                .containsEntry("why", "role admin")
                .containsEntry("resource", "x");
        Http reader = nobody.as(server.token("rita", "reader").secret());
        reader.post("/v1/locks", Http.taking("not-hers", "o", ""));
        assertThat(line("denied", 5)).containsEntry("resource", "not-hers").containsEntry("why", "role editor");
        nobody.as(issuer.signed(Issuer.claims().build())).post("/v1/admin/clear", "{}");
        assertThat(line("denied", 6)).containsEntry("user", "jwt:anna");
        assertThat(String.valueOf(lines("denied").get(5).get("token"))).startsWith("jwt:http");
        nobody.send(
                nobody.request("/v1/locks").header("Cookie", "holdfast=x").header("Origin", "https://evil.example"));
        assertThat(line("denied", 7)).containsEntry("status", 403L);
        nobody.get("/v1/events");
        assertThat(line("denied", 8)).containsEntry("call", "GET /v1/events");
        nobody.as(server.token("narrow", "reader:a/").secret()).get("/v1/events?prefix=b");
        assertThat(line("denied", 9)).containsEntry("user", "narrow");
        requireIntact();
    }

    @Test
    void denial_ofACallerThatDoesNotWaitForIt_hasItsLine() throws Exception {
        String request = "POST /v1/admin/clear HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + annasToken.secret() + "\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
        anna.get("/v1/session"); // so that the token is known, and the request is judged as soon as it arrives
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            try (Socket socket = new Socket(
                    InetAddress.getLoopbackAddress(),
                    URI.create(server.address()).getPort())) {
                socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            }
            return lines("denied").size() >= 5;
        });
        assertThat(lines("denied")).allSatisfy(line -> assertThat(line).containsEntry("user", "anna"));
    }

    @Test
    void quotasAndPolicies_areDenials_andABusyLockIsNot() throws Exception {
        anna.take("busy", "one");
        assertThat(root.post("/v1/locks", Http.taking("busy", "two", "")).status())
                .isEqualTo(423);
        anna.post("/v1/session", "{}");
        assertThat(anna.post("/v1/session", "{}").status()).isEqualTo(429);
        assertThat(line("denied", 1)).containsEntry("why", "quota").containsEntry("status", 429L);
        anna.delete("/v1/owners/gone/holds");
        assertThat(anna.post("/v1/locks", Http.taking("r", "gone", "")).status())
                .isEqualTo(410);
        assertThat(line("denied", 2)).containsEntry("resource", "r").containsEntry("status", 410L);
    }

    @Test
    void tokens_thatAreCreatedAndRevoked_haveLinesWithoutTheirSecrets() throws Exception {
        Told made = root.post("/v1/admin/tokens", "{\"user\":\"ben\",\"role\":\"reader\",\"prefix\":\"scene/\"}");
        assertThat(made.status()).isEqualTo(201);
        Map<?, ?> token = (Map<?, ?>) made.json().get("token");
        assertThat(line("create-token", 1))
                .containsEntry("user", "root")
                .containsEntry("about", token.get("id"))
                .containsEntry("owner", "ben");
        assertThat(server.http().as(made.text("secret")).get("/v1/locks").status())
                .isEqualTo(200);
        assertThat(root.get("/v1/admin/tokens").response().body())
                .contains("scene/")
                .doesNotContain("hf_");
        assertThat(root.delete("/v1/admin/tokens/" + token.get("id")).text("revoked"))
                .isEqualTo("1");
        assertThat(line("revoke-token", 1)).containsEntry("about", token.get("id"));
        assertThat(root.delete("/v1/admin/tokens/" + token.get("id")).status()).isEqualTo(404);
        assertThat(Files.readString(files.current())).doesNotContain(made.text("secret"));
        requireIntact();
    }

    @Test
    void requestsToHolders_haveLinesWithoutTheirWords() throws Exception {
        root.take("asked", "boss");
        String asking = "{\"resource\":\"asked\",\"owner\":{\"id\":\"tab\"},\"message\":\"between us\"}";
        Told asked = anna.post("/v1/requests", asking);
        assertThat(line("request", 1)).containsEntry("user", "anna").containsEntry("resource", "asked");
        anna.delete("/v1/requests/" + asked.text("receipt"));
        assertThat(line("withdraw-request", 1))
                .containsEntry("hold", lines("request").get(0).get("hold"));
        anna.post("/v1/requests", asking);
        anna.delete("/v1/owners/tab/requests/asked");
        assertThat(line("withdraw-request", 2)).containsEntry("owner", "anna:tab");
        String body = "{\"resource\":\"asked\"}";
        root.post("/v1/owners/boss/shown", body);
        root.post("/v1/owners/boss/mute", body.replace("}", ",\"muted\":false}"));
        assertThat(line("mute-requests", 1)).containsEntry("muted", false);
        Object id = anna.post("/v1/requests", asking).first("requests").get("id");
        String answer = "{\"request\":\"" + id + "\",\"answer\":\"in\",\"within\":\"1h\",\"message\":\"between us\"}";
        root.post("/v1/owners/boss/answers", answer.replace("{", "{\"resource\":\"asked\","));
        assertThat(line("answer-request", 1)).containsEntry("answer", "promised");
        root.post("/v1/locks/asked/answers", answer.replace("\"in\"", "\"now\""));
        assertThat(line("answer-request", 2)).containsEntry("user", "root").containsEntry("answer", "handed");
        root.take("again", "boss");
        for (int i = 0; i < 3; i++) {
            Told told = anna.post("/v1/requests", asking.replace("asked", "again"));
            anna.delete("/v1/requests/" + told.text("receipt"));
        }
        anna.post("/v1/requests", asking.replace("asked", "again"));
        assertThat(line("denied", 1)).containsEntry("why", "too-often").containsEntry("resource", "again");
        assertThat(Files.readString(files.current())).doesNotContain("between us");
        requireIntact();
    }

    @Test
    void everyCallThatChangesSomething_isNamedInThisClass() throws Exception {
        Map<?, ?> paths = (Map<?, ?>) server.http().get("/openapi.json").json().get("paths");
        Set<String> changing = new TreeSet<>();
        paths.forEach((path, calls) -> ((Map<?, ?>) calls)
                .keySet().stream()
                        .filter(method ->
                                Set.of("post", "put", "patch", "delete").contains(method))
                        .forEach(method -> changing.add(method + " " + path)));
        assertThat(changing)
                .as("a new call needs its deed, and a line in a test above")
                .containsExactlyInAnyOrder(
                        "post /v1/requests",
                        "delete /v1/requests/{receipt}",
                        "delete /v1/owners/{owner}/requests/{resource}",
                        "post /v1/owners/{owner}/answers",
                        "post /v1/locks/{resource}/answers",
                        "post /v1/owners/{owner}/shown",
                        "post /v1/owners/{owner}/mute",
                        "post /v1/locks",
                        "delete /v1/locks/{resource}",
                        "delete /v1/holds/{receipt}",
                        "post /v1/holds/{receipt}/heartbeat",
                        "post /v1/heartbeats",
                        "post /v1/looks",
                        "post /v1/releases",
                        "delete /v1/drafts/{resource}",
                        "delete /v1/owners/{owner}/holds",
                        "delete /v1/owners/{owner}/holds/{resource}",
                        "post /v1/admin/locks/{resource}/release",
                        "post /v1/admin/clear",
                        "post /v1/admin/sweep",
                        "post /v1/admin/tokens",
                        "delete /v1/admin/tokens/{token}",
                        // WebhooksTest has their lines.
                        "post /v1/admin/webhooks",
                        "delete /v1/admin/webhooks/{hook}",
                        "post /v1/admin/webhooks/{hook}/pause",
                        "post /v1/admin/webhooks/{hook}/resume",
                        "post /v1/admin/webhooks/{hook}/dead-letters/resend",
                        "post /v1/admin/webhooks/{hook}/dead-letters/{letter}/resend",
                        "delete /v1/admin/webhooks/{hook}/dead-letters/{letter}",
                        "post /v1/fences/check",
                        "post /v1/session",
                        "delete /v1/session");
    }

    @Test
    void idOfARequest_isInTheDescription() throws Exception {
        Map<?, ?> paths = (Map<?, ?>) server.http().get("/openapi.json").json().get("paths");
        paths.forEach((path, calls) -> ((Map<?, ?>) calls).forEach((method, call) -> {
            if (!method.equals("get")) {
                assertThat(((Map<?, ?>) ((Map<?, ?>) call).get("responses")).values())
                        .as("%s %s", method, path)
                        .isNotEmpty()
                        .allSatisfy(answer -> assertThat(String.valueOf(((Map<?, ?>) answer).get("headers")))
                                .contains("X-Request-Id"));
            }
        }));
    }

    @Test
    void textOfOthers_andSecrets_areNotInIt() throws Exception {
        String wrong = "hf_" + "v".repeat(43);
        Http nobody = server.http();
        String receipt = anna.take("s", "tab");
        nobody.send(nobody.request("/v1/holds/" + receipt).header("X-Request-Id", "\u009b31m" + "i".repeat(5_000)));
        nobody.as(wrong).get("/v1/nothing/" + wrong + "?token=" + wrong);
        nobody.get("/" + wrong);
        nobody.send(nobody.request("/v1/locks").method("M".repeat(500), HttpRequest.BodyPublishers.noBody()));
        nobody.send(nobody.request("/v1/locks").header("Authorization", "Basic c2VjcmV0"));
        anna.post("/v1/locks", Http.taking("t", "tab", ",\"note\":\"a note\""));
        line("denied", 5);
        line("acquire", 2);
        String text = Files.readString(files.current());
        assertThat(text)
                .doesNotContain(
                        wrong,
                        annasToken.secret(),
                        receipt.substring(0, 20),
                        "c2VjcmV0",
                        "a note",
                        "\u009b",
                        "i".repeat(300),
                        "M".repeat(30));
        assertThat(Files.readAllLines(files.current())).allMatch(line -> line.length() < 8_000);
    }

    @Test
    void flood_ofDenials_isCounted_andHidesNoOther() throws Exception {
        Http nobody = server.http();
        for (int i = 0; i < 150; i++) {
            nobody.get("/v1/locks");
        }
        anna.post("/v1/admin/clear", "{}");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> lines("denied").stream().anyMatch(line -> "anna".equals(line.get("user"))));
        assertThat(lines("denied").size()).isBetween(100, 140);
        int listed = lines("denied").size() - 1;
        server.close();
        assertThat(lines("denials").stream()
                        .mapToLong(line -> (Long) line.get("count"))
                        .sum())
                .isEqualTo(150 - listed);
        requireIntact();
    }

    /** Puts a file in the place of the folder, so that nothing can be written; also root cannot. */
    private void breakLog() throws IOException {
        Files.move(files.folder(), folder.resolve("away"));
        Files.writeString(files.folder(), "");
    }

    private void repairLog() throws IOException {
        Files.delete(files.folder());
        Files.move(folder.resolve("away"), files.folder());
    }

    @Test
    void unwritable_grantsNothing_andEverythingElseGoesOn() throws Exception {
        String receipt = anna.take("kept", "tab");
        String other = anna.take("given-back", "tab");
        breakLog();
        Told refused = anna.post("/v1/locks", Http.taking("first", "tab", ""));
        assertThat(refused.status()).as("granted, not recorded, taken back").isEqualTo(503);
        assertThat(refused.text("title")).isEqualTo("Audit log unavailable");
        assertThat(refused.text("detail")).contains("operator").doesNotContain(folder.toString());
        assertThat(root.get("/v1/locks/first").status()).as("nobody has it").isEqualTo(404);
        for (int i = 0; i < 3; i++) {
            assertThat(anna.post("/v1/locks", Http.taking("more" + i, "tab", ",\"wait\":\"1s\""))
                            .status())
                    .isEqualTo(503);
        }
        assertThat(anna.post("/v1/holds/" + receipt + "/heartbeat", "{}").status())
                .isEqualTo(200);
        assertThat(anna.delete("/v1/holds/" + other).status()).isEqualTo(204);
        assertThat(root.post("/v1/admin/locks/kept/release", "{\"reason\":\"x\"}")
                        .status())
                .isEqualTo(200);
        assertThat(root.get("/metrics").response().body()).contains("holdfast_audit_log_writable 0.0");
        repairLog();
        await().atMost(Duration.ofMinutes(1))
                .until(() ->
                        anna.post("/v1/locks", Http.taking("again", "tab", "")).status() == 201);
        assertThat(line("gap", 1)).containsEntry("missed", 0L);
        assertThat(line("undo", 1)).containsEntry("resource", "first");
        line("force-release", 1);
        line("release", 1);
        requireIntact();
    }

    @Test
    void unwritable_whereThatIsAllowed_grantsAllTheSame() throws Exception {
        server.close();
        server = start(new AuditOptions(
                files.current(), false, AuditOptions.DEFAULT_BYTES, AuditOptions.DEFAULT_KEEP, 0, false, null));
        breakLog();
        anna.take("first", "tab");
        anna.take("second", "tab");
        repairLog();
        assertThat(line("gap", 1)).containsEntry("missed", 0L);
        assertThat(line("acquire", 2)).containsEntry("resource", "second");
        requireIntact();
    }

    @Test
    void asManyGrantsAsAnswers_underLoad() throws Exception {
        AtomicInteger granted = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            int own = t;
            Supplier<Http> caller = () -> own % 2 == 0 ? anna : root;
            Thread thread = new Thread(() -> {
                try {
                    for (int i = 0; i < 60; i++) {
                        Told told = caller.get().post("/v1/locks", Http.taking("r" + i % 7, "o" + own, ""));
                        if (told.status() == 201) {
                            granted.incrementAndGet();
                            caller.get()
                                    .delete("/v1/holds/" + told.first("holds").get("receipt"));
                        }
                    }
                } catch (IOException | InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(lines("acquire")).as("at the time of the last answer").hasSize(granted.get());
        server.close();
        assertThat(lines("release")).hasSize(granted.get());
        assertThat(lines("acquire").stream().map(line -> line.get("hold")).collect(Collectors.toSet()))
                .hasSize(granted.get());
        requireIntact();
    }

    @Test
    void requestIds_doNotCount() throws Exception {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String id = server.http().get("/v1/locks").header("X-Request-Id");
            assertThat(id).matches("[0-9a-f]{16}");
            ids.add(Long.parseUnsignedLong(id, 16));
        }
        for (int i = 1; i < ids.size(); i++) {
            assertThat(Math.abs(ids.get(i) - ids.get(i - 1))).isGreaterThan(1_000_000);
        }
    }

    @Test
    void secondServer_onTheSameFile_isRefused() {
        assertThatThrownBy(() -> start(AuditOptions.of(files.current())))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("another server writes it");
    }

    @Test
    void withoutIt_nothingIsWritten_andNoIdAnswered() throws Exception {
        server.close();
        long before = Files.size(files.current());
        server = start(null);
        Told told = anna.post("/v1/locks", Http.taking("r", "tab", ""));
        assertThat(told.status()).isEqualTo(201);
        assertThat(told.header("X-Request-Id")).isEmpty();
        assertThat(Files.size(files.current())).isEqualTo(before);
    }
}
