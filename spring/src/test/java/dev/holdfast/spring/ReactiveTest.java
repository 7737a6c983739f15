package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockManager;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.Owner;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.CurrentOwner;
import dev.holdfast.session.LockNotHeldException;
import dev.holdfast.spring.Locked.WhenHeld;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.WebSession;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Locks in a reactive application, and of methods that go on after they have returned. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReactiveTest {
    private static ConfigurableApplicationContext app;

    private final LockManager locks = app.getBean(LockManager.class);
    private final CurrentLocks current = app.getBean(CurrentLocks.class);
    private final Editor editor = app.getBean(Editor.class);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Editor.class)
    static class App {
        @Bean
        SecurityWebFilterChain chain(ServerHttpSecurity http) {
            return http.csrf(csrf -> csrf.disable())
                    .httpBasic(Customizer.withDefaults())
                    .authorizeExchange(any -> any.anyExchange().permitAll())
                    .build();
        }

        @Bean
        MapReactiveUserDetailsService users() {
            return new MapReactiveUserDetailsService(
                    User.withUsername("anna")
                            .password("{noop}pass")
                            .roles("USER")
                            .build(),
                    User.withUsername("ben")
                            .password("{noop}pass")
                            .roles("USER")
                            .build());
        }
    }

    @RestController
    static class Editor {
        private final ReactiveLocks locks;

        Editor(ReactiveLocks locks) {
            this.locks = locks;
        }

        @PostMapping("/edit/{id}")
        @AcquiresLock(type = "policy", value = "#id")
        Mono<String> edit(@PathVariable("id") String id) {
            return Mono.just("text of " + id);
        }

        @PostMapping("/save/{id}")
        @RequiresLock(type = "policy", value = "#id")
        Mono<Boolean> save(@PathVariable("id") String id) {
            return locks.call(now -> now.release("policy/" + id));
        }

        @PostMapping("/session")
        Mono<String> session(WebSession session) {
            return Mono.just(session.isStarted() ? "started" : "none");
        }

        @AcquiresLock("#name")
        <T> Mono<T> load(String name, Mono<T> loaded) {
            return loaded;
        }

        @AcquiresLock("#name")
        Flux<String> stream(String name, Flux<String> loaded) {
            return loaded;
        }

        @AcquiresLock("#name")
        CompletableFuture<String> later(String name, CompletableFuture<String> loaded) {
            return loaded;
        }

        @Locked(value = "job", key = "#name")
        Flux<String> job(String name, Flux<String> work) {
            return work;
        }

        @Locked(value = "job", key = "#name", whenHeld = WhenHeld.FAIL)
        Mono<String> strictJob(String name, Mono<String> work) {
            return work;
        }
    }

    @BeforeAll
    static void start() {
        app = Apps.reactive(App.class, "holdfast.store=memory:", "spring.datasource.url=jdbc:h2:mem:unused");
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    private static HttpResponse<String> post(String user, String path) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(Apps.address(app) + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}"));
        byte[] login = (user + ":pass").getBytes(StandardCharsets.UTF_8);
        request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(login));
        HttpResponse<String> answer =
                HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.headers().firstValue("Set-Cookie")).as("a session").isEmpty();
        return answer;
    }

    @Test
    @DisplayName("P8: in WebFlux, pages of other origins send no heartbeat; its answer is for this origin alone")
    void webFlux_refusesOtherSites() {
        Browser anna = Browser.of("anna", app);
        for (List<String> foreign : List.of(
                List.of("Sec-Fetch-Site", "cross-site"),
                List.of("Sec-Fetch-Site", "same-site"),
                List.of("Sec-Fetch-Site", "cross-site", "Origin", Apps.address(app)),
                List.of("Origin", "http://other.example"),
                List.of("Origin", "http://127.0.0.1:1"),
                List.of("Origin", Apps.address(app).replace("http:", "https:")),
                List.of("Origin", "null"),
                List.of("Origin", "http://%"))) {
            Browser.Answer refused = anna.send("POST", "/session/heartbeat", "{}", foreign.toArray(new String[0]));
            assertThat(refused.status()).as(foreign.toString()).isEqualTo(403);
        }
        for (List<String> own : List.of(
                List.of("Sec-Fetch-Site", "same-origin"),
                List.of("Sec-Fetch-Site", "none"),
                List.of("Origin", Apps.address(app)))) {
            Browser.Answer answer = anna.send("POST", "/session/heartbeat", "{}", own.toArray(new String[0]));
            assertThat(answer.status()).as(own.toString()).isEqualTo(200);
            assertThat(answer.header("Content-Security-Policy")).startsWith("default-src 'none'");
            assertThat(answer.header("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
        }
    }

    private boolean free(String name) {
        return locks.view(name).free();
    }

    @Test
    @DisplayName("P6: in WebFlux, a client without cookies acts for its user; a refusal is a problem")
    void webFlux_clientWithoutCookies() throws Exception {
        assertThat(post("anna", "/edit/1").body()).isEqualTo("text of 1");
        assertThat(post("anna", "/edit/1").statusCode()).isEqualTo(200);
        HttpResponse<String> refused = post("ben", "/edit/1");
        assertThat(refused.statusCode()).isEqualTo(423);
        assertThat(refused.body()).contains("policy/1 has been held by anna");
        assertThat(post("ben", "/save/1").statusCode()).isEqualTo(409);
        assertThat(post("anna", "/session/heartbeat").body()).contains("\"resource\":\"policy/1\"");
        assertThat(post("anna", "/save/1").body()).isEqualTo("true");
        assertThat(free("policy/1")).isTrue();
    }

    @Test
    @DisplayName("P7: in WebFlux, a page that is closed says so, and its lock is released within seconds")
    void webFlux_closedPage() {
        Browser anna = Browser.of("anna", app);
        assertThat(anna.post("/edit/81").status()).isEqualTo(200);
        String leaving = "{\"resources\":[\"policy/81\"],\"leaving\":true}";
        assertThat(anna.send("POST", "/session/heartbeat", leaving).status()).isEqualTo(200);
        assertThat(free("policy/81")).isFalse();
        await().atMost(Duration.ofSeconds(90)).until(() -> free("policy/81"));
    }

    @Test
    @DisplayName("P6: in WebFlux, a browser acts for its session, which begins with its first lock")
    void webFlux_browser() {
        Browser anna = Browser.of("anna", app);
        Browser ben = Browser.of("ben", app);
        assertThat(anna.post("/session").body()).isEqualTo("none");
        assertThat(anna.post("/edit/2").status()).isEqualTo(200);
        assertThat(anna.post("/session").body()).isEqualTo("started");
        assertThat(ben.post("/edit/2").status()).isEqualTo(423);
        assertThat(anna.post("/save/2").body()).isEqualTo("true");
        assertThat(ben.post("/edit/2").status()).isEqualTo(200);
    }

    @Test
    void webFlux_holderIsAskedAndHandsOver() {
        Browser anna = Browser.of("anna", app);
        Browser ben = Browser.of("ben", app);
        assertThat(anna.post("/edit/7").status()).isEqualTo(200);
        Browser.Answer asked = ben.send("POST", "/locks/policy/7/request", "{\"message\":\"May I have it?\"}");
        assertThat(asked.status()).as(asked.body()).isEqualTo(201);
        Map<?, ?> request =
                (Map<?, ?>) ((List<?>) anna.post("/session/heartbeat").json().get("requests")).get(0);
        assertThat(request.get("message")).isEqualTo("May I have it?");
        String answer = "{\"request\":\"" + request.get("id") + "\",\"answer\":\"now\"}";
        assertThat(ben.send("POST", "/locks/policy/7/answer", answer).status()).isEqualTo(404);
        assertThat(ben.send("POST", "/locks/policy/7/answer", answer.replace("now", "soon"))
                        .status())
                .isEqualTo(400);
        assertThat(anna.send("POST", "/locks/policy/7/answer", answer, "Sec-Fetch-Site", "cross-site")
                        .status())
                .isEqualTo(403);
        assertThat(anna.send("POST", "/locks/policy/7/answer", answer).json()).containsEntry("state", "handed");
        assertThat(ben.post("/session/heartbeat").body()).contains("policy/7");
        assertThat(ben.post("/save/7").body()).isEqualTo("true");
        assertThat(free("policy/7")).isTrue();
    }

    @Test
    @DisplayName("P14: a publisher that fails or is cancelled releases its lock, one that completes keeps it")
    void acquiresLock_publisher() {
        CurrentOwner.runAs(Owner.of("anna"), () -> {
            Mono<String> broken = editor.load("a/1", Mono.error(new IllegalStateException("not found")));
            assertThat(free("a/1")).as("nothing is subscribed").isTrue();
            assertThatIllegalStateException().isThrownBy(broken::block).withMessage("not found");
            assertThat(free("a/1")).isTrue();
            assertThat(editor.load("a/1", Mono.just("text")).block()).isEqualTo("text");
            assertThat(current.holds("a/1")).isTrue();

            assertThat(editor.stream("a/2", Flux.just("x", "y")).collectList().block())
                    .containsExactly("x", "y");
            assertThat(current.holds("a/2")).isTrue();
            assertThatThrownBy(() -> editor.stream(
                                    "a/3", Flux.just("x").concatWith(Mono.error(new IllegalStateException("cut"))))
                            .collectList()
                            .block())
                    .hasMessage("cut");
            assertThat(free("a/3")).isTrue();

            Disposable left = editor.load("a/4", Mono.never()).subscribe();
            await().until(() -> !free("a/4"));
            left.dispose();
            await().until(() -> free("a/4"));
        });
        CurrentOwner.runAs(
                Owner.of("ben"),
                () -> assertThatThrownBy(
                                () -> editor.load("a/1", Mono.just("text")).block())
                        .isInstanceOf(LockUnavailableException.class));
    }

    @Test
    @DisplayName("P14: a future that fails releases its lock before its caller sees that, one that succeeds keeps it")
    void acquiresLock_future() {
        CurrentOwner.runAs(Owner.of("anna"), () -> {
            CompletableFuture<String> loaded = new CompletableFuture<>();
            CompletableFuture<String> result = editor.later("b/1", loaded);
            assertThat(free("b/1")).isFalse();
            loaded.completeExceptionally(new IllegalStateException("not found"));
            assertThatThrownBy(result::join).hasMessageContaining("not found");
            assertThat(free("b/1")).isTrue();
            assertThatThrownBy(() -> editor.later(
                                    "b/1", CompletableFuture.failedFuture(new IllegalStateException("at once")))
                            .join())
                    .hasMessageContaining("at once");
            assertThat(free("b/1")).isTrue();
            editor.later("b/1", CompletableFuture.completedFuture("text")).join();
            assertThat(current.holds("b/1")).isTrue();
        });
    }

    @Test
    @DisplayName("P14: a job that is a publisher is locked while it is subscribed, however it ends")
    void locked_publisher() {
        Sinks.Many<String> work = Sinks.many().unicast().onBackpressureBuffer();
        CompletableFuture<?> running =
                editor.job("1", work.asFlux()).collectList().toFuture();
        await().until(() -> !free("job/1"));
        assertThat(editor.job("1", Flux.just("never")).collectList().block()).isEmpty();
        assertThatThrownBy(() -> editor.strictJob("1", Mono.just("never")).block())
                .isInstanceOf(LockUnavailableException.class);
        work.tryEmitComplete();
        running.join();
        assertThat(free("job/1")).isTrue();

        assertThatIllegalStateException()
                .isThrownBy(() -> editor.strictJob("2", Mono.error(new IllegalStateException("failed")))
                        .block());
        assertThat(free("job/2")).isTrue();
        assertThat(editor.strictJob("2", Mono.just("done")).block()).isEqualTo("done");
        assertThat(free("job/2")).isTrue();

        Disposable left = editor.job("3", Flux.never()).subscribe();
        await().until(() -> !free("job/3"));
        left.dispose();
        await().until(() -> free("job/3"));
    }

    @Test
    void requiresLock_publisher_isChecked() {
        CurrentOwner.runAs(
                Owner.of("anna"),
                () -> assertThatThrownBy(() -> editor.save("9").block()).isInstanceOf(LockNotHeldException.class));
    }
}
