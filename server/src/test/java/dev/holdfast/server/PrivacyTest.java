package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Hold;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Policies;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Preset;
import dev.holdfast.server.Http.Told;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** C10: what others learn about a holder. Everything that an editor can get hold of is searched for it. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PrivacyTest {
    private static final String RESOURCE = "scene/9/character/4";
    private static final String PATH = "scene%2F9%2Fcharacter%2F4";
    private static final String NOTE = "between us";

    private static Guarded server(Privacy privacy) {
        return Guarded.byTokens(Policies.of(Preset.OFFLINE)
                .and(Preset.OFFLINE.policy().toBuilder()
                        .privacy(privacy)
                        .drafts(true)
                        .build()));
    }

    /** All that a caller reads about the resource, by every call there is. */
    private static List<String> everything(Http caller) throws Exception {
        List<String> read = new ArrayList<>();
        for (String path : List.of(
                "/v1/locks",
                "/v1/locks?prefix=scene",
                "/v1/locks?owner=tab-7",
                "/v1/locks?owner=mia%3Atab-7",
                "/v1/locks?user=mia",
                "/v1/locks?state=live",
                "/v1/locks?state=waiting",
                "/v1/locks/" + PATH,
                "/v1/policies/" + PATH,
                "/v1/drafts/" + PATH,
                "/v1/history",
                "/v1/history?owner=tab-7",
                "/v1/history?owner=mia%3Atab-7",
                "/v1/session",
                "/metrics",
                "/health")) {
            read.add(told(caller.get(path)));
        }
        read.add(told(caller.post("/v1/locks", Http.taking(RESOURCE, "tab-8", ""))));
        read.add(told(caller.post("/v1/locks", Http.taking(RESOURCE, "tab-8", ",\"wait\":\"100ms\""))));
        read.add(told(caller.post("/v1/fences/check", "{\"resource\":\"" + RESOURCE + "\",\"fence\":1}")));
        read.add(told(caller.get("/v1/owners/tab-7/requests")));
        read.add(told(caller.get("/v1/owners/mia%3Atab-7/requests")));
        String asking = "{\"resource\":\"" + RESOURCE + "\",\"owner\":{\"id\":\"tab-9\"}}";
        read.add(told(caller.post("/v1/requests", asking)));
        read.add(told(caller.get("/v1/owners/tab-9/requests")));
        read.add(told(caller.delete("/v1/owners/tab-9/requests/" + PATH)));
        read.add(events(caller));
        return read;
    }

    private static String told(Told told) {
        return told.status() + "\n" + told.response().headers().map() + "\n"
                + told.response().body();
    }

    /** The snapshot of a stream, up to the word that it is complete. */
    private static String events(Http caller) throws IOException, InterruptedException {
        var answer = HttpClient.newHttpClient()
                .send(caller.request("/v1/events?prefix=scene").build(), BodyHandlers.ofInputStream());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            return Stream.generate(() -> next(lines))
                    .takeWhile(line -> !line.equals("event: ready"))
                    .collect(Collectors.joining("\n"));
        }
    }

    private static String next(BufferedReader lines) {
        try {
            return Objects.requireNonNullElse(lines.readLine(), "event: ready");
        } catch (IOException e) {
            return "event: ready";
        }
    }

    /** What would give a holder away, and when it came and goes. */
    private static List<String> secrets(Guarded server, String receipt) {
        Hold hold = server.locks().view(RESOURCE).holders().get(0).hold();
        return Stream.of(
                        "mia",
                        "tab-7",
                        NOTE,
                        receipt.substring(0, 20),
                        "fence\":" + hold.fence(),
                        hold.since().toString(),
                        hold.seen().toString(),
                        String.valueOf(hold.until()))
                .map(text -> text.toLowerCase(Locale.ROOT))
                .toList();
    }

    @Test
    @DisplayName("C10: no answer names those who wait for a hidden lock, in the queue or in memory")
    void hiddenWaitersAreNamedNowhere() throws Exception {
        try (Guarded server = server(Privacy.HIDDEN)) {
            server.http().as(server.token("mia", "editor").secret()).take(RESOURCE, "tab-7");
            List<CompletableFuture<HttpResponse<Void>>> waiting = new ArrayList<>();
            for (String user : List.of("quentin", "wilhelmina")) {
                Http http = server.http().as(server.token(user, "editor").secret());
                String body = Http.taking(RESOURCE, "tab-of-" + user, ",\"wait\":\"1h\",\"note\":\"" + NOTE + "\"");
                waiting.add(HttpClient.newHttpClient()
                        .sendAsync(http.posting("/v1/locks", body).build(), BodyHandlers.discarding()));
                await().atMost(Duration.ofMinutes(1))
                        .until(() -> server.locks().view(RESOURCE).queue().size() == waiting.size());
            }
            Http tom = server.http().as(server.token("tom", "editor").secret());
            for (String read : everything(tom)) {
                assertThat(read.toLowerCase(Locale.ROOT)).doesNotContain("quentin", "wilhelmina", "tab-of-", NOTE);
            }
            Http ada = server.http().as(server.token("ada", "admin").secret());
            assertThat(String.join("\n", everything(ada))).contains("quentin", "wilhelmina");
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
        }
    }

    @Test
    @DisplayName("C10: no answer, event or log line names a hidden holder to an editor; an administrator sees all")
    void hidden_holderIsNamedNowhere() throws Exception {
        Queue<String> logged = new ConcurrentLinkedQueue<>();
        Handler capture = capture(logged);
        Logger.getLogger("").addHandler(capture);
        try (Guarded server = server(Privacy.HIDDEN)) {
            Http mia = server.http().as(server.token("mia", "editor").secret());
            Http tom = server.http().as(server.token("tom", "editor").secret());
            Http ada = server.http().as(server.token("ada", "admin").secret());
            String receipt = mia.receipt(Http.taking(RESOURCE, "tab-7", ",\"note\":\"" + NOTE + "\""));
            mia.post(
                    "/v1/holds/" + receipt.replace("/", "%2F") + "/heartbeat",
                    "{\"draft\":{\"revision\":1,\"content\":\"x\"}}");
            List<String> secrets = secrets(server, receipt);

            for (String read : everything(tom)) {
                assertThat(read.toLowerCase(Locale.ROOT)).doesNotContain(secrets);
            }
            assertThat(tom.post("/v1/locks", Http.taking(RESOURCE, "x", "")).text("detail"))
                    .startsWith(RESOURCE + " is held by another user. ");
            String log = String.join("\n", logged).toLowerCase(Locale.ROOT);
            assertThat(log).doesNotContain("tab-7", NOTE, receipt.substring(0, 20));

            String all = String.join("\n", everything(ada)).toLowerCase(Locale.ROOT);
            assertThat(all).contains("mia", NOTE, secrets.get(5));
            assertThat(String.join("\n", everything(mia))).contains("\"name\":\"mia\"", "\"owner\":\"tab-7\"");
        } finally {
            Logger.getLogger("").removeHandler(capture);
        }
    }

    @Test
    @DisplayName("C10: whoever lost a lock to a hidden holder is not told to whom")
    void hidden_takeoverTellsNoName() throws Exception {
        try (Guarded server = server(Privacy.HIDDEN)) {
            Http tom = server.http().as(server.token("tom", "editor").secret());
            Http mia = server.http().as(server.token("mia", "admin").secret());
            String receipt = tom.receipt(Http.taking(RESOURCE, "tab", ""));
            String path = "/v1/holds/" + receipt.replace("/", "%2F");
            tom.post(path + "/heartbeat", "{\"draft\":{\"revision\":1,\"content\":\"so far\"}}");
            mia.receipt(Http.taking(RESOURCE, "tab-7", ",\"takeover\":\"my turn\""));
            Told lost = tom.post(path + "/heartbeat", "{\"draft\":{\"revision\":2,\"content\":\"and on\"}}");
            assertThat(lost.status()).isEqualTo(410);
            assertThat(lost.response().body()).doesNotContain("mia", "tab-7");
            assertThat(lost.text("detail"))
                    .isEqualTo("Your lock on " + RESOURCE
                            + " has ended: another user took it over (my turn). Your text is kept, as it was last"
                            + " saved.");
            assertThat(tom.get("/v1/drafts/" + PATH).text("content")).isEqualTo("and on");
            assertThat(told(tom.get("/v1/history"))).doesNotContain("mia");
        }
    }

    @Test
    void nameOnly_holderIsNamed_andNothingElse() throws Exception {
        try (Guarded server = server(Privacy.NAME_ONLY)) {
            Http mia = server.http().as(server.token("mia", "editor").secret());
            Http tom = server.http().as(server.token("tom", "editor").secret());
            String receipt = mia.receipt(Http.taking(RESOURCE, "tab-7", ",\"note\":\"" + NOTE + "\""));
            List<String> secrets = new ArrayList<>(secrets(server, receipt));
            secrets.remove("mia");
            for (String read : everything(tom)) {
                assertThat(read.toLowerCase(Locale.ROOT)).doesNotContain(secrets);
            }
            assertThat(tom.get("/v1/locks/" + PATH).first("holders").get("name"))
                    .isEqualTo("mia");
        }
    }

    @Test
    @DisplayName("Knowing another's owner id, receipt, key or resource gives nobody that hold")
    void hold_isItsOwners_whateverOthersKnow() throws Exception {
        try (Guarded server = server(Privacy.OPEN)) {
            Http mia = server.http().as(server.token("mia", "editor").secret());
            Http tom = server.http().as(server.token("tom", "editor").secret());
            String body = Http.taking(RESOURCE, "tab-7", "");
            Told taken = mia.send(mia.posting("/v1/locks", body).header("Idempotency-Key", "k1"));
            String receipt = String.valueOf(taken.first("holds").get("receipt"));
            String path = "/v1/holds/" + receipt.replace("/", "%2F");
            mia.post(path + "/heartbeat", "{\"draft\":{\"revision\":1,\"content\":\"mine\"}}");

            assertThat(tom.post("/v1/locks", body).status()).isEqualTo(423);
            assertThat(tom.send(tom.posting("/v1/locks", body).header("Idempotency-Key", "k1"))
                            .status())
                    .isEqualTo(423);
            assertThat(tom.post("/v1/locks", Http.taking(RESOURCE, "tab-7", ",\"receipt\":\"" + receipt + "\""))
                            .status())
                    .isEqualTo(423);
            assertThat(tom.post("/v1/locks", Http.taking(RESOURCE, "tab-7", ",\"takeover\":\"please\""))
                            .status())
                    .isEqualTo(403);
            assertThat(tom.post(path + "/heartbeat", "{}").status()).isEqualTo(404);
            assertThat(tom.get(path).status()).isEqualTo(404);
            assertThat(tom.delete(path).status()).isEqualTo(204);
            assertThat(tom.post("/v1/releases", "{\"receipts\":[\"" + receipt + "\"]}")
                            .text("released"))
                    .isEqualTo("false");
            assertThat(tom.delete("/v1/owners/tab-7/holds").text("released")).isEqualTo("0");
            assertThat(tom.delete("/v1/owners/mia%3Atab-7/holds").text("released"))
                    .isEqualTo("0");
            assertThat(tom.delete("/v1/owners/tab-7/holds/" + PATH).text("released"))
                    .isEqualTo("0");
            assertThat(tom.post("/v1/admin/locks/" + PATH + "/release", "{\"reason\":\"mine\"}")
                            .status())
                    .isEqualTo(403);
            assertThat(tom.get("/v1/drafts/" + PATH).status()).isEqualTo(404);
            assertThat(tom.get("/v1/drafts/" + PATH + "?author=mia").status()).isEqualTo(403);
            assertThat(tom.post(
                                    path + "/heartbeat",
                                    "{\"draft\":{\"revision\":9,\"content\":\"no\",\"author\":\"mia\"}}")
                            .status())
                    .isEqualTo(403);

            LockView view = server.locks().view(RESOURCE);
            assertThat(view.holders())
                    .singleElement()
                    .satisfies(
                            judged -> assertThat(judged.hold().owner().user()).isEqualTo("mia"));
            assertThat(mia.post(path + "/heartbeat", "{}").status()).isEqualTo(200);
            assertThat(mia.get("/v1/drafts/" + PATH).text("content")).isEqualTo("mine");
        }
    }

    @Test
    void resources_outsideOnesRights_areNotSeen() throws Exception {
        try (Guarded server = server(Privacy.OPEN)) {
            Http tom = server.http()
                    .as(server.token("tom", "editor:b/", "reader:c/").secret());
            for (String resource : List.of("a/1", "b/1", "c/1")) {
                server.locks().holds().grant(LockRequest.of(resource).owner(dev.holdfast.Owner.of("x")));
            }
            String listed = tom.get("/v1/locks").response().body();
            assertThat(listed).contains("b/1", "c/1").doesNotContain("a/1");
            assertThat(tom.get("/v1/history").response().body())
                    .contains("b/1", "c/1")
                    .doesNotContain("a/1");
            assertThat(tom.get("/v1/locks/a%2F1").status()).isEqualTo(403);
            assertThat(tom.post("/v1/locks", Http.taking("c/2", "t", "")).status())
                    .isEqualTo(403);
            assertThat(tom.post("/v1/locks", Http.taking("b/2", "t", "")).status())
                    .isEqualTo(201);
        }
    }

    private static Handler capture(Queue<String> logged) {
        Handler capture = new Handler() {
            @Override
            public void publish(LogRecord line) {
                logged.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        capture.setLevel(Level.ALL);
        return capture;
    }
}
