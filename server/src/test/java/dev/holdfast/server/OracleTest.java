package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Policy.Scope;
import dev.holdfast.Policy.WaitPolicy;
import dev.holdfast.Preset;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.server.Http.Told;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What others learn of hidden holds by asking often, or in another way. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OracleTest {
    private static Guarded hidden(UnaryOperator<Policy.Builder> more) {
        return Guarded.byTokens(Policies.of(Preset.OFFLINE)
                .and(more.apply(Preset.OFFLINE.policy().toBuilder().privacy(Privacy.HIDDEN))
                        .build()));
    }

    private static Http caller(Guarded server, String user, String... rights) {
        return server.http().as(server.token(user, rights).secret());
    }

    private static long fence(Guarded server, String resource) {
        return server.locks().view(resource).holders().get(0).hold().fence();
    }

    private static Told check(Http http, String resource, long fence) throws Exception {
        return http.post("/v1/fences/check", Json.write(Map.of("resource", resource, "fence", fence)));
    }

    @Test
    void fence_ofAHiddenHold_isCheckedForItsHolderAndAdministratorsAlone() throws Exception {
        try (Guarded server = hidden(policy -> policy)) {
            Http mia = caller(server, "mia", "editor");
            mia.take("r", "o");
            long fence = fence(server, "r");
            assertThat(check(mia, "r", fence).text("valid")).isEqualTo("true");
            assertThat(check(mia, "r", fence + 1).text("valid")).isEqualTo("false");
            assertThat(check(caller(server, "root", "admin"), "r", fence).text("valid"))
                    .isEqualTo("true");
            assertThat(check(caller(server, "tom", "editor"), "r", fence).text("valid"))
                    .isEqualTo("false");
            assertThat(check(caller(server, "rita", "reader"), "r", fence).status())
                    .isEqualTo(403);
        }
    }

    @Test
    void forcedRelease_tellsOfTheHoldWhatItsPolicySays() throws Exception {
        try (Guarded server = hidden(policy -> policy.forceByAnyone(true))) {
            Http mia = caller(server, "mia", "editor");
            for (String role : new String[] {"editor", "admin"}) {
                mia.receipt(Http.taking("r", "tab-7", ",\"note\":\"between us\""));
                Told told =
                        caller(server, "tom-" + role, role).post("/v1/admin/locks/r/release", "{\"reason\":\"late\"}");
                assertThat(told.status()).isEqualTo(200);
                assertThat(told.first("released").get("resource")).isEqualTo("r");
                assertThat(told.response().body().contains("between us"))
                        .as(role)
                        .isEqualTo(role.equals("admin"));
                assertThat(told.response().body().contains("mia")).as(role).isEqualTo(role.equals("admin"));
            }
        }
    }

    @Test
    void history_isLimitedToWhatTheCallerMaySee() throws Exception {
        try (Guarded server = Guarded.byTokens()) {
            Http mia = caller(server, "mia", "editor");
            for (int i = 0; i < 5; i++) {
                mia.take("seen/" + i, "o");
            }
            for (int i = 0; i < 40; i++) {
                mia.take("unseen/" + i, "o");
            }
            Http tom = caller(server, "tom", "reader:seen/");
            Told told = tom.get("/v1/history?limit=3");
            assertThat((List<?>) told.json().get("events")).hasSize(3);
            assertThat(told.first("events").get("resource")).isEqualTo("seen/4");
        }
    }

    @Test
    void slot_takenElsewhere_tellsNothingOfTheOtherHold() throws Exception {
        try (Guarded server = Guarded.byTokens(Policies.of(Preset.OFFLINE)
                .and(Preset.OFFLINE.policy().toBuilder()
                        .waiting(WaitPolicy.NEVER)
                        .scope(new Scope("scene/*", false))
                        .build()))) {
            Http mia = caller(server, "mia", "editor");
            mia.receipt(Http.taking("scene/9/a", "tab-7", ",\"note\":\"between us\""));
            Hold hold = server.locks().view("scene/9/a").holders().get(0).hold();
            Http tom = caller(server, "tom", "editor:scene/9/b");
            Told refused = tom.post("/v1/locks", Http.taking("scene/9/b", "t", ""));
            assertThat(refused.text("why")).isEqualTo("slot-taken");
            assertThat(refused.response().body())
                    .doesNotContain("mia", "between us", "tab-7", "scene/9/a", String.valueOf(hold.until()));
            assertThat(refused.text("retryAt")).isEqualTo("null");
            assertThat(mia.post("/v1/locks", Http.taking("scene/9/b", "t", ""))
                            .response()
                            .body())
                    .as("the own one")
                    .contains("between us");
            Http limited = caller(server, "mia", "editor:scene/9/b");
            assertThat(limited.post("/v1/locks", Http.taking("scene/9/b", "t", ""))
                            .response()
                            .body())
                    .as("without a right to look there")
                    .doesNotContain("between us");
        }
    }

    @Test
    void processes_ofThisMachine_cannotBeNamedFromElsewhere() throws Exception {
        try (Guarded server = Guarded.byTokens()) {
            Http mia = caller(server, "mia", "editor");
            ProcessId self = ProcessTable.system().self();
            for (Map<String, Object> process : List.<Map<String, Object>>of(
                    Map.of(
                            "pid",
                            self.pid(),
                            "host",
                            self.host(),
                            "boot",
                            self.boot(),
                            "namespace",
                            self.namespace(),
                            "start",
                            self.start()),
                    Map.of("pid", self.pid(), "host", self.host()),
                    Map.of("pid", self.pid()))) {
                String body = Json.write(
                        Map.of("resources", List.of("r"), "owner", Map.of("id", "o", "processes", List.of(process))));
                assertThat(bound(mia, mia.posting("/v1/locks", body)))
                        .as("from here")
                        .isEqualTo(1);
                mia.delete("/v1/locks/r");
                assertThat(bound(mia, mia.posting("/v1/locks", body).header("X-Forwarded-For", "192.0.2.1")))
                        .as("from elsewhere")
                        .isZero();
                mia.delete("/v1/locks/r");
            }
            String foreign = Json.write(Map.of(
                    "resources",
                    List.of("r"),
                    "owner",
                    Map.of(
                            "id",
                            "o",
                            "processes",
                            List.of(Map.of("pid", 7, "host", "another", "boot", "b", "namespace", "n")))));
            assertThat(bound(mia, mia.posting("/v1/locks", foreign).header("X-Forwarded-For", "192.0.2.1")))
                    .isEqualTo(1);
        }
    }

    private static int bound(Http http, HttpRequest.Builder request) throws Exception {
        Told told = http.send(request);
        assertThat(told.status()).as(told.response().body()).isEqualTo(201);
        return ((List<?>) told.first("holds").get("processes")).size();
    }

    /** Reads a stream up to the word that it is complete. */
    private static List<String> stream(Http caller, String lastEventId) throws IOException, InterruptedException {
        HttpRequest.Builder request = caller.request("/v1/events?prefix=a");
        if (!lastEventId.isEmpty()) {
            request.header("Last-Event-ID", lastEventId);
        }
        List<String> read = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                HttpClient.newHttpClient()
                        .send(request.build(), BodyHandlers.ofInputStream())
                        .body(),
                StandardCharsets.UTF_8))) {
            boolean ready = false;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                read.add(line);
                ready |= line.equals("event: ready");
                if (ready && line.startsWith("id: ")) {
                    return read;
                }
            }
        }
        return read;
    }

    private static String lastId(List<String> lines) {
        return lines.get(lines.size() - 1).substring("id: ".length());
    }

    private static List<String> data(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("data: ") && line.contains("resource"))
                .toList();
    }

    @Test
    void events_tellNeitherHowManyNorWhen() throws Exception {
        try (Guarded server = hidden(policy -> policy)) {
            Http mia = caller(server, "mia", "editor");
            Http tom = caller(server, "tom", "reader:a");
            mia.take("a/1", "o");
            String before =
                    server.locks().view("a/1").holders().get(0).hold().since().toString();
            String first = lastId(stream(tom, ""));
            assertThat(first).matches("[0-9a-f]{32}");
            assertThat(lastId(stream(tom, ""))).as("the same state").isNotEqualTo(first);
            List<String> snapshot = stream(tom, "");
            assertThat(data(snapshot))
                    .singleElement()
                    .asString()
                    .contains("a/1")
                    .doesNotContain(before);
            assertThat(snapshot)
                    .as("ids are for what is complete")
                    .filteredOn(line -> line.startsWith("id: ") && !line.equals("id: "))
                    .hasSize(1);

            try (Watch watch = new Watch(caller(server, "root", "admin"))) {
                mia.delete("/v1/locks/a%2F1");
                watch.until("\"resource\":\"a/1\",\"free\":true");
                mia.take("a/2", "o");
                watch.until("\"resource\":\"a/2\",\"free\":false");
                mia.delete("/v1/locks/a%2F2");
                watch.until("\"resource\":\"a/2\",\"free\":true");
                mia.take("a/2", "o");
                watch.until("\"resource\":\"a/2\",\"free\":false");
            }
            List<String> resumed = stream(tom, first);
            assertThat(resumed).contains("event: resumed");
            assertThat(data(resumed))
                    .as("the last state of each, as a snapshot would say")
                    .satisfiesExactly(
                            one -> assertThat(one).contains("a/1", "\"free\":true"),
                            two -> assertThat(two).contains("a/2", "\"free\":false"));
            assertThat(stream(tom, "0".repeat(32))).contains("event: snapshot");
        }
    }

    /** Waits for events of a stream. */
    private static final class Watch implements AutoCloseable {
        private final BufferedReader lines;

        Watch(Http http) throws Exception {
            lines = new BufferedReader(new InputStreamReader(
                    HttpClient.newHttpClient()
                            .send(http.request("/v1/events").build(), BodyHandlers.ofInputStream())
                            .body(),
                    StandardCharsets.UTF_8));
            until("event: ready");
        }

        void until(String text) throws IOException {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.contains(text)) {
                    return;
                }
            }
            throw new AssertionError("The stream ended before " + text);
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }
}
