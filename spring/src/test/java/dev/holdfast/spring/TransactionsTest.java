package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.Owner;
import dev.holdfast.engines.MariaServer;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.CurrentOwner;
import dev.holdfast.session.LockNotHeldException;
import dev.holdfast.store.sql.shared.IsolationException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Lock and load, check and save, save and release are one transaction. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TransactionsTest {
    private static final Owner ANNA = Owner.of("session-a").named("Anna");
    private static final Owner BEN = Owner.of("session-b").named("Ben");

    @TempDir
    private Path folder;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class App {
        @Bean
        static Statements statements() {
            return new Statements();
        }
    }

    /** An application with a policy in its database, and one connection to it. */
    private static final class Insurance implements AutoCloseable {
        private final ConfigurableApplicationContext app;
        private final CurrentLocks current;
        private final LockManager locks;
        private final JdbcTemplate jdbc;
        private final TransactionTemplate transaction;

        Insurance(String... properties) {
            app = Apps.plain(
                    App.class,
                    Postgres.and(
                            properties,
                            "holdfast.sweep=never",
                            "spring.datasource.hikari.connection-timeout=3000",
                            "spring.datasource.hikari.maximum-pool-size=1"));
            current = app.getBean(CurrentLocks.class);
            locks = app.getBean(LockManager.class);
            jdbc = app.getBean(JdbcTemplate.class);
            transaction = new TransactionTemplate(app.getBean(PlatformTransactionManager.class));
            jdbc.execute("CREATE TABLE policy (id int PRIMARY KEY, premium int)");
            jdbc.execute("INSERT INTO policy VALUES (1, 100)");
        }

        int premium() {
            return jdbc.queryForObject("SELECT premium FROM policy WHERE id = 1", Integer.class);
        }

        void as(Owner owner, Consumer<CurrentLocks> work) {
            CurrentOwner.runAs(owner, () -> work.accept(current));
        }

        void inTransaction(Owner owner, Consumer<CurrentLocks> work) {
            as(owner, now -> transaction.executeWithoutResult(status -> work.accept(now)));
        }

        boolean free() {
            return locks.view("policy/1").free();
        }

        @Override
        public void close() {
            app.close();
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: lock and load commit together, on the one connection of the transaction; PostgreSQL")
    void postgres_isOneTransaction() {
        try (Insurance app = new Insurance(Postgres.fresh())) {
            oneTransaction(app);
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: lock and load commit together, on the one connection of the transaction; SQLite")
    void sqlite_isOneTransaction() {
        try (Insurance app = new Insurance("spring.datasource.url=jdbc:sqlite:" + folder.resolve("app.db")
                + "?transaction_mode=IMMEDIATE&busy_timeout=10000")) {
            oneTransaction(app);
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: lock and load commit together, on the one connection of the transaction; MariaDB")
    void mariadb_isOneTransaction() {
        try (MariaServer server = MariaServer.quick(folder)) {
            String[] properties = {
                "spring.datasource.url=" + server.jdbcUrl(),
                "spring.datasource.username=" + server.user(),
                "spring.datasource.password=" + server.password()
            };
            try (Insurance app = new Insurance(Postgres.and(
                    properties, "spring.datasource.hikari.transaction-isolation=TRANSACTION_READ_COMMITTED"))) {
                assertThat(app.locks.admin().traits().address()).startsWith("mariadb:");
                oneTransaction(app);
                app.jdbc.execute("DROP TABLE policy");
            }
            try (Insurance app = new Insurance(properties)) {
                assertThatThrownBy(() -> app.inTransaction(ANNA, locks -> locks.acquire("policy/1")))
                        .isInstanceOf(IsolationException.class);
            }
        }
    }

    @Test
    @DisplayName("P9: by hand: the lock, then the load; a load that fails gives it back")
    void acquireAndLoad_byHand() {
        try (Insurance app = new Insurance(Postgres.fresh())) {
            app.as(ANNA, locks -> {
                assertThatIllegalStateException()
                        .isThrownBy(() -> locks.acquire("policy/1", () -> {
                            assertThat(locks.holds("policy/1")).isTrue();
                            throw new IllegalStateException("not found");
                        }));
                assertThat(app.free()).isTrue();
                assertThatCode(() -> assertThat(locks.<Integer>acquire("policy/1", app::premium))
                                .isEqualTo(100))
                        .doesNotThrowAnyException();
                assertThat(app.free()).isFalse();
            });
        }
    }

    private static void oneTransaction(Insurance app) {
        app.inTransaction(ANNA, locks -> {
            locks.acquire("policy/1");
            assertThat(locks.holds("policy/1")).isTrue();
            assertThat(app.premium()).isEqualTo(100);
        });
        assertThat(app.free()).isFalse();
        assertThatThrownBy(() -> app.inTransaction(BEN, locks -> locks.acquire("policy/1")))
                .hasMessageContaining("policy/1 has been held by Anna");

        app.inTransaction(ANNA, locks -> {
            locks.require("policy/1");
            app.jdbc.update("UPDATE policy SET premium = 200 WHERE id = 1");
            locks.release("policy/1");
        });
        assertThat(app.premium()).isEqualTo(200);
        assertThat(app.free()).isTrue();
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: a load that fails gives the lock back; a save that fails keeps it")
    void rolledBack_isUndone() {
        try (Insurance app = new Insurance(Postgres.fresh())) {
            rolledBack(app);
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: the same where the locks are not in the application's database")
    void rolledBackElsewhere_isUndone() {
        try (Insurance app = new Insurance(Postgres.and(Postgres.fresh(), "holdfast.store=memory:"))) {
            rolledBack(app);
            oneTransaction(app);
        }
    }

    private static void rolledBack(Insurance app) {
        assertThatIllegalStateException()
                .isThrownBy(() -> app.inTransaction(ANNA, locks -> {
                    locks.acquire("policy/1");
                    throw new IllegalStateException("not found");
                }));
        assertThat(app.free()).isTrue();

        app.as(ANNA, locks -> locks.acquire("policy/1"));
        assertThatIllegalStateException()
                .isThrownBy(() -> app.inTransaction(ANNA, locks -> {
                    locks.acquire("policy/1");
                    locks.release("policy/1");
                    throw new IllegalStateException("the save failed");
                }));
        app.as(ANNA, locks -> assertThat(locks.holds("policy/1")).isTrue());
        app.as(ANNA, CurrentLocks::releaseAll);
        assertThat(app.free()).isTrue();
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: refused at every isolation level but READ COMMITTED")
    void otherIsolation_isRefused() {
        try (Insurance app = new Insurance(Postgres.fresh())) {
            app.transaction.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
            assertThatThrownBy(() -> app.inTransaction(ANNA, locks -> locks.acquire("policy/1")))
                    .isInstanceOf(IsolationException.class);
            assertThat(app.free()).isTrue();
        }
    }

    @Test
    @DisplayName("P5: taking is one statement, checking is one, and what needs no lock sends none")
    void statements_areFew() {
        try (Insurance app = new Insurance(Postgres.fresh())) {
            Statements statements = app.app.getBean(Statements.class);
            app.as(ANNA, locks -> {
                assertThat(statements.sent(() -> locks.acquire("policy/1"))).hasSize(1);
                assertThat(statements.sent(() -> locks.acquire("policy/2", "policy/3")))
                        .hasSize(1);
                assertThat(statements.sent(() -> locks.require("policy/1"))).hasSize(1);
                assertThat(statements.sent(() -> locks.require("policy/2", "policy/3")))
                        .hasSize(1);
                locks.require("policy/1", "policy/2", "policy/3"); // taken in two goes
                List<String> unprotected =
                        statements.sent(() -> app.transaction.executeWithoutResult(status -> app.premium()));
                assertThat(unprotected).containsExactly("SELECT premium FROM policy WHERE id = 1");
            });
            app.inTransaction(BEN, locks -> {
                assertThat(statements.sent(() -> locks.acquire("policy/4"))).hasSize(1);
                assertThat(statements.sent(() -> locks.require("policy/4"))).hasSize(1);
            });
        }
    }

    @Test
    @DisplayName("P14: a refusal to write names the missing call, and who has it instead")
    void require_saysWhatIsMissing() {
        try (Insurance app = new Insurance(Postgres.fresh())) {
            app.as(
                    ANNA,
                    locks -> assertThatThrownBy(() -> locks.require("policy/1"))
                            .isInstanceOf(LockNotHeldException.class)
                            .hasMessage(
                                    "policy/1 is about to be changed without its lock: call CurrentLocks.acquire(\"policy/1\")"
                                            + " when editing begins."));
            app.as(BEN, locks -> locks.acquire("policy/1"));
            app.as(
                    ANNA,
                    locks -> assertThatThrownBy(() -> locks.require("policy/1"))
                            .hasMessageContaining("policy/1 has been held by Ben"));
            assertThat(app.locks.view("policy/1").holders()).hasSize(1);
            app.as(BEN, locks -> locks.acquireShared("policy/5"));
            app.as(BEN, locks -> assertThat(locks.holds("policy/5")).isFalse());
        }
    }

    @Test
    @DisplayName("P17: whoever lost it is told by whom and why")
    void lost_isTold() {
        try (Insurance app = new Insurance(Postgres.fresh())) {
            app.as(ANNA, locks -> locks.acquire("policy/1"));
            app.locks.admin().forceRelease("policy/1", "Clara", "Anna is on leave");
            app.as(
                    ANNA,
                    locks -> assertThatThrownBy(() -> locks.require("policy/1"))
                            .hasMessageStartingWith(
                                    "Your lock on policy/1 has ended: Clara released it (Anna is on leave)."));

            app.as(ANNA, locks -> locks.acquire("policy/2", "policy/3"));
            app.locks.admin().forceRelease("policy/3", "Clara", "audit");
            app.as(
                    ANNA,
                    locks -> assertThatThrownBy(() -> locks.require("policy/2", "policy/3"))
                            .hasMessageStartingWith("Your lock on policy/3 has ended: Clara released it (audit)."));

            app.as(ANNA, locks -> {
                locks.acquire("policy/1");
                locks.release("policy/1");
                assertThatThrownBy(() -> locks.require("policy/1"))
                        .hasMessageStartingWith("policy/1 is about to be changed without its lock");
            });
        }
    }
}
