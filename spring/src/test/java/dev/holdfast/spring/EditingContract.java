package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.CurrentOwner;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpSession;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** People at browsers edit the policies of one application on two nodes, wherever its locks are. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class EditingContract {
    private static ConfigurableApplicationContext first;
    private static ConfigurableApplicationContext second;
    private static String[] properties;

    private final LockManager locks = first.getBean(LockManager.class);
    private final Browser anna = Browser.of("Anna", first);
    private final Browser ben = Browser.of("Ben", second);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Policies.class, Desk.class})
    static class App {
        @Bean
        Filter user() {
            return new UserHeader();
        }
    }

    @Service
    static class Policies {
        private final JdbcTemplate jdbc;
        private final CurrentLocks locks;

        Policies(JdbcTemplate jdbc, CurrentLocks locks) {
            this.jdbc = jdbc;
            this.locks = locks;
        }

        @Transactional
        @AcquiresLock(type = "policy", value = "#id")
        public String findForEdit(long id) {
            return find(id);
        }

        @Transactional
        @AcquiresLock(
                type = "policy",
                value = {"#one", "#other"})
        public String findBoth(long one, long other) {
            return find(one) + " and " + find(other);
        }

        /** As it is now; an exception if there is none. */
        public String find(long id) {
            return jdbc.queryForObject("SELECT text FROM policy WHERE id = ?", String.class, id);
        }

        @Transactional
        @AcquiresLock(type = "policy", value = "#id", mode = Mode.SHARED)
        public String read(long id) {
            return find(id);
        }

        @Transactional
        @RequiresLock(type = "policy", value = "#id")
        public void save(long id, String text) {
            jdbc.update("UPDATE policy SET text = ? WHERE id = ?", text, id);
            locks.release("policy/" + id);
        }
    }

    @RestController
    static class Desk {
        private final Policies policies;
        private final CurrentLocks locks;

        Desk(Policies policies, CurrentLocks locks) {
            this.policies = policies;
            this.locks = locks;
        }

        @PostMapping("/policies/{id}/edit")
        String edit(@PathVariable long id) {
            return policies.findForEdit(id);
        }

        @PostMapping("/policies/{one}/and/{other}")
        String both(@PathVariable long one, @PathVariable long other) {
            return policies.findBoth(one, other);
        }

        @GetMapping("/policies/{id}")
        String view(@PathVariable long id) {
            return policies.find(id);
        }

        @GetMapping("/policies/{id}/fresh")
        String read(@PathVariable long id) {
            return policies.read(id);
        }

        @PutMapping("/policies/{id}")
        void save(@PathVariable long id, @RequestBody String text) {
            policies.save(id, text);
        }

        @PostMapping("/policies/{id}/patient")
        void patient(@PathVariable long id, @RequestParam long ms) {
            locks.acquire(LockRequest.of("policy/" + id).timeout(Duration.ofMillis(ms)));
        }

        @PostMapping("/policies/{id}/cancel")
        void cancel(@PathVariable long id) {
            locks.release("policy/" + id);
        }

        @PostMapping("/logout")
        void logout(HttpSession session) {
            session.invalidate();
        }
    }

    /** Starts both nodes with those properties, on tables of their own. */
    static void start(String... more) {
        properties = Postgres.and(
                Postgres.and(Postgres.fresh(), more),
                "holdfast.key=0123456789-0123456789-0123456789",
                "holdfast.admin.open=true",
                "holdfast.policies[0].pattern=policy/8",
                "holdfast.policies[0].lease.absolute=100ms",
                "holdfast.policies[1].pattern=policy/11",
                "holdfast.policies[1].waiting=never",
                "holdfast.policies[2].pattern=policy/**",
                "holdfast.policies[2].lease.absolute=120m",
                "holdfast.policies[2].lease.grace=5m");
        first = Apps.web(App.class, properties);
        second = Apps.web(App.class, properties);
        JdbcTemplate jdbc = first.getBean(JdbcTemplate.class);
        jdbc.execute("CREATE TABLE policy (id bigint PRIMARY KEY, text text)");
        jdbc.execute("INSERT INTO policy SELECT n, 'house' FROM generate_series(1, 40) n");
    }

    @AfterAll
    static void stop() {
        first.close();
        second.close();
    }

    @Test
    @DisplayName("P1: an exclusive lock keeps editors out, and nobody who only looks; readers of fresh data share")
    void types() {
        assertThat(anna.post("/policies/1/edit").body()).isEqualTo("house");
        assertThat(ben.get("/policies/1").body()).isEqualTo("house");
        assertThat(ben.get("/policies/1/fresh").status()).isEqualTo(423);
        assertThat(anna.get("/policies/21/fresh").status()).isEqualTo(200);
        assertThat(ben.get("/policies/21/fresh").status()).isEqualTo(200);
        assertThat(ben.post("/policies/21/edit").status()).isEqualTo(409);
        assertThat(ben.send("PUT", "/policies/21", "mine").status()).isEqualTo(409);
        assertThat(Browser.of("Clara", second).post("/policies/21/edit").status())
                .isEqualTo(423);
        assertThat(locks.view("policy/21").holders()).hasSize(2);
    }

    @Test
    @DisplayName("P2: what is locked outlives the node that asked for it")
    void restarted_keepsLocks() {
        ConfigurableApplicationContext third = Apps.web(App.class, properties);
        CurrentOwner.runAs(
                Owner.of("batch").named("Nightly billing"),
                () -> third.getBean(CurrentLocks.class).acquire("policy/2"));
        third.close();
        assertThat(ben.post("/policies/2/edit").json().get("detail"))
                .asString()
                .contains("policy/2 has been held by Nightly billing");
    }

    @Test
    @DisplayName("P4: acquiring again what one holds succeeds; released, it is the next one's")
    void acquire_release_acquire() {
        assertThat(anna.post("/policies/4/edit").status()).isEqualTo(200);
        assertThat(anna.post("/policies/4/edit").status()).isEqualTo(200);
        assertThat(ben.post("/policies/4/edit").status()).isEqualTo(423);
        anna.post("/policies/4/cancel");
        assertThat(ben.post("/policies/4/edit").status()).isEqualTo(200);
    }

    @Test
    @Tag("safety")
    @DisplayName("P5: of two who open the same at once, on two nodes, one gets it, each time")
    void atOnce_oneWins() throws Exception {
        for (int id = 30; id <= 40; id++) {
            String edit = "/policies/" + id + "/edit";
            CompletableFuture<Integer> one =
                    CompletableFuture.supplyAsync(() -> anna.post(edit).status());
            CompletableFuture<Integer> other =
                    CompletableFuture.supplyAsync(() -> ben.post(edit).status());
            assertThat(List.of(one.get(90, TimeUnit.SECONDS), other.get(90, TimeUnit.SECONDS)))
                    .containsExactlyInAnyOrder(200, 423);
        }
    }

    @Test
    @DisplayName("P7: signing out gives back what the session had, on every node")
    void sessionEnd_releases() {
        anna.post("/policies/7/edit");
        anna.post("/logout");
        assertThat(ben.post("/policies/7/edit").status()).isEqualTo(200);
    }

    @Test
    @DisplayName("P8: what is over can be taken by another; who had it may not save")
    void expired_isFree() {
        anna.post("/policies/8/edit");
        await().atMost(Duration.ofSeconds(90))
                .until(() -> ben.post("/policies/8/edit").status() == 200);
        assertThat(anna.send("PUT", "/policies/8", "late").status()).isEqualTo(409);
        assertThat(anna.get("/policies/8").body()).isEqualTo("house");
    }

    @Test
    @DisplayName("P8: the heartbeat keeps it, and ends nothing later than the absolute limit")
    void heartbeat_keeps() {
        anna.post("/policies/28/edit");
        Map<String, Object> beat = anna.post("/session/heartbeat").json();
        assertThat(beat.get("holds")).asString().contains("policy/28");
        assertThat(locks.admin().policy("policy/28").lease().absolute()).isEqualTo(Duration.ofHours(2));
    }

    @Test
    @DisplayName("P9: what is shown is what the last one saved; what cannot be loaded is not locked")
    void lockedBeforeLoaded() {
        anna.post("/policies/9/edit");
        anna.send("PUT", "/policies/9", "farm");
        assertThat(ben.post("/policies/9/edit").body()).isEqualTo("farm");
        assertThat(anna.post("/policies/999/edit").status()).isEqualTo(500);
        assertThat(locks.view("policy/999").free()).isTrue();
    }

    @Test
    @DisplayName("P10: it is the number that is locked: nothing need be there yet")
    void identifier_isLocked() {
        assertThat(anna.post("/policies/1000/patient?ms=1").status()).isEqualTo(200);
        assertThat(locks.view("policy/1000").free()).isFalse();
    }

    @Test
    @DisplayName("P11: nobody waits unless asked to and allowed to, and then no longer than said")
    void refusal_isTyped() {
        anna.post("/policies/11/edit");
        anna.post("/policies/22/edit");
        assertThat(ben.post("/policies/22/edit").json()).containsEntry("why", "held");
        assertThat(ben.post("/policies/22/patient?ms=200").json()).containsEntry("why", "held");
        assertThat(ben.post("/policies/11/patient?ms=600000").json()).containsEntry("why", "held");
    }

    @Test
    @DisplayName("P12: several in whatever order: all or none, and nobody waits for each other")
    void several_allOrNone() throws Exception {
        for (int i = 0; i < 10; i++) {
            CompletableFuture<Integer> one = CompletableFuture.supplyAsync(
                    () -> anna.post("/policies/12/and/13").status());
            CompletableFuture<Integer> other = CompletableFuture.supplyAsync(
                    () -> ben.post("/policies/13/and/12").status());
            assertThat(List.of(one.get(90, TimeUnit.SECONDS), other.get(90, TimeUnit.SECONDS)))
                    .containsExactlyInAnyOrder(200, 423);
            Browser winner = one.get() == 200 ? anna : ben;
            assertThat(locks.list("policy/1").stream()
                            .filter(view -> view.resource().matches("policy/1[23]"))
                            .map(LockView::resource))
                    .containsExactly("policy/12", "policy/13");
            winner.post("/policies/12/cancel");
            winner.post("/policies/13/cancel");
        }
    }

    @Test
    @DisplayName("P14: a write that forgot its lock changes nothing, and the user is told so")
    void unguardedWrite_isRefused() {
        Browser.Answer refused = anna.send("PUT", "/policies/14", "mine");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.json().get("detail"))
                .asString()
                .startsWith("policy/14 is not locked for you, so nothing was changed.");
        assertThat(anna.get("/policies/14").body()).isEqualTo("house");
        assertThat(locks.view("policy/14").free()).isTrue();
    }

    @Test
    @DisplayName("P16: who, since when, until when, and what can be done")
    void refusal_saysWho() {
        anna.post("/policies/16/edit");
        assertThat(ben.post("/policies/16/edit").json().get("detail"))
                .asString()
                .matches(
                        "policy/16 has been held by Anna since \\d\\d:\\d\\d \\(\\d+ seconds? ago\\)\\. Its lease ends at (\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d.*"
                                + " unless it is renewed\\. Wait for it, or try again at .*\\. An administrator can release it\\.");
    }

    @Test
    @DisplayName("P17: an administrator releases; it is recorded, and the holder told")
    void forced_isRecordedAndTold() {
        anna.post("/policies/17/edit");
        assertThat(ben.send("POST", "/admin/locks/policy/17/release", "{\"reason\": \"on leave\"}")
                        .status())
                .isEqualTo(200);
        await().atMost(Duration.ofSeconds(90))
                .untilAsserted(() -> assertThat(locks.admin().history(new HistoryQuery("policy/17", null, 1)))
                        .singleElement()
                        .satisfies(past -> assertThat(past.event().kind()).isEqualTo(LockEvent.EventKind.FORCED)));
        Browser.Answer late = anna.send("PUT", "/policies/17", "mine");
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.json().get("detail")).asString().contains("Ben released it (on leave)");
    }
}
