package dev.holdfast.spring.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Owner;
import dev.holdfast.session.CurrentOwner;
import dev.holdfast.session.LockNotHeldException;
import dev.holdfast.spring.Apps;
import dev.holdfast.spring.Browser;
import dev.holdfast.spring.Postgres;
import dev.holdfast.spring.RequiresLock;
import dev.holdfast.spring.UserHeader;
import dev.holdfast.spring.jpa.office.Office;
import dev.holdfast.spring.jpa.office.Policies;
import dev.holdfast.spring.jpa.office.Policy;
import jakarta.servlet.Filter;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;

/** Wherever somebody forgets the lock, one of the ways catches it: the table of {@code docs/spring.md}. */
@Tag("safety")
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForgottenLockTest {
    private static final Owner ANNA = Owner.of("session-a").named("Anna");

    private static ConfigurableApplicationContext app;

    private final JdbcTemplate jdbc = app.getBean(JdbcTemplate.class);
    private final Policies policies = app.getBean(Policies.class);

    @Configuration(proxyBeanMethods = false)
    @Import({Office.class, Repair.class})
    static class App {
        @Bean
        Filter user() {
            return new UserHeader();
        }
    }

    /** Sends SQL of which Hibernate knows nothing. */
    static class Repair {
        private final JdbcTemplate jdbc;

        Repair(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @RequiresLock(type = "policy", value = "#id")
        public void repair(long id) {
            jdbc.update("UPDATE policy SET text = 'repaired' WHERE id = ?", id);
        }
    }

    @BeforeAll
    static void start() {
        app = Apps.jpaWeb(
                App.class,
                Postgres.and(Postgres.fresh(), "holdfast.sweep=never", "spring.jpa.hibernate.ddl-auto=create"));
        app.getBean(JdbcTemplate.class).execute("INSERT INTO policy (id, text) VALUES (1, 'house')");
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    private void refused(Runnable change) {
        CurrentOwner.runAs(ANNA, () -> assertThatThrownBy(change::run).isInstanceOf(LockNotHeldException.class));
        unchanged();
    }

    private void unchanged() {
        assertThat(jdbc.queryForObject("SELECT text FROM policy WHERE id = 1", String.class))
                .isEqualTo("house");
    }

    @Test
    @DisplayName("P14: a method of a repository that forgets the lock is caught by the entity")
    void repositoryMethod() {
        refused(() -> policies.save(new Policy(1, "mine")));
        refused(() -> policies.deleteById(1L));
    }

    @Test
    @DisplayName(
            "P14: an endpoint for administrators that forgets the lock is caught by the entity, and told in a sentence")
    void adminEndpoint() {
        Browser.Answer answer = Browser.of("anna", app).send("PUT", "/admin/policies/1", "mine");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.json())
                .containsEntry("resource", "policy/1")
                .extractingByKey("detail")
                .asString()
                .startsWith("policy/1 is not locked for you, so nothing was changed.");
        unchanged();
    }

    @Test
    @DisplayName(
            "P14: a native query that forgets the lock is caught by its table, one past Hibernate by the annotation")
    void nativeQuery() {
        refused(() -> policies.renameByHand(1, "mine"));
        refused(() -> policies.rename(1, "mine"));
        refused(() -> app.getBean(Repair.class).repair(1));
    }
}
