package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.LockManager;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.spring.guide.RequestMails;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpSession;
import java.util.List;
import java.util.Map;
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
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** What browsers and those who run the application are answered. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HttpTest {
    private static ConfigurableApplicationContext app;
    private static ConfigurableApplicationContext other;

    private final LockManager locks = app.getBean(LockManager.class);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Editor.class, RequestMails.class})
    static class App {
        @Bean
        Filter user() {
            return new UserHeader();
        }
    }

    @RestController
    static class Editor {
        private final CurrentLocks locks;

        Editor(CurrentLocks locks) {
            this.locks = locks;
        }

        @PostMapping("/edit/{id}")
        void edit(@PathVariable String id) {
            locks.acquire("policy/" + id);
        }

        @PostMapping("/secret/{id}")
        void secret(@PathVariable String id) {
            locks.acquire("secret/" + id);
        }

        @PostMapping("/save/{id}")
        void save(@PathVariable String id) {
            locks.require("policy/" + id);
            locks.release("policy/" + id);
        }

        @PostMapping("/logout")
        void logout(HttpSession session) {
            session.invalidate();
        }
    }

    @BeforeAll
    static void start() {
        String[] properties = Postgres.and(
                Postgres.fresh(),
                "holdfast.key=0123456789-0123456789-0123456789",
                "holdfast.policies[0].pattern=secret/**",
                "holdfast.policies[0].privacy=hidden",
                "holdfast.web.help=Call the service desk, 4711, to have it released.",
                "management.endpoints.web.exposure.include=locks,health",
                "management.endpoint.health.show-details=always");
        app = Apps.web(App.class, properties);
        other = Apps.web(App.class, Postgres.and(properties, "holdfast.admin.open=true"));
    }

    @AfterAll
    static void stop() {
        app.close();
        other.close();
    }

    @Test
    @DisplayName("P16: a refusal is a problem 423 that says who, since when, until when and what to do")
    void refused_isAProblem() {
        Browser.of("Anna", app).post("/edit/1");
        Browser.Answer refused = Browser.of("Ben", other).post("/edit/1");
        assertThat(refused.status()).isEqualTo(423);
        assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 300);
        Map<String, Object> problem = refused.json();
        assertThat(problem).containsEntry("title", "Locked").containsEntry("why", "held");
        assertThat(problem.get("detail"))
                .asString()
                .matches(
                        "policy/1 has been held by Anna since \\d\\d:\\d\\d \\(\\d+ seconds? ago\\)\\. Its lease ends at"
                                + " .* unless it is renewed\\. Wait for it, or try again at .*\\. Call the service desk, 4711, to have it released\\.");
        Map<?, ?> holder = (Map<?, ?>) ((List<?>) problem.get("holders")).get(0);
        assertThat(holder.get("name")).isEqualTo("Anna");
        assertThat(holder.get("since")).asString().endsWith("Z");
        assertThat(refused.body()).doesNotContain("session-");
    }

    @Test
    void holder_isAskedAndHandsOver_andTheApplicationIsTold() {
        Browser anna = Browser.of("Anna", app);
        Browser ben = Browser.of("Ben", other);
        anna.post("/edit/41");
        assertThat(ben.post("/edit/41").status()).isEqualTo(423);
        Browser.Answer asked = ben.send("POST", "/locks/policy/41/request", "{\"message\":\"May I have it?\"}");
        assertThat(asked.status()).as(asked.body()).isEqualTo(201);
        assertThat(asked.body()).contains("\"holder\":\"Anna\"").doesNotContain("session-");
        assertThat(other.getBean(RequestMails.class).told()).contains("Anna: Ben asks for policy/41");
        Browser.Answer again = ben.send("POST", "/locks/policy/41/request", "{}", "Accept-Language", "de-DE,de;q=0.8");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.json())
                .containsEntry("why", "open-already")
                .containsEntry("detail", "Sie haben schon um policy/41 gebeten, und es gibt noch keine Antwort.");
        Map<String, Object> beat = anna.post("/session/heartbeat").json();
        Map<?, ?> request = (Map<?, ?>) ((List<?>) beat.get("requests")).get(0);
        assertThat(request.get("asker")).isEqualTo("Ben");
        assertThat(request.get("message")).isEqualTo("May I have it?");
        anna.post("/locks/policy/41/shown");
        String id = String.valueOf(request.get("id"));
        Browser.Answer promised = anna.send(
                "POST",
                "/locks/policy/41/answer",
                "{\"request\":\"" + id + "\",\"answer\":\"in\",\"within\":\"10m\",\"message\":\"soon\"}");
        assertThat(promised.json()).containsEntry("state", "promised");
        Map<?, ?> known = (Map<?, ?>)
                ((List<?>) ben.get("/locks/policy/41/request").json().get("asked")).get(0);
        assertThat(known.get("state")).isEqualTo("promised");
        assertThat(known.get("reply")).isEqualTo("soon");
        assertThat(known.get("shown")).isNotNull();
        Browser.Answer foreign =
                ben.send("POST", "/locks/policy/41/answer", "{\"request\":\"" + id + "\",\"answer\":\"now\"}");
        assertThat(foreign.status()).as("only the holder answers").isEqualTo(404);
        Browser.Answer handed =
                anna.send("POST", "/locks/policy/41/answer", "{\"request\":\"" + id + "\",\"answer\":\"now\"}");
        assertThat(handed.json()).containsEntry("state", "handed");
        assertThat(anna.post("/edit/41").status()).isEqualTo(423);
        assertThat(ben.post("/session/heartbeat").body())
                .as("it is renewed like any lock of the session")
                .contains("\"resource\":\"policy/41\"");
        assertThat(ben.post("/edit/41").status()).isEqualTo(200);
        assertThat(ben.post("/save/41").status()).isEqualTo(200);
        assertThat(locks.view("policy/41").free()).isTrue();
    }

    @Test
    void asking_inVain_isRefusedWithASentence() {
        Browser ben = Browser.of("Ben", app);
        assertThat(ben.post("/locks/policy/42/request").json()).containsEntry("why", "free");
        Browser.of("Anna", app).post("/secret/42");
        Browser.Answer asked = ben.post("/locks/secret/42/request");
        assertThat(asked.status()).isEqualTo(201);
        assertThat(asked.body()).doesNotContain("Anna");
        assertThat(ben.send("DELETE", "/locks/secret/42/request", "").json()).containsEntry("withdrawn", true);
        assertThat(ben.post("/locks/secret/42/fly").status()).isEqualTo(404);
        assertThat(ben.send("POST", "/locks/secret/42/answer", "{\"request\":\"x\",\"answer\":\"now\"}")
                        .status())
                .isEqualTo(400);
        assertThat(ben.send("POST", "/locks/secret/42/request", "{}", "Sec-Fetch-Site", "cross-site")
                        .status())
                .isEqualTo(403);
    }

    @Test
    @DisplayName("P16: in the language of the browser")
    void refused_inTheLanguageOfTheUser() {
        Browser.of("Anna", app).post("/edit/31");
        Browser.Answer refused =
                Browser.of("Ben", other).send("POST", "/edit/31", "", "Accept-Language", "de-AT,de;q=0.8,en;q=0.5");
        assertThat(refused.json().get("detail"))
                .asString()
                .matches(
                        "policy/31 ist seit \\d\\d:\\d\\d Uhr durch Anna gesperrt\\. Ende der Sperre: .* Uhr, wenn sie nicht"
                                + " verlängert wird\\. Warten Sie, oder versuchen Sie es ab .* Uhr wieder\\. Call the service desk, 4711, to have it released\\.");
    }

    @Test
    @DisplayName("P16: and no more than the policy lets others know")
    void hidden_isNotTold() {
        Browser.of("Anna", app).post("/secret/1");
        Browser.Answer refused = Browser.of("Ben", app).post("/secret/1");
        assertThat(refused.status()).isEqualTo(423);
        assertThat(refused.body()).contains("secret/1 is held by another user").doesNotContain("Anna");
        assertThat(refused.header("Retry-After")).isEqualTo("5");
    }

    @Test
    @DisplayName("P14: a write without the lock is a problem 409; the missing call is for the developer, in the log")
    void forgotten_isAProblem() {
        Browser.Answer refused = Browser.of("Anna", app).post("/save/2");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.json().get("detail"))
                .isEqualTo(
                        "policy/2 is not locked for you, so nothing was changed. Open it again before you change it.");
    }

    @Test
    @DisplayName("P8: the heartbeat renews all that the session holds, on any node")
    void heartbeat_renews() {
        Browser anna = Browser.of("Anna", app);
        assertThat(anna.post("/session/heartbeat").json()).containsEntry("holds", List.of());
        anna.post("/edit/3");
        anna.post("/edit/4");
        var before = locks.view("policy/3").holders().get(0).hold().seen();
        Browser.Answer beat = anna.post("/session/heartbeat");
        assertThat(beat.status()).isEqualTo(200);
        List<?> holds = (List<?>) beat.json().get("holds");
        assertThat(holds).hasSize(2);
        assertThat(((Map<?, ?>) holds.get(0)).get("resource")).isEqualTo("policy/3");
        assertThat(((Number) ((Map<?, ?>) holds.get(0)).get("remainingSeconds")).longValue())
                .isEqualTo(300);
        var after = locks.view("policy/3").holders().get(0).hold();
        assertThat(after.seen()).isAfter(before);
        assertThat(after.active()).isEqualTo(after.seen());
        anna.send("POST", "/session/heartbeat", "{\"active\": false}");
        assertThat(locks.view("policy/3").holders().get(0).hold().active()).isEqualTo(after.active());
    }

    @Test
    @DisplayName("P17: closed without Spring Security")
    void admin_withoutSecurity_isClosed() {
        Browser.of("Anna", app).post("/edit/5");
        Browser.Answer refused = Browser.of("Clara", app).post("/admin/locks/policy/5/release");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.json()).containsEntry("detail", "You may not release locks of others.");
        assertThat(locks.view("policy/5").free()).isFalse();
    }

    @Test
    @DisplayName("P17: a forced release is recorded, and told to the holder with who and why")
    void admin_releases() {
        Browser anna = Browser.of("Anna", app);
        anna.post("/edit/6");
        anna.post("/edit/7");
        Browser clara = Browser.of("Clara", other);
        assertThat(clara.send("POST", "/admin/locks/policy/6/release", "{\"reason\": \"gone\", \"fence\": 1}")
                        .status())
                .as("about a hold that has ended")
                .isEqualTo(409);
        assertThat(clara.send("DELETE", "/admin/locks/policy/6/release?reason=gone&fence=1", "")
                        .status())
                .isEqualTo(409);
        Browser.Answer released =
                clara.send("POST", "/admin/locks/policy/6/release", "{\"reason\": \"Anna is on leave\"}");
        assertThat(released.status()).isEqualTo(200);
        assertThat(((Number) released.json().get("released")).intValue()).isEqualTo(1);
        assertThat(clara.send("DELETE", "/admin/locks/policy/7/release?reason=audit", "")
                        .status())
                .isEqualTo(200);
        assertThat(locks.admin().history(new HistoryQuery("policy/6", null, 1)))
                .singleElement()
                .satisfies(past -> {
                    LockEvent notice = past.event();
                    assertThat(notice.kind()).isEqualTo(LockEvent.EventKind.FORCED);
                    assertThat(notice.actor()).isEqualTo("Clara");
                    assertThat(notice.reason()).isEqualTo("Anna is on leave");
                });
        Map<String, Object> told = anna.send(
                        "POST", "/session/heartbeat", "{\"resources\": [\"policy/6\", \"policy/8\"]}")
                .json();
        assertThat(told.get("lost"))
                .asString()
                .contains("Your lock on policy/6 has ended: Clara released it (Anna is on leave).")
                .contains("Your lock on policy/8 has ended");
        assertThat(anna.post("/save/7").json().get("detail")).asString().contains("Clara released it (audit)");
        assertThat(clara.post("/admin/locks/release").status()).isEqualTo(404);
        Browser.Answer nameless = clara.post("/admin/locks/a%07b/release");
        assertThat(nameless.status()).isEqualTo(400);
        assertThat(nameless.body()).contains("control characters");
    }

    @Test
    @DisplayName("P17: not by a page of another site, which borrows the administrator's browser")
    void admin_refusesOtherSites() {
        Browser.of("Anna", app).post("/edit/19");
        Browser clara = Browser.of("Clara", other);
        String path = "/admin/locks/policy/19/release";
        Browser.Answer refused = clara.send("POST", path, "", "Sec-Fetch-Site", "cross-site");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.json())
                .containsEntry(
                        "detail", "A page of another site sent this request. Send it from a page of this application.");
        assertThat(clara.send("POST", path, "", "Origin", "http://other.example")
                        .status())
                .isEqualTo(403);
        assertThat(clara.send("POST", path, "", "Origin", "http://127.0.0.1:1").status())
                .isEqualTo(403);
        assertThat(clara.send("POST", path, "", "Sec-Fetch-Site", "same-site").status())
                .as("a sibling site")
                .isEqualTo(403);
        assertThat(clara.send("POST", "/session/heartbeat", "{}", "Sec-Fetch-Site", "same-site")
                        .status())
                .isEqualTo(403);
        assertThat(locks.view("policy/19").free()).isFalse();
        assertThat(clara.send("POST", path, "", "Sec-Fetch-Site", "same-origin").status())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("P16: no other origin can embed or read an answer, and no script in it runs")
    void answers_areForThisOriginAlone() {
        Browser anna = Browser.of("Anna", other);
        anna.post("/edit/41");
        for (Browser.Answer answer : List.of(
                Browser.of("Ben", app).post("/edit/41"),
                anna.post("/session/heartbeat"),
                anna.send("POST", "/session/heartbeat", "{}", "Sec-Fetch-Site", "same-site"),
                anna.send("POST", "/admin/locks/policy/41/release", "", "Sec-Fetch-Site", "same-site"),
                anna.post("/admin/locks/policy/41/release"))) {
            String which = answer.status() + " " + answer.body();
            assertThat(answer.header("Content-Security-Policy")).as(which).startsWith("default-src 'none'");
            assertThat(answer.header("Cross-Origin-Resource-Policy")).as(which).isEqualTo("same-origin");
            assertThat(answer.header("X-Content-Type-Options")).as(which).isEqualTo("nosniff");
        }
    }

    @Test
    void actuator_showsLocksAndHealth() {
        Browser anna = Browser.of("Anna", app);
        anna.post("/edit/9");
        assertThat(anna.get("/actuator/locks?prefix=policy/9").body()).contains("\"name\":\"Anna\"");
        assertThat(anna.get("/actuator/locks/policy/9").json()).containsEntry("free", false);
        assertThat(anna.get("/actuator/locks/policy/none").json()).containsEntry("free", true);
        assertThat(anna.get("/actuator/health").body())
                .containsPattern("\"holdfast\":\\{[^}]*\"store\":\"postgresql://");
    }

    @Test
    void meters_count() {
        MeterRegistry meters = other.getBean(MeterRegistry.class);
        Browser anna = Browser.of("Anna", other);
        Browser ben = Browser.of("Ben", other);
        double acquired = meters.counter("holdfast.acquisitions").count();
        anna.post("/edit/10");
        anna.post("/edit/11");
        ben.post("/edit/10");
        anna.post("/save/10");
        long measured = meters.timer("holdfast.hold.time").count();
        anna.post("/logout");
        ben.send("POST", "/session/heartbeat", "{\"resources\": [\"policy/10\"]}");
        assertThat(meters.counter("holdfast.acquisitions").count()).isEqualTo(acquired + 2);
        assertThat(meters.counter("holdfast.refusals", "why", "held").count()).isGreaterThanOrEqualTo(1);
        assertThat(meters.counter("holdfast.releases").count()).isGreaterThanOrEqualTo(2);
        assertThat(meters.counter("holdfast.losses").count()).isGreaterThanOrEqualTo(1);
        assertThat(meters.timer("holdfast.hold.time").count()).isEqualTo(measured + 1);
    }
}
