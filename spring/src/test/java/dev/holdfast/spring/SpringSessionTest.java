package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.OwnerIds;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.session.MapSession;
import org.springframework.session.MapSessionRepository;
import org.springframework.session.Session;
import org.springframework.session.config.annotation.web.http.EnableSpringHttpSession;
import org.springframework.session.events.SessionExpiredEvent;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Two nodes that share their sessions by Spring Session, of a kind that publishes no events by itself. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SpringSessionTest {
    private static final Map<String, Session> SESSIONS = new ConcurrentHashMap<>();

    @TempDir
    private static Path folder;

    private static ConfigurableApplicationContext first;
    private static ConfigurableApplicationContext second;

    private final LockManager locks = first.getBean(LockManager.class);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableSpringHttpSession
    @Import(Editor.class)
    static class App {
        @Bean
        MapSessionRepository sessions() {
            return new MapSessionRepository(SESSIONS);
        }
    }

    @RestController
    static class Editor {
        private final CurrentLocks locks;

        Editor(CurrentLocks locks) {
            this.locks = locks;
        }

        @PostMapping("/edit/{id}")
        String edit(@PathVariable String id, HttpSession session) {
            locks.acquire("policy/" + id);
            return session.getId();
        }

        @PostMapping("/check/{id}")
        boolean check(@PathVariable String id) {
            return locks.holds("policy/" + id);
        }

        @PostMapping("/logout")
        void logout(HttpSession session) {
            session.invalidate();
        }

        @PostMapping("/login")
        void login(HttpServletRequest request) {
            request.changeSessionId();
        }
    }

    @BeforeAll
    static void start() {
        String[] properties = {
            "holdfast.store=sqlite:" + folder.resolve("locks.db"),
            "holdfast.key=0123456789-0123456789-0123456789",
            "spring.datasource.url=jdbc:h2:mem:unused"
        };
        first = Apps.web(App.class, properties);
        second = Apps.web(App.class, properties);
    }

    @AfterAll
    static void stop() {
        first.close();
        second.close();
    }

    @Test
    @DisplayName("P6: a session that moves to another node has its locks there")
    void session_onAnotherNode_isTheSameOwner() {
        Browser anna = Browser.of("anna", first);
        anna.post("/edit/1");
        assertThat(anna.at(second).post("/check/1").body()).isEqualTo("true");
        anna.at(second).post("/logout");
        assertThat(locks.view("policy/1").free()).isTrue();
    }

    @Test
    @DisplayName("P7: a new session id at sign-in is a new owner")
    void changedId_isReleased() {
        Browser anna = Browser.of("anna", first);
        anna.post("/edit/2");
        anna.post("/login");
        assertThat(locks.view("policy/2").free()).isTrue();
    }

    @Test
    @DisplayName("P7: a session whose store says that it expired releases what it has, and is ended")
    void expired_isReleased() {
        String id = Browser.of("anna", first).post("/edit/3").body();
        String owner = locks.view("policy/3").holders().stream()
                .map(LockView.Holder::hold)
                .findFirst()
                .orElseThrow()
                .owner()
                .id();
        second.publishEvent(new SessionExpiredEvent(this, new MapSession(id)));
        assertThat(locks.view("policy/3").free()).isTrue();
        assertThat(second.getBean(OwnerIds.class).ownerId(id)).isEqualTo(owner);
    }
}
