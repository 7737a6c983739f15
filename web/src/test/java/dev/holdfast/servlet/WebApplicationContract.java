package dev.holdfast.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.HandOverRequest;
import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.engines.PostgresServer;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.session.LockLocation;
import dev.holdfast.store.sql.SqlOptions;
import jakarta.servlet.ServletContext;
import java.nio.file.Path;
import java.security.Principal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a web application gets, in every container: two nodes over one PostgreSQL, plain JDBC. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class WebApplicationContract {
    @TempDir
    static Path folder;

    private static final List<String> TOLD = new CopyOnWriteArrayList<>();

    private static PostgresServer postgres;
    private static HikariDataSource pool;
    private static Node.Container container;
    private static Node first;
    private static Node second;
    private static LockManager locks;

    /** As an application has it. */
    static final class Listener extends HoldfastListener {
        private final DataSource source;

        Listener(DataSource source) {
            this.source = source;
        }

        @Override
        protected LockLocation location(ServletContext context) {
            return in(source);
        }

        @Override
        protected void requested(HandOverRequest request) {
            TOLD.add(request.asker().name() + " " + request.state() + " " + request.resource());
        }

        @Override
        protected ServletOptions options(ServletContext context) {
            return super.options(context)
                    .key("0123456789-0123456789-0123456789")
                    .sweep(Duration.ofMillis(50))
                    .callers(new Callers() {
                        @Override
                        public String name(Principal user) {
                            return user.getName().equals("anna") ? "Anna Berg" : user.getName();
                        }
                    });
        }
    }

    static void start(Node.Container kind) throws Exception {
        container = kind;
        postgres = PostgresServer.quick(folder.resolve("postgres"));
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(postgres.jdbcUrl());
        config.setUsername(postgres.user());
        config.setPassword(postgres.password());
        pool = new HikariDataSource(config);
        postgres.execute("CREATE TABLE orders (id int PRIMARY KEY, text text)");
        postgres.execute("INSERT INTO orders SELECT n, 'as it was' FROM generate_series(1, 99) n");
        first = node();
        second = node();
        locks = LockLocation.within(
                        pool, SqlOptions.DEFAULT, ManagerOptions.DEFAULT.policies(Policies.of(Preset.OFFLINE)))
                .locks();
    }

    private static Node node() throws Exception {
        return container.start(folder.resolve("node"), new Listener(pool), new Orders(pool));
    }

    @AfterAll
    static void stop() {
        first.close();
        second.close();
        locks.close();
        pool.close();
        postgres.close();
    }

    private static Hold hold(String resource) {
        return locks.view(resource).holders().stream()
                .map(LockView.Holder::hold)
                .findFirst()
                .orElse(null);
    }

    private static boolean free(String resource) {
        return locks.view(resource).free();
    }

    private static String text(int id) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT text FROM orders WHERE id = " + id)) {
            rows.next();
            return rows.getString(1);
        }
    }

    @Test
    @DisplayName("P6: the owner is the session, with the display name and the user, and no session id")
    void owner_isTheSession() {
        Browser anna = Browser.of("anna", first);
        String session = anna.post("/app/session").body();
        assertThat(anna.post("/app/edit/1").status()).isEqualTo(200);
        Owner owner = hold("order/1").owner();
        assertThat(owner.name()).isEqualTo("Anna Berg");
        assertThat(owner.user()).isEqualTo("anna");
        assertThat(owner.id()).matches("session-[0-9a-f]{40}").doesNotContain(session.substring(0, 8));
    }

    @Test
    @DisplayName("P6: whoever does not lock needs no session")
    void unprotectedRequest_beginsNoSession() {
        assertThat(Browser.of("anna", first).post("/app/who").body()).isEqualTo("nobodytrue");
    }

    @Test
    @DisplayName("P6: the owner is the same after a forward, and in work that the request hands on")
    void owner_isTheSameEverywhereInTheRequest() {
        Browser anna = Browser.of("anna", first);
        anna.post("/app/edit/2");
        assertThat(anna.post("/app/forward/3").status()).isEqualTo(200);
        assertThat(anna.post("/app/async/4").status()).isEqualTo(200);
        assertThat(hold("order/3").owner()).isEqualTo(hold("order/2").owner());
        assertThat(hold("order/4").owner()).isEqualTo(hold("order/2").owner());
    }

    @Test
    @Tag("safety")
    @DisplayName("P6: a client without cookies is its user, on every node, and gets no session")
    void clientWithoutCookies_isItsUser() throws Exception {
        assertThat(signedIn("anna", first, "/app/edit/41").status()).isEqualTo(200);
        Owner owner = hold("order/41").owner();
        assertThat(owner.name()).isEqualTo("Anna Berg");
        assertThat(owner.user()).isEqualTo("anna");
        assertThat(signedIn("anna", second, "/app/edit/41").status()).isEqualTo(200);
        assertThat(signedIn("anna", second, "/app/async/42").status()).isEqualTo(200);
        assertThat(hold("order/42").owner()).isEqualTo(owner);
        assertThat(signedIn("anna", second, "/app/edit/41", Callers.OWNER_HEADER, "second window")
                        .status())
                .isEqualTo(423);
        assertThat(signedIn("ben", second, "/app/edit/41").status()).isEqualTo(423);
        assertThat(signedIn("ben", second, "/app/edit/41", Callers.OWNER_HEADER, "anna")
                        .status())
                .isEqualTo(423);
        assertThat(Browser.of("anna", second).post("/app/edit/41").status())
                .as("a session is another owner")
                .isEqualTo(423);
        assertThat(signedIn("anna", first, "/session/heartbeat").body()).contains("order/41", "order/42");
        assertThat(signedIn("anna", second, "/app/save/41/saved").status()).isEqualTo(200);
        assertThat(text(41)).isEqualTo("saved");
        assertThat(signedIn("ben", first, "/app/edit/41").status()).isEqualTo(200);
    }

    @Test
    @Tag("safety")
    @DisplayName("P6: an Authorization header that signs in no user makes no owner")
    void authorizationWithoutUser_isTheSession() {
        Browser unknown = Browser.of("", first);
        Browser.Answer answer = unknown.send("POST", "/app/edit/43", "", "Authorization", "Bearer nonsense");
        assertThat(answer.header("Set-Cookie")).contains("JSESSIONID");
        assertThat(signedIn("", second, "/app/edit/43").status()).isEqualTo(423);
    }

    /** Sends one request that signs in by itself, without a cookie, and makes sure that none comes back. */
    private static Browser.Answer signedIn(String user, Node node, String path, String... headers) {
        String[] all = Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "Authorization";
        all[headers.length + 1] = "Bearer of " + user;
        Browser.Answer answer = Browser.of(user, node).send("POST", path, "", all);
        assertThat(user.isEmpty() ? "" : answer.header("Set-Cookie")).isEmpty();
        return answer;
    }

    @Test
    @DisplayName("P16: the refusal on another node says who, since when, until when and what to do")
    void refusal_isAProblem() {
        assertThat(Browser.of("anna", first).post("/app/edit/5").status()).isEqualTo(200);
        for (String path : List.of("/app/edit/5", "/app/wrapped/5")) {
            Browser.Answer answer = Browser.of("ben", second).post(path);
            assertThat(answer.status()).isEqualTo(423);
            assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
            assertThat(Integer.parseInt(answer.header("Retry-After"))).isPositive();
            assertThat(answer.json().get("detail"))
                    .asString()
                    .startsWith("order/5 has been held by Anna Berg since ")
                    .contains(" Its lease ends at ")
                    .endsWith("An administrator can release it.");
            assertThat(answer.json()).containsEntry("title", "Locked").containsEntry("instance", path);
        }
    }

    @Test
    @DisplayName("P16: in the language of the browser")
    void refusal_isInTheLanguageOfTheUser() {
        Browser.of("anna", first).post("/app/edit/31");
        Browser.Answer answer = Browser.of("ben", second).send("POST", "/app/edit/31", "", "Accept-Language", "de");
        assertThat(answer.json().get("detail"))
                .asString()
                .startsWith("order/31 ist seit ")
                .contains(" Uhr durch Anna Berg gesperrt. ")
                .endsWith("Die Administration kann die Sperre aufheben.");
    }

    @Test
    @DisplayName("P16: also if the answer was begun; headers and the cookie of a new session stay")
    void refusal_replacesWhatWasBegun() {
        assertThat(Browser.of("Åsa Łuk", first).post("/app/edit/9").status()).isEqualTo(200);
        Browser.Answer answer = Browser.of("ben", second).post("/app/late/9");
        assertThat(answer.status()).isEqualTo(423);
        assertThat(answer.json().get("detail")).asString().startsWith("order/9 has been held by Åsa Łuk since ");
        assertThat(answer.header("X-Frame-Options")).isEqualTo("DENY");
        assertThat(answer.header("Set-Cookie")).contains("JSESSIONID");
    }

    @Test
    @DisplayName("P9: lock and load are one transaction, and a failed load gives the lock back")
    void load_commitsWithTheLock() {
        Browser anna = Browser.of("anna", first);
        assertThat(anna.post("/app/load/6").body()).isEqualTo("as it was");
        assertThat(free("order/6")).isFalse();
        assertThat(anna.post("/app/load/1000").status()).isEqualTo(500);
        assertThat(free("order/1000")).isTrue();
    }

    @Test
    @Tag("safety")
    @DisplayName("P14: a save without the lock is refused and changes nothing; with it, saving gives it back")
    void save_isVerified() throws Exception {
        Browser anna = Browser.of("anna", first);
        Browser.Answer forgotten = anna.post("/app/save/7/forgotten");
        assertThat(forgotten.status()).isEqualTo(409);
        assertThat(forgotten.json().get("detail")).asString().startsWith("order/7 is not locked for you");
        assertThat(text(7)).isEqualTo("as it was");
        anna.post("/app/load/7");
        assertThat(anna.post("/app/save/7/saved").status()).isEqualTo(200);
        assertThat(text(7)).isEqualTo("saved");
        assertThat(free("order/7")).isTrue();
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: in a transaction of the application's own, the lock counts once that is committed")
    void ownTransaction_decides() {
        Browser anna = Browser.of("anna", first);
        assertThat(anna.post("/app/own/8/rollback").status()).isEqualTo(200);
        assertThat(free("order/8")).isTrue();
        assertThat(anna.post("/app/own/8/commit").status()).isEqualTo(200);
        assertThat(hold("order/8").owner().user()).isEqualTo("anna");
    }

    @Test
    @DisplayName("P7: signing out releases all that the session has")
    void invalidated_isReleased() {
        Browser anna = Browser.of("anna", first);
        Browser other = Browser.of("anna", first);
        anna.post("/app/edit/11");
        anna.post("/app/edit/12");
        other.post("/app/edit/13");
        anna.post("/app/logout");
        assertThat(free("order/11")).isTrue();
        assertThat(free("order/12")).isTrue();
        assertThat(free("order/13")).isFalse();
    }

    @Test
    @DisplayName("P7: a session that gets another id is another owner")
    void changedId_isReleased() {
        Browser anna = Browser.of("anna", first);
        anna.post("/app/edit/14");
        String before = hold("order/14").owner().id();
        anna.post("/app/login");
        assertThat(free("order/14")).isTrue();
        anna.post("/app/edit/14");
        assertThat(hold("order/14").owner().id()).isNotEqualTo(before);
    }

    @Test
    @DisplayName("P7: a session that times out releases what it has")
    void timedOut_isReleased() {
        Browser anna = Browser.of("anna", first);
        anna.post("/app/edit/15");
        anna.post("/app/short");
        await().atMost(Duration.ofSeconds(90)).until(() -> free("order/15"));
    }

    @Test
    @DisplayName("P7: a node that is shut down releases what its sessions have")
    void shutDown_isReleased() throws Exception {
        Node third = node();
        Browser.of("anna", third).post("/app/edit/16");
        assertThat(free("order/16")).isFalse();
        third.close();
        assertThat(locks.list("order/16")).extracting(LockView::resource).isEmpty();
    }

    @Test
    @DisplayName("P7: what is over is swept away on a schedule")
    void sweep_tidiesByItself() throws Exception {
        locks.holds().grant(LockRequest.of("order/17").owner(Owner.of("gone")).ttl(Duration.ofMillis(50)));
        await().atMost(Duration.ofSeconds(90))
                .until(() -> locks.view("order/17").holders().isEmpty());
    }

    @Test
    @DisplayName("P8, P17: an administrator releases it, and the holder is told by its next heartbeat")
    void forced_isToldByTheHeartbeat() {
        Browser anna = Browser.of("anna", first);
        anna.post("/app/edit/21");
        anna.post("/app/edit/22");
        Map<String, Object> alive = anna.send("POST", "/session/heartbeat", "{\"resources\":[\"order/21\"]}")
                .json();
        assertThat(alive.get("lost")).isEqualTo(List.of());
        assertThat(alive.get("holds"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(2);

        String path = "/admin/locks/order/21/release";
        String reason = "{\"reason\":\"left for the day\"}";
        assertThat(Browser.of("", second).send("POST", path, reason).status()).isEqualTo(401);
        assertThat(Browser.of("ben", second).send("POST", path, reason).status())
                .isEqualTo(403);
        String earlier = "{\"reason\":\"left for the day\",\"fence\":1}";
        assertThat(Browser.of("ben", second)
                        .send("POST", path, earlier, "X-Role", "admin")
                        .status())
                .as("about a hold that has ended")
                .isEqualTo(409);
        assertThat(free("order/21")).isFalse();
        Browser.Answer released = Browser.of("ben", second).send("POST", path, reason, "X-Role", "admin");
        assertThat(released.status()).isEqualTo(200);
        assertThat(((Number) released.json().get("released")).intValue()).isEqualTo(1);

        assertThat(anna.send("POST", "/session/heartbeat", "{\"resources\":[\"order/21\"]}")
                        .json()
                        .get("lost"))
                .asString()
                .contains("order/21", "ben", "left for the day");
        assertThat(anna.post("/app/save/21/late").status()).isEqualTo(409);
    }

    @Test
    void holder_isAskedAndHandsOver() {
        Browser anna = Browser.of("anna", first);
        Browser ben = Browser.of("ben", second);
        anna.post("/app/edit/24");
        Browser.Answer asked = ben.send("POST", "/locks/order/24/request", "{\"message\":\"Darf ich?\"}");
        assertThat(asked.status()).as(asked.body()).isEqualTo(201);
        assertThat(asked.body()).contains("Anna Berg").doesNotContain("session-");
        assertThat(TOLD).contains("ben OPEN order/24");
        assertThat(ben.send("POST", "/locks/order/24/request", "", "Accept-Language", "de")
                        .json())
                .containsEntry("status", 409L)
                .containsEntry("why", "open-already")
                .containsEntry("detail", "Sie haben schon um order/24 gebeten, und es gibt noch keine Antwort.");
        Map<?, ?> request =
                (Map<?, ?>) ((List<?>) anna.post("/session/heartbeat").json().get("requests")).get(0);
        assertThat(request.get("message")).isEqualTo("Darf ich?");
        String answer = "{\"request\":\"" + request.get("id") + "\",\"answer\":\"now\"}";
        assertThat(ben.send("POST", "/locks/order/24/answer", answer).status()).isEqualTo(404);
        assertThat(anna.send("POST", "/locks/order/24/answer", answer, "Sec-Fetch-Site", "cross-site")
                        .status())
                .isEqualTo(403);
        assertThat(anna.send("POST", "/locks/order/24/answer", answer).json()).containsEntry("state", "handed");
        assertThat(hold("order/24").owner().name()).isEqualTo("ben");
        assertThat(TOLD).contains("ben HANDED order/24");
        assertThat(ben.post("/session/heartbeat").body()).contains("order/24");
        assertThat(ben.post("/app/save/24/mine").status()).isEqualTo(200);
        assertThat(free("order/24")).isTrue();
        assertThat(ben.send("PUT", "/locks/order/24/request", "").status()).isEqualTo(405);
        assertThat(ben.send("POST", "/locks/order/24", "").status()).isEqualTo(404);
    }

    @Test
    @Tag("safety")
    @DisplayName("P17: not by a page of another site, nor by another path or method")
    void admin_refusesOtherSites() {
        Browser.of("anna", first).post("/app/edit/23");
        Browser ben = Browser.of("ben", first);
        BiFunction<String, String, Integer> release = (header, value) -> ben.send(
                        "POST", "/admin/locks/order/23/release", "", "X-Role", "admin", header, value)
                .status();
        for (String site : List.of("cross-site", "same-site", "anything")) {
            assertThat(release.apply("Sec-Fetch-Site", site)).as(site).isEqualTo(403);
        }
        // As browsers say it where there is no TLS.
        for (String origin : List.of(
                "http://other.example",
                "http://other.example:8080",
                "null",
                "http://%",
                "http://127.0.0.1:1",
                "https://127.0.0.1:" + first.port())) {
            assertThat(release.apply("Origin", origin)).as(origin).isEqualTo(403);
        }
        assertThat(ben.send("POST", "/admin/locks/order/23", "", "X-Role", "admin")
                        .status())
                .isEqualTo(404);
        assertThat(ben.send("PUT", "/admin/locks/order/23/release", "", "X-Role", "admin")
                        .status())
                .isEqualTo(405);
        assertThat(free("order/23")).isFalse();
        assertThat(ben.send("GET", "/admin/locks?prefix=order/23", "", "X-Role", "admin")
                        .body())
                .contains("Anna Berg");
        assertThat(ben.send("GET", "/admin/locks", "").status()).isEqualTo(403);
        assertThat(ben.send("GET", "/admin/locks", "", "X-Role", "admin", "Sec-Fetch-Site", "same-site")
                        .status())
                .isEqualTo(403);
        assertThat(ben.send("POST", "/session/heartbeat", "", "Sec-Fetch-Site", "same-site")
                        .status())
                .isEqualTo(403);
        assertThat(release.apply("Origin", "http://127.0.0.1:" + first.port())).isEqualTo(200);
        assertThat(free("order/23")).isTrue();
    }

    @Test
    @DisplayName("P16: no other origin can embed or read an answer, and no script in it runs")
    void answers_areForThisOriginAlone() {
        Browser anna = Browser.of("anna", first);
        anna.post("/app/edit/47");
        for (Browser.Answer answer : List.of(
                Browser.of("ben", second).post("/app/edit/47"),
                anna.send("POST", "/session/heartbeat", ""),
                anna.send("POST", "/session/heartbeat", "nonsense"),
                anna.send("GET", "/admin/locks", ""),
                anna.send("GET", "/admin/locks", "", "X-Role", "admin"))) {
            String which = answer.status() + " " + answer.body();
            assertThat(answer.header("Content-Security-Policy")).as(which).startsWith("default-src 'none'");
            assertThat(answer.header("Cross-Origin-Resource-Policy")).as(which).isEqualTo("same-origin");
            assertThat(answer.header("X-Content-Type-Options")).as(which).isEqualTo("nosniff");
        }
    }

    @Test
    @DisplayName(
            "P7: a page that is closed says so, and its lock is released within seconds; others of the session stay")
    void leaving_isReleased() {
        Browser anna = Browser.of("anna", first);
        anna.post("/app/edit/32");
        anna.post("/app/edit/33");
        String leaving = "{\"resources\":[\"order/32\"],\"leaving\":true}";
        assertThat(anna.send("POST", "/session/heartbeat", leaving).status()).isEqualTo(200);
        assertThat(free("order/32")).isFalse();
        await().atMost(Duration.ofSeconds(90)).until(() -> free("order/32"));
        assertThat(free("order/33")).isFalse();
    }

    @Test
    void heartbeat_withNonsense_isRefused() {
        Browser anna = Browser.of("anna", first);
        assertThat(anna.send("POST", "/session/heartbeat", "{\"resources\":7}").status())
                .isEqualTo(400);
        assertThat(anna.send("POST", "/session/heartbeat", "nonsense").status()).isEqualTo(400);
        assertThat(anna.send("POST", "/session/heartbeat", "").body()).isEqualTo("{\"holds\":[],\"lost\":[]}");
    }

    @Test
    void heartbeat_withTheMostAndLongestNames_isAnswered() {
        String longest = "\\u00e9".repeat(ResourceName.MAX_BYTES / 2 - 2);
        String names = IntStream.range(100, 100 + Bounds.NAMES)
                .mapToObj(number -> "\"" + longest + number + "\"")
                .collect(Collectors.joining(","));
        Browser.Answer answer =
                Browser.of("anna", first).send("POST", "/session/heartbeat", "{\"resources\":[" + names + "]}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat((List<?>) answer.json().get("lost")).hasSize(Bounds.NAMES);
    }
}
