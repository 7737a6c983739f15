package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.LockView;
import dev.holdfast.Owner;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.CurrentOwner;
import dev.holdfast.session.OwnerIds;
import io.micrometer.context.ContextSnapshotFactory;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
import org.springframework.core.task.TaskDecorator;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The session of a request is the owner of what is locked in it, and its end the end of that. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class SessionOwnerContract {
    private static final String KEY = "holdfast.key=0123456789-0123456789-0123456789";

    private static ConfigurableApplicationContext app;
    private static ConfigurableApplicationContext other;
    private static String[] properties;

    private final LockManager locks = app.getBean(LockManager.class);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Editor.class)
    static class App {
        @Bean
        Filter user() {
            return new UserHeader();
        }

        @Bean
        OwnerNames names() {
            return principal -> principal.getName().equals("anna") ? "Anna Berg" : principal.getName();
        }

        /** One of the application's own, beside ours. */
        @Bean
        TaskDecorator counting() {
            return task -> {
                Editor.DECORATED.incrementAndGet();
                return task;
            };
        }
    }

    @RestController
    static class Editor {
        static final AtomicInteger DECORATED = new AtomicInteger();
        static final Map<String, CountDownLatch> GATES = new ConcurrentHashMap<>();

        private final CurrentLocks locks;
        private final Executor executor;

        Editor(CurrentLocks locks, Executor applicationTaskExecutor) {
            this.locks = locks;
            this.executor = applicationTaskExecutor;
        }

        @PostMapping("/edit/{id}")
        String edit(@PathVariable String id) {
            locks.acquire("policy/" + id);
            return "editing";
        }

        @PostMapping("/pair/{id}/{second}")
        String pair(@PathVariable String id, @PathVariable String second) {
            try {
                locks.acquire("policy/" + id, "policy/" + second);
                return "editing";
            } catch (LockUnavailableException e) {
                return "refused";
            }
        }

        @PostMapping("/save/{id}")
        String save(@PathVariable String id) {
            locks.require("policy/" + id);
            locks.release("policy/" + id);
            return "saved";
        }

        @PostMapping("/async/{id}")
        Callable<String> async(@PathVariable String id) {
            return () -> {
                locks.acquire("policy/" + id);
                return Thread.currentThread().getName();
            };
        }

        /** Takes a lock when the request, and perhaps the session, is over. */
        @PostMapping("/later/{id}")
        void later(@PathVariable String id) {
            CountDownLatch gate = GATES.computeIfAbsent(id, key -> new CountDownLatch(1));
            CompletableFuture<String> done = new CompletableFuture<>();
            RESULTS.put(id, done);
            executor.execute(() -> {
                try {
                    gate.await();
                    locks.acquire("policy/" + id);
                    done.complete("taken");
                } catch (InterruptedException | RuntimeException e) {
                    done.complete(e.getClass().getSimpleName());
                }
            });
        }

        static final Map<String, CompletableFuture<String>> RESULTS = new ConcurrentHashMap<>();

        @PostMapping("/session")
        String session(HttpSession session) {
            return session.getId();
        }

        @PostMapping("/logout")
        String logout(HttpSession session) {
            session.invalidate();
            return "bye";
        }

        @PostMapping("/renew")
        Map<String, Hold> renew() {
            return Map.copyOf(locks.renew(true));
        }

        @PostMapping("/login")
        String login(HttpServletRequest request) {
            return request.changeSessionId();
        }

        @PostMapping("/short")
        String endSoon(HttpSession session) {
            session.setMaxInactiveInterval(1);
            return "soon";
        }

        @GetMapping("/nothing")
        String nothing(HttpServletRequest request) {
            return CurrentOwner.get().map(Owner::name).orElse("nobody") + (request.getSession(false) == null);
        }
    }

    /** Starts both nodes with those properties. */
    static void start(String... more) {
        Editor.GATES.clear();
        Editor.RESULTS.clear();
        properties =
                Postgres.and(more, KEY, "server.tomcat.background-processor-delay=1s", "server.tomcat.threads.max=20");
        app = Apps.web(App.class, properties);
        other = Apps.web(App.class, properties);
    }

    @AfterAll
    static void stop() {
        app.close();
        other.close();
    }

    private Hold hold(String resource) {
        return locks.view(resource).holders().stream()
                .map(LockView.Holder::hold)
                .findFirst()
                .orElse(null);
    }

    @Test
    @DisplayName("P6: the owner is the session, with the display name and the user, and no session id")
    void owner_isTheSession() {
        Browser anna = Browser.of("anna", app);
        String session = anna.post("/session").body();
        assertThat(anna.post("/edit/1").status()).isEqualTo(200);
        Owner owner = hold("policy/1").owner();
        assertThat(owner.name()).isEqualTo("Anna Berg");
        assertThat(owner.user()).isEqualTo("anna");
        assertThat(owner.id()).matches("session-[0-9a-f]{40}").doesNotContain(session);
        assertThat(owner.processes()).isEmpty();
    }

    @Test
    @DisplayName("P6: the same session is the same owner on every node")
    void owner_isTheSameOnAnotherNode() {
        OwnerIds here = app.getBean(OwnerIds.class);
        OwnerIds there = other.getBean(OwnerIds.class);
        assertThat(here.ownerId("abc")).isEqualTo(there.ownerId("abc")).isNotEqualTo(here.ownerId("abd"));
        assertThat(new OwnerIds(null).ownerId("abc")).isNotEqualTo(here.ownerId("abc"));
    }

    @Test
    void shortKey_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OwnerIds("secret"))
                .withMessageContaining("openssl rand");
    }

    @Test
    @DisplayName("P4: asking again for what one has succeeds; another session is refused")
    void acquire_twice() {
        Browser anna = Browser.of("anna", app);
        Browser ben = Browser.of("ben", other);
        assertThat(anna.post("/edit/2").status()).isEqualTo(200);
        long fence = hold("policy/2").fence();
        assertThat(anna.post("/edit/2").status()).isEqualTo(200);
        assertThat(hold("policy/2").fence()).isEqualTo(fence);
        assertThat(hold("policy/2").entries()).hasSize(1);
        assertThat(ben.post("/edit/2").status()).isNotEqualTo(200);
        assertThat(anna.post("/save/2").body()).isEqualTo("saved");
        assertThat(ben.post("/edit/2").status()).isEqualTo(200);
    }

    @Test
    @Tag("safety")
    @DisplayName("P12: several are all or none, and a refusal takes nothing that was there before")
    void severalRefused_keepsWhatOneHad() {
        Browser anna = Browser.of("anna", app);
        Browser ben = Browser.of("ben", app);
        assertThat(anna.post("/edit/31").status()).isEqualTo(200);
        assertThat(anna.post("/pair/31/32").body()).isEqualTo("editing");
        assertThat(ben.post("/edit/33").status()).isEqualTo(200);
        assertThat(anna.post("/pair/31/33").body()).isEqualTo("refused");
        assertThat(anna.post("/pair/32/33").body()).isEqualTo("refused");
        assertThat(hold("policy/31").owner().user()).isEqualTo("anna");
        assertThat(hold("policy/32").owner().user()).isEqualTo("anna");
        assertThat(hold("policy/33").owner().user()).isEqualTo("ben");
    }

    @Test
    @DisplayName("P8: one sign of life renews all that the session has, also what was taken together")
    void renew_reachesAll() {
        Browser anna = Browser.of("anna", app);
        anna.post("/edit/34");
        anna.post("/pair/35/36");
        Map<String, Object> renewed = anna.post("/renew").json();
        assertThat(renewed).containsOnlyKeys("policy/34", "policy/35", "policy/36");
        assertThat(hold("policy/35").seen()).isAfter(hold("policy/35").since());
    }

    @Test
    @DisplayName("P7: signing out releases all that the session has, and nothing of others")
    void invalidated_isReleased() {
        Browser anna = Browser.of("anna", app);
        Browser second = Browser.of("anna", app);
        anna.post("/edit/41");
        anna.post("/edit/42");
        second.post("/edit/43");
        anna.post("/logout");
        assertThat(locks.view("policy/41").free()).isTrue();
        assertThat(locks.view("policy/42").free()).isTrue();
        assertThat(locks.view("policy/43").free()).isFalse();
    }

    @Test
    @DisplayName("P7: a session that times out releases what it has")
    void timedOut_isReleased() {
        Browser anna = Browser.of("anna", app);
        anna.post("/edit/44");
        anna.post("/short");
        await().atMost(Duration.ofSeconds(90))
                .until(() -> locks.view("policy/44").free());
    }

    @Test
    @DisplayName("P7: a session that gets another id is another owner")
    void changedId_isReleased() {
        Browser anna = Browser.of("anna", app);
        anna.post("/edit/45");
        String before = hold("policy/45").owner().id();
        anna.post("/login");
        assertThat(locks.view("policy/45").free()).isTrue();
        assertThat(anna.post("/edit/45").status()).isEqualTo(200);
        assertThat(hold("policy/45").owner().id()).isNotEqualTo(before);
    }

    @Test
    @DisplayName("P7: a server that is shut down releases what its sessions have, since they end with it")
    void shutDown_isReleased() {
        ConfigurableApplicationContext third = Apps.web(App.class, properties);
        Browser anna = Browser.of("anna", third);
        anna.post("/edit/48");
        anna.post("/login");
        anna.post("/edit/49");
        assertThat(locks.view("policy/49").free()).isFalse();
        third.close();
        assertThat(locks.list("policy/4")).extracting(LockView::resource).doesNotContain("policy/48", "policy/49");
    }

    @Test
    @Tag("safety")
    @DisplayName("P7: what is still under way when its session ends gets nothing")
    void inFlight_getsNothing() throws Exception {
        Browser anna = Browser.of("anna", app);
        anna.post("/edit/46");
        anna.post("/later/47");
        anna.post("/logout");
        Editor.GATES.get("47").countDown();
        assertThat(Editor.RESULTS.get("47").get(90, TimeUnit.SECONDS)).isNotEqualTo("taken");
        assertThat(locks.view("policy/47").free()).isTrue();
    }

    @Test
    @DisplayName("P6: work that a request hands on acts for the same session")
    void async_isTheSameOwner() throws Exception {
        Browser anna = Browser.of("anna", app);
        anna.post("/edit/51");
        int decorated = Editor.DECORATED.get();
        assertThat(anna.post("/async/52").body()).isNotEmpty();
        anna.post("/later/53");
        Editor.GATES.get("53").countDown();
        assertThat(Editor.RESULTS.get("53").get(90, TimeUnit.SECONDS)).isEqualTo("taken");
        String owner = hold("policy/51").owner().id();
        assertThat(hold("policy/52").owner().id()).isEqualTo(owner);
        assertThat(hold("policy/53").owner()).isEqualTo(hold("policy/51").owner());
        assertThat(Editor.DECORATED).hasValueGreaterThan(decorated);
    }

    @Test
    void unprotectedRequest_beginsNoSession() {
        assertThat(Browser.of("anna", app).get("/nothing").body()).isEqualTo("nobodytrue");
    }

    @Test
    @DisplayName("P6: a job is an owner of its own")
    void job_isAnOwner() {
        CurrentLocks current = app.getBean(CurrentLocks.class);
        CurrentOwner.runAs(Owner.of("nightly-billing"), () -> {
            current.acquire("policy/61");
            assertThat(current.holds("policy/61")).isTrue();
        });
        assertThat(hold("policy/61").owner().id()).isEqualTo("nightly-billing");
        assertThat(CurrentOwner.get()).isEmpty();
    }

    @Test
    void nobody_isTold() {
        CurrentLocks current = app.getBean(CurrentLocks.class);
        assertThatIllegalStateException()
                .isThrownBy(() -> current.acquire("policy/62"))
                .withMessageContaining("CurrentOwner.runAs(owner, work)");
    }

    @Test
    @DisplayName("P6: the owner goes wherever Micrometer's context goes")
    void contextPropagation_carriesTheOwner() {
        CompletableFuture<String> seen = new CompletableFuture<>();
        CurrentOwner.runAs(
                Owner.of("job"),
                () -> seen.complete(CompletableFuture.supplyAsync(
                                () -> CurrentOwner.get().map(Owner::id).orElse("nobody"),
                                task -> new Thread(ContextSnapshotFactory.builder()
                                                .build()
                                                .captureAll()
                                                .wrap(task))
                                        .start())
                        .join()));
        assertThat(seen).isCompletedWithValue("job");
    }
}
