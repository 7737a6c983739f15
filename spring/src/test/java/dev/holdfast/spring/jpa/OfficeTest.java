package dev.holdfast.spring.jpa;

import dev.holdfast.LockManager;
import dev.holdfast.Owner;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.CurrentOwner;
import dev.holdfast.spring.Apps;
import dev.holdfast.spring.Postgres;
import dev.holdfast.spring.Statements;
import jakarta.persistence.EntityManager;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An office with its data in PostgreSQL: one application for all tests of a class, which says where its locks are. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class OfficeTest {
    static final Owner ANNA = Owner.of("session-a").named("Anna");
    static final Owner BEN = Owner.of("session-b").named("Ben");

    private static ConfigurableApplicationContext app;

    final LockManager locks = app.getBean(LockManager.class);
    final CurrentLocks current = app.getBean(CurrentLocks.class);
    final EntityManager entities = app.getBean(EntityManager.class);
    final JdbcTemplate jdbc = app.getBean(JdbcTemplate.class);
    final Statements statements = app.getBean(Statements.class);

    static void start(Class<?> application, String... properties) {
        app = Apps.jpa(
                application, Postgres.and(properties, "holdfast.sweep=never", "spring.jpa.hibernate.ddl-auto=create"));
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    static <T> T bean(Class<T> type) {
        return app.getBean(type);
    }

    static void as(Owner owner, Runnable work) {
        CurrentOwner.runAs(owner, work);
    }

    static void within(Runnable work) {
        within(app, work);
    }

    static void within(ConfigurableApplicationContext application, Runnable work) {
        new TransactionTemplate(application.getBean(PlatformTransactionManager.class))
                .executeWithoutResult(status -> work.run());
    }

    /** What a test leaves: no locks, and nothing in those tables. */
    void empty(String tables) {
        locks.admin().clear("test");
        jdbc.execute("TRUNCATE " + tables);
    }
}
