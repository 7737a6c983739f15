package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Policies;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Preset;
import dev.holdfast.server.Http.Told;
import dev.holdfast.server.options.LimitOptions;
import dev.holdfast.server.options.Quota;
import dev.holdfast.server.options.Quotas;
import dev.holdfast.server.options.SignInOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests to holders over HTTP: what the asker, the holder and others learn of them. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RequestsTest {
    private static final String RESOURCE = "scene/9";
    private static final String PATH = "scene%2F9";

    private static Guarded server(Privacy privacy) {
        return Guarded.byTokens(Policies.of(Preset.OFFLINE)
                .and(Preset.OFFLINE.policy().toBuilder().privacy(privacy).build()));
    }

    private static Http caller(Guarded server, String user, String role) {
        return server.http().as(server.token(user, role).secret());
    }

    private static String asking(String owner, String more) {
        return "{\"resource\":\"" + RESOURCE + "\",\"owner\":{\"id\":\"" + owner + "\"}" + more + "}";
    }

    private static Told ask(Http http, String owner) throws Exception {
        Told told = http.post("/v1/requests", asking(owner, ",\"message\":\"May I have it?\""));
        assertThat(told.status()).as(told.response().body()).isEqualTo(201);
        return told;
    }

    private static String escaped(String receipt) {
        return receipt.replace("/", "%2F");
    }

    private static Map<?, ?> found(Http http, String receipt) throws Exception {
        return http.get("/v1/requests/" + escaped(receipt)).first("requests");
    }

    @Test
    @Tag("safety")
    void request_isAskedShownPromisedAndHandedOver() throws Exception {
        try (Guarded server = server(Privacy.OPEN)) {
            Http mia = caller(server, "mia", "editor");
            Http ben = caller(server, "ben", "editor");
            String held = mia.take(RESOURCE, "tab-7");
            Told asked = ask(ben, "tab-8");
            String receipt = asked.text("receipt");
            String id = String.valueOf(asked.first("requests").get("id"));
            assertThat(asked.text("sentence")).isEqualTo("The holder of scene/9 has been asked to hand it over.");
            assertThat(asked.text("unreachable")).isEqualTo("0");

            Map<?, ?> heard =
                    mia.post("/v1/holds/" + escaped(held) + "/heartbeat", "{}").first("requests");
            assertThat(heard.get("asker")).isEqualTo("ben");
            assertThat(heard.get("message")).isEqualTo("May I have it?");
            assertThat(mia.post(
                                    "/v1/owners/tab-7/shown",
                                    "{\"resource\":\"" + RESOURCE + "\",\"request\":\"" + id + "\"}")
                            .text("held"))
                    .isEqualTo("true");
            assertThat(found(ben, receipt).get("shown")).isNotNull();

            Told promised = mia.post(
                    "/v1/owners/tab-7/answers",
                    "{\"resource\":\"" + RESOURCE + "\",\"request\":\"" + id
                            + "\",\"answer\":\"in\",\"within\":\"10m\",\"message\":\"soon\"}");
            assertThat(promised.text("state")).isEqualTo("promised");
            assertThat(found(ben, receipt).get("until")).isEqualTo(promised.text("until"));
            assertThat(found(ben, receipt).get("reply")).isEqualTo("soon");

            Told handed = mia.post("/v1/locks/" + PATH + "/answers", "{\"request\":\"" + id + "\",\"answer\":\"now\"}");
            assertThat(handed.text("state")).as("for any owner of the user").isEqualTo("handed");
            assertThat(found(ben, receipt).get("state")).isEqualTo("handed");
            Told taken = ben.post("/v1/locks", Http.taking(RESOURCE, "tab-8", ",\"receipt\":\"" + receipt + "\""));
            assertThat(taken.status()).isEqualTo(201);
            assertThat(mia.post("/v1/holds/" + escaped(held) + "/heartbeat", "{}")
                            .status())
                    .isEqualTo(410);
            String metrics =
                    caller(server, "olga", "admin").get("/metrics").response().body();
            assertThat(metrics)
                    .contains("holdfast_requests_total{result=\"asked\"} 1.0")
                    .contains("holdfast_request_answers_total{answer=\"handed\"} 1.0")
                    .contains("holdfast_request_answers_total{answer=\"promised\"} 1.0");
        }
    }

    @Test
    void request_thatIsNotMade_saysWhy() throws Exception {
        try (Guarded server = server(Privacy.OPEN)) {
            Http mia = caller(server, "mia", "editor");
            Http ben = caller(server, "ben", "editor");
            assertThat(ben.post("/v1/requests", asking("b", "")).text("why")).isEqualTo("free");
            mia.take(RESOURCE, "m");
            assertThat(mia.post("/v1/requests", asking("m", "")).text("why")).isEqualTo("own");
            for (int i = 0; i < 3; i++) {
                String receipt = ask(ben, "b").text("receipt");
                Told again = ben.post("/v1/requests", asking("another", ""));
                assertThat(again.status()).isEqualTo(409);
                assertThat(again.text("why")).isEqualTo("open-already");
                assertThat(ben.delete("/v1/requests/" + escaped(receipt)).text("withdrawn"))
                        .isEqualTo("true");
                assertThat(ben.delete("/v1/requests/" + escaped(receipt)).text("withdrawn"))
                        .isEqualTo("false");
            }
            Told often = ben.post("/v1/requests", asking("b", ""));
            assertThat(often.text("why")).isEqualTo("too-often");
            assertThat(often.text("retryAt")).endsWith("Z");
            assertThat(mia.post("/v1/owners/m/mute", "{\"resource\":\"" + RESOURCE + "\"}")
                            .text("held"))
                    .isEqualTo("true");
            assertThat(caller(server, "eve", "editor")
                            .post("/v1/requests", asking("e", ""))
                            .text("why"))
                    .isEqualTo("muted");
        }
        try (Guarded server = Guarded.byTokens(Policies.of(Preset.COMPOSE))) {
            caller(server, "mia", "editor").take(RESOURCE, "m");
            assertThat(caller(server, "ben", "editor")
                            .post("/v1/requests", asking("b", ""))
                            .text("why"))
                    .isEqualTo("off");
        }
    }

    @Test
    void answers_areForOwnHoldsOfTheRequestAlone() throws Exception {
        try (Guarded server = server(Privacy.OPEN)) {
            Http mia = caller(server, "mia", "editor");
            Http ben = caller(server, "ben", "editor");
            Http eve = caller(server, "eve", "editor");
            mia.take(RESOURCE, "m");
            Told asked = ask(ben, "b");
            String id = String.valueOf(asked.first("requests").get("id"));
            String now = "{\"request\":\"" + id + "\",\"answer\":\"now\"}";
            assertThat(eve.post("/v1/locks/" + PATH + "/answers", now).status()).isEqualTo(404);
            assertThat(eve.post("/v1/owners/m/answers", now.replace("{", "{\"resource\":\"" + RESOURCE + "\","))
                            .status())
                    .isEqualTo(404);
            assertThat(eve.get("/v1/requests/" + escaped(asked.text("receipt")))
                            .response()
                            .body())
                    .as("the receipt of another")
                    .isEqualTo("{\"requests\":[]}");
            assertThat(eve.delete("/v1/requests/" + escaped(asked.text("receipt")))
                            .text("withdrawn"))
                    .isEqualTo("false");
            assertThat(eve.delete("/v1/owners/b/requests/" + PATH).text("withdrawn"))
                    .isEqualTo("false");
            assertThat(mia.post("/v1/locks/" + PATH + "/answers", now.replace(id, "g".repeat(32)))
                            .text("detail"))
                    .isEqualTo("'request' must be the id of a request: 32 hexadecimal digits.");
            assertThat(mia.post("/v1/locks/" + PATH + "/answers", now.replace("now", "in"))
                            .status())
                    .isEqualTo(422);
            assertThat(mia.post("/v1/locks/" + PATH + "/answers", now.replace("now", "no\",\"message\":\"not yet"))
                            .text("state"))
                    .isEqualTo("declined");
            Map<?, ?> mine = ben.get("/v1/owners/b/requests").first("asked");
            assertThat(mine.get("state")).isEqualTo("declined");
            assertThat(mine.get("reply")).isEqualTo("not yet");
        }
    }

    @Test
    void session_thatEnds_withdrawsItsRequests() throws Exception {
        try (Guarded server = server(Privacy.OPEN)) {
            caller(server, "mia", "editor").take(RESOURCE, "m");
            Http http = server.http();
            Told begun = caller(server, "ben", "editor").post("/v1/session", "{}");
            String cookie = begun.header("Set-Cookie").split(";", 2)[0];
            String csrf = begun.text("csrf");
            Told asked = http.send(http.posting("/v1/requests", asking("tab", ""))
                    .header("Cookie", cookie)
                    .header("X-Holdfast-CSRF", csrf));
            assertThat(asked.status()).isEqualTo(201);
            assertThat(server.locks().view(RESOURCE).requests()).hasSize(1);
            http.send(http.request("/v1/session")
                    .header("Cookie", cookie)
                    .header("X-Holdfast-CSRF", csrf)
                    .DELETE());
            assertThat(server.locks().view(RESOURCE).requests()).isEmpty();
        }
    }

    @Test
    void quota_countsWhatIsAskedFor() throws Exception {
        Quota one = new Quota(4, 1, 4, 1_000_000, 4, 4, 1, 1);
        try (Guarded server = new Guarded(ServerOptions.DEFAULT
                .port(0)
                .signIn(SignInOptions.TOKENS)
                .limits(LimitOptions.SIGNED_IN.quotas(new Quotas(one, one, one))))) {
            Http mia = caller(server, "mia", "editor");
            mia.take(RESOURCE, "m");
            Http ben = caller(server, "ben", "editor");
            ben.take("other", "b");
            assertThat(ben.post("/v1/requests", asking("b", "")).status()).isEqualTo(429);
            ben.delete("/v1/locks/other");
            ask(ben, "b");
            assertThat(ben.post("/v1/locks", Http.taking("other", "b", "")).status())
                    .isEqualTo(429);
        }
    }

    /** Reads a stream to the words that end it. */
    private static List<String> stream(Http caller, String until, Change change) throws Exception {
        List<String> read = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                caller.open(caller.request("/v1/events?prefix=").GET()).body(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            for (; line != null && !line.equals("event: ready"); line = lines.readLine()) {
                read.add(line);
            }
            change.make();
            while (line != null && !line.contains(until)) {
                line = lines.readLine();
                read.add(String.valueOf(line));
            }
        }
        return read.stream()
                .filter(line -> line.startsWith("data: {\"resource\""))
                .toList();
    }

    private interface Change {
        void make() throws IOException, InterruptedException;
    }

    private static void conversation(Http mia, Http ben, Http other) throws IOException, InterruptedException {
        Told asked = ben.post("/v1/requests", asking("tab-8", ",\"message\":\"May I have it?\""));
        String id = String.valueOf(asked.first("requests").get("id"));
        mia.post("/v1/owners/tab-7/shown", "{\"resource\":\"" + RESOURCE + "\"}");
        String answer = "{\"request\":\"" + id + "\",\"answer\":\"in\",\"within\":\"10m\"}";
        mia.post("/v1/locks/" + PATH + "/answers", answer);
        other.take("end", "other");
    }

    /** A stream without the event would not end. */
    @Test
    void events_tellHolderAndAskerOfEachStep_alsoWhereTheHolderIsHidden() throws Exception {
        for (Privacy privacy : Privacy.values()) {
            try (Guarded server = server(privacy)) {
                Http mia = caller(server, "mia", "editor");
                Http ben = caller(server, "ben", "editor");
                mia.take(RESOURCE, "tab-7");
                String[] request = new String[1];
                String about = "data: {\"resource\":\"" + RESOURCE + "\"";
                Change asks = () -> request[0] = String.valueOf(ben.post("/v1/requests", asking("tab-8", ""))
                        .first("requests")
                        .get("id"));
                stream(mia, "\"asker\":\"ben\"", asks);
                String declined = "{\"request\":\"" + request[0] + "\",\"answer\":\"no\"}";
                assertThat(stream(ben, about, () -> mia.post("/v1/locks/" + PATH + "/answers", declined)))
                        .last()
                        .asString()
                        .as("it is not open any more")
                        .doesNotContain(request[0]);
                stream(mia, "\"asker\":\"ben\"", asks);
                String promised = "{\"request\":\"" + request[0] + "\",\"answer\":\"in\",\"within\":\"10m\"}";
                stream(ben, "\"state\":\"promised\"", () -> mia.post("/v1/locks/" + PATH + "/answers", promised));
                assertThat(stream(mia, about, () -> ben.delete("/v1/owners/tab-8/requests/" + PATH)))
                        .last()
                        .asString()
                        .doesNotContain(request[0]);
            }
        }
    }

    @Test
    void events_tellEveryoneWhereNothingIsHidden() throws Exception {
        try (Guarded server = server(Privacy.OPEN)) {
            Http mia = caller(server, "mia", "editor");
            Http ben = caller(server, "ben", "editor");
            Http tom = caller(server, "tom", "reader");
            mia.take(RESOURCE, "tab-7");
            List<String> heard = stream(tom, "\"end\"", () -> conversation(mia, ben, ben));
            assertThat(heard.stream().filter(line -> line.contains(RESOURCE)))
                    .as("states in between may be skipped")
                    .hasSizeGreaterThan(1)
                    .first()
                    .asString()
                    .doesNotContain("requests");
            assertThat(heard.get(heard.size() - 2))
                    .contains("\"state\":\"promised\"", "May I have it?", "\"ben\"")
                    .doesNotContain("\"shown\":null");
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("C10: requests to a hidden holder are told to nobody else, and to the asker without the holder")
    void requestsToAHiddenHolder_tellOthersNothing() throws Exception {
        try (Guarded server = server(Privacy.HIDDEN)) {
            Http mia = caller(server, "mia", "editor");
            Http ben = caller(server, "ben", "editor");
            Http tom = caller(server, "tom", "editor");
            Http eve = caller(server, "eve", "editor");
            mia.take(RESOURCE, "tab-7");
            String since = server.locks()
                    .view(RESOURCE)
                    .holders()
                    .get(0)
                    .hold()
                    .since()
                    .toString();
            List<String> secrets = Stream.of("mia", "tab-7", since)
                    .map(text -> text.toLowerCase(Locale.ROOT))
                    .toList();
            List<String> heard = stream(tom, "\"end\"", () -> conversation(mia, ben, eve));
            assertThat(heard.stream().filter(line -> line.contains(RESOURCE)))
                    .as("not even that something happened")
                    .hasSize(1);
            assertThat(String.join("\n", heard)).doesNotContain("requests", "ben");
            ben.delete("/v1/owners/tab-8/requests/" + PATH);
            server.locks().holds().release("end", "eve:other");

            List<String> own = new ArrayList<>(stream(ben, "\"end\"", () -> conversation(mia, ben, eve)));
            assertThat(own.stream().filter(line -> line.contains(RESOURCE)))
                    .as("as it was, asked, promised, or only the last of them; not that it was shown")
                    .hasSizeBetween(1, 3)
                    .allSatisfy(
                            line -> assertThat(line.toLowerCase(Locale.ROOT)).doesNotContain(secrets));
            assertThat(own.get(own.size() - 2)).contains("\"state\":\"promised\"", "\"holder\":null");

            for (Http caller : List.of(ben, tom)) {
                for (String path : List.of(
                        "/v1/locks",
                        "/v1/locks/" + PATH,
                        "/v1/owners/tab-8/requests",
                        "/v1/owners/tab-7/requests",
                        "/v1/history",
                        "/v1/locks?user=ben",
                        "/metrics")) {
                    Told told = caller.get(path);
                    assertThat(told.response().body().toLowerCase(Locale.ROOT))
                            .as(path)
                            .doesNotContain(secrets);
                }
            }
            assertThat(tom.get("/v1/locks/" + PATH).response().body()).doesNotContain("requests", "ben");
            assertThat(tom.post("/v1/requests", asking("t", ""))
                            .response()
                            .body()
                            .toLowerCase(Locale.ROOT))
                    .doesNotContain(secrets);
            assertThat(mia.get("/v1/locks/" + PATH).response().body()).contains("May I have it?", "\"ben\"");
        }
    }

    @Test
    @DisplayName("C10: an event about a request does not replace the last change for those who may not know of it")
    void streamThatIsResumed_hasTheLastState() throws Exception {
        try (Guarded server = server(Privacy.HIDDEN)) {
            Http mia = caller(server, "mia", "editor");
            Http ben = caller(server, "ben", "editor");
            Http tom = caller(server, "tom", "editor");
            String[] id = new String[1];
            stream(tom, "\"free\":false", () -> mia.take("first", "m"));
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                    tom.open(tom.request("/v1/events").GET()).body(), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); id[0] == null; line = lines.readLine()) {
                    id[0] = line.startsWith("id: ") && line.length() > 10 ? line.substring("id: ".length()) : null;
                }
            }
            stream(tom, "\"end\"", () -> {
                mia.take(RESOURCE, "tab-7");
                conversation(mia, ben, ben);
            });
            List<String> resumed = new ArrayList<>();
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                    tom.open(tom.request("/v1/events")
                                    .header("Last-Event-ID", id[0])
                                    .GET())
                            .body(),
                    StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); !line.equals("event: ready"); line = lines.readLine()) {
                    resumed.add(line);
                }
            }
            assertThat(resumed).contains("event: resumed");
            assertThat(resumed.stream().filter(line -> line.contains(RESOURCE)))
                    .singleElement()
                    .asString()
                    .contains("\"free\":false")
                    .doesNotContain("requests");
        }
    }
}
