package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Preset;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lists, groups and contention: what they contain, and that no condition reveals a hidden holder. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ListTest {
    private static final Policies POLICIES = Policies.of(Preset.OFFLINE)
            .and(Preset.OFFLINE.policy().toBuilder()
                    .pattern("secret/*")
                    .privacy(Privacy.HIDDEN)
                    .build());
    private static Guarded server;
    private static Http admin;
    private static Http reader;

    @BeforeAll
    static void start() throws Exception {
        server = Guarded.byTokens(POLICIES);
        take("secret/1", "Xaver");
        server.later(Duration.ofSeconds(10));
        take("scene/2", "Ben");
        server.later(Duration.ofSeconds(10));
        take("scene/1", "Anna");
        take("scene/10", "Chiara");
        take("report", "Ben");
        admin = server.http().as(server.token("root", "admin").secret());
        reader = server.http().as(server.token("rita", "reader").secret());
    }

    private static void take(String resource, String name) throws Exception {
        server.locks()
                .holds()
                .grant(LockRequest.of(resource).owner(Owner.of("id of " + name).named(name)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<String> names(Http caller, String query) throws Exception {
        Http.Told told = caller.get("/v1/locks?" + query);
        assertThat(told.status()).as(told.response().body()).isEqualTo(200);
        return ((List<?>) told.json().get("locks"))
                .stream()
                        .map(lock -> (String) ((Map<?, ?>) lock).get("resource"))
                        .toList();
    }

    @Test
    void search_findsNamesOfResourcesAndHolders_andNoneThatAreHidden() throws Exception {
        assertThat(names(reader, "q=BEN")).containsExactly("report", "scene/2");
        assertThat(names(reader, "q=scene%2F1")).containsExactly("scene/1", "scene/10");
        assertThat(names(reader, "q=xaver")).isEmpty();
        assertThat(names(admin, "q=xaver")).containsExactly("secret/1");
    }

    @Test
    void order_byTimeHeld_showsHiddenOnesLast() throws Exception {
        assertThat(names(admin, "sort=since")).startsWith("secret/1", "scene/2");
        assertThat(names(reader, "sort=since")).startsWith("scene/2").endsWith("secret/1");
        assertThat(names(reader, "sort=left&limit=1")).containsExactly("scene/2");
        assertThat(reader.get("/v1/locks?sort=luck").status()).isEqualTo(422);
    }

    @Test
    void pages_inAnyOrder_areTheWholeListInParts() throws Exception {
        for (Http caller : List.of(admin, reader)) {
            for (String order : List.of("name", "since", "left", "waiting")) {
                List<String> all = names(caller, "sort=" + order);
                List<String> parts = new ArrayList<>();
                String next = "";
                do {
                    Http.Told page = caller.get("/v1/locks?limit=2&sort=" + order + "&after=" + encoded(next));
                    assertThat(page.status()).isEqualTo(200);
                    ((List<?>) page.json().get("locks"))
                            .forEach(lock -> parts.add((String) ((Map<?, ?>) lock).get("resource")));
                    next = page.json().get("next") instanceof String more ? more : "";
                    assertThat(page.json().get("more")).isEqualTo(!next.isEmpty());
                } while (!next.isEmpty());
                assertThat(parts).as(order).isEqualTo(all).hasSize(5);
            }
        }
    }

    @Test
    void next_revealsNoHiddenTime() throws Exception {
        try (Guarded other = Guarded.byTokens(POLICIES)) {
            for (String resource : List.of("secret/1", "secret/2")) {
                other.locks().holds().grant(LockRequest.of(resource).owner(Owner.of("Xaver")));
                other.later(Duration.ofSeconds(10));
            }
            String since = other.locks()
                            .view("secret/1")
                            .holders()
                            .get(0)
                            .hold()
                            .since()
                            .getEpochSecond() + " ";
            Http root = other.http().as(other.token("root", "admin").secret());
            assertThat(root.get("/v1/locks?sort=since&limit=1").text("next")).startsWith(since);
            Http rita = other.http().as(other.token("rita", "reader").secret());
            assertThat(rita.get("/v1/locks?sort=since&limit=1").text("next"))
                    .doesNotStartWith(since)
                    .endsWith(" secret/1");
        }
    }

    @Test
    void next_thatNoPageHasNamed_isRefused() throws Exception {
        for (String wrong : List.of("a", "1 a", "x 0 a", "1 0 ", "1 0 \u0001", "1".repeat(30) + " 0 a")) {
            assertThat(reader.get("/v1/locks?sort=since&after=" + encoded(wrong))
                            .status())
                    .as(wrong)
                    .isEqualTo(422);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Test
    void locksOfAHolder_areThoseThatTheCallerSees() throws Exception {
        String ben = URLEncoder.encode("id of Ben", StandardCharsets.UTF_8);
        String xaver = URLEncoder.encode("id of Xaver", StandardCharsets.UTF_8);
        assertThat(names(reader, "holder=" + ben)).containsExactly("report", "scene/2");
        assertThat(names(reader, "holder=" + xaver)).isEmpty();
        assertThat(names(admin, "holder=" + xaver)).containsExactly("secret/1");
        assertThat((List<?>) reader.get("/v1/history?holder=" + ben).json().get("events"))
                .hasSize(2);
        assertThat((List<?>) reader.get("/v1/history?holder=" + xaver).json().get("events"))
                .isEmpty();
    }

    @Test
    void historyOfAResource_hasNoneOfLongerNames() throws Exception {
        assertThat((List<?>) reader.get("/v1/history?resource=scene%2F1").json().get("events"))
                .hasSize(1);
    }

    @Test
    void names_areAnsweredAlsoIfFree_withinTheRightsOfTheCaller() throws Exception {
        assertThat(names(reader, "names=scene%2F1%0Afree")).containsExactly("scene/1", "free");
        Http narrow = server.http().as(server.token("narrow", "reader:scene/").secret());
        assertThat(names(narrow, "names=scene%2F1%0Areport")).containsExactly("scene/1");
        assertThat(reader.get("/v1/locks?names=" + "a%0A".repeat(101)).status()).isEqualTo(422);
    }

    @Test
    void groups_countWhatTheCallerMaySee() throws Exception {
        assertThat(reader.get("/v1/groups").text("groups"))
                .isEqualTo("[{prefix=, locks=1, waiting=0}, {prefix=scene/, locks=3, waiting=0},"
                        + " {prefix=secret/, locks=1, waiting=0}]");
        Http narrow = server.http().as(server.token("few", "reader:scene/").secret());
        assertThat(narrow.get("/v1/groups").text("groups")).isEqualTo("[{prefix=scene/, locks=3, waiting=0}]");
        assertThat(reader.get("/v1/groups?q=xaver").text("groups")).isEqualTo("[]");
    }

    @Test
    void contention_countsRefusalsAndWaits_andNoneOfHiddenHolders() throws Exception {
        Http editor = server.http().as(server.token("edith", "editor").secret());
        for (String resource : List.of("scene/1", "secret/1")) {
            assertThat(editor.post("/v1/locks", Http.taking(resource, "tab", ""))
                            .status())
                    .isEqualTo(423);
        }
        assertThat(editor.post("/v1/locks", Http.taking("scene/1", "tab", ",\"wait\":\"10ms\""))
                        .status())
                .isEqualTo(423);
        Http.Told seen = reader.get("/v1/contention");
        Map<?, ?> hottest = seen.first("hottest");
        assertThat(hottest.get("resource")).isEqualTo("scene/1");
        assertThat(hottest.get("refusals")).isEqualTo(2L);
        assertThat(hottest.get("waits")).isEqualTo(1L);
        assertThat(seen.response().body()).doesNotContain("secret/1").doesNotContain("Xaver");
        assertThat(admin.get("/v1/contention").response().body()).contains("secret/1", "Xaver");
        assertThat((List<?>) seen.json().get("series")).hasSize(48);
        assertThat(reader.get("/v1/contention?prefix=report").text("refusals")).isEqualTo("[]");
        assertThat(reader.get("/v1/contention?period=604801").status()).isEqualTo(422);
    }

    @Test
    void tokens_areManagedOnlyByWhoMayDoEverything() throws Exception {
        assertThat(reader.get("/v1/admin/tokens").status()).isEqualTo(403);
        Http narrow = server.http().as(server.token("chief", "admin:scene/").secret());
        assertThat(narrow.post("/v1/admin/tokens", "{\"user\":\"x\",\"role\":\"admin\"}")
                        .status())
                .isEqualTo(403);
        for (String body : List.of(
                "{\"user\":\"unix:root\",\"role\":\"admin\"}",
                "{\"user\":\"jwt:a\",\"role\":\"admin\"}",
                "{\"user\":\"a\",\"role\":\"owner\"}",
                "{\"user\":\"\",\"role\":\"admin\"}",
                "{\"user\":\"a\",\"role\":\"admin\",\"expires\":\"91d\"}",
                "{\"user\":\"a\",\"role\":\"admin\",\"expires\":0}")) {
            assertThat(admin.post("/v1/admin/tokens", body).status()).as(body).isEqualTo(422);
        }
    }
}
