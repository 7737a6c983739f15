package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockUnavailableException;
import dev.holdfast.Owner;
import dev.holdfast.check.Extent;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.CurrentOwner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** Up to a thousand sessions edit a tenth as many records on two nodes, each over several transactions. */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ContentionTest {
    private static final int SESSIONS = Extent.of(200, 1000);
    private static final int RECORDS = SESSIONS / 10;
    private static final Duration TIME = Duration.ofSeconds(Extent.of(2, 10));
    /** Enough for hundreds of edits without locks. */
    private static final Duration SHORT_TIME = Duration.ofSeconds(1);

    private static ConfigurableApplicationContext first;
    private static ConfigurableApplicationContext second;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Accounts.class)
    static class App {}

    static class Accounts {
        private final JdbcTemplate jdbc;
        private final CurrentLocks locks;

        Accounts(JdbcTemplate jdbc, CurrentLocks locks) {
            this.jdbc = jdbc;
            this.locks = locks;
        }

        public long find(int id) {
            return jdbc.queryForObject("SELECT value FROM account WHERE id = ?", Long.class, id);
        }

        @Transactional
        @AcquiresLock(type = "account", value = "#id")
        public long findForEdit(int id) {
            return find(id);
        }

        @Transactional
        @RequiresLock(type = "account", value = "#id")
        public void save(int id, long value) {
            overwrite(id, value);
            locks.release("account/" + id);
        }

        public void overwrite(int id, long value) {
            jdbc.update("UPDATE account SET value = ? WHERE id = ?", value, id);
        }
    }

    @BeforeAll
    static void start() {
        String[] properties = Postgres.and(
                Postgres.fresh(),
                "spring.datasource.hikari.maximum-pool-size=8",
                "spring.datasource.hikari.connection-timeout=60000");
        first = Apps.plain(App.class, properties);
        second = Apps.plain(App.class, properties);
        JdbcTemplate jdbc = first.getBean(JdbcTemplate.class);
        jdbc.execute("CREATE TABLE account (id int PRIMARY KEY, value bigint NOT NULL)");
        jdbc.execute("INSERT INTO account SELECT n, 0 FROM generate_series(1, " + RECORDS + ") n");
    }

    @AfterAll
    static void stop() {
        first.close();
        second.close();
    }

    /** One edit of one record: read, think, write. */
    private interface Edit {
        void of(Accounts accounts, int id);
    }

    @Test
    @Tag("safety")
    @DisplayName("P14: no update is lost")
    void withLocks_noUpdateIsLost() throws InterruptedException {
        AtomicLong refused = new AtomicLong();
        long saved = saved(TIME, (accounts, id) -> {
            try {
                long value = accounts.findForEdit(id);
                accounts.save(id, value + 1);
            } catch (LockUnavailableException e) {
                refused.incrementAndGet();
                throw e;
            }
        });
        assertThat(refused).hasPositiveValue();
        assertThat(counted()).isEqualTo(saved).isPositive();
    }

    @Test
    @DisplayName("P14: under the same load without locks, updates are lost")
    void withoutLocks_updatesAreLost() throws InterruptedException {
        long saved;
        int rounds = 0;
        do {
            saved = saved(SHORT_TIME, (accounts, id) -> {
                long value = accounts.find(id);
                accounts.overwrite(id, value + 1);
            });
        } while (counted() == saved && ++rounds < 10);
        assertThat(counted()).isLessThan(saved);
    }

    private static long counted() {
        return first.getBean(JdbcTemplate.class).queryForObject("SELECT sum(value) FROM account", Long.class);
    }

    /** How many edits all sessions together believe to have saved in that time. */
    private static long saved(Duration time, Edit edit) throws InterruptedException {
        first.getBean(JdbcTemplate.class).execute("UPDATE account SET value = 0");
        AtomicLong saved = new AtomicLong();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        AtomicLong end = new AtomicLong();
        for (int i = 0; i < SESSIONS; i++) {
            Accounts accounts = (i % 2 == 0 ? first : second).getBean(Accounts.class);
            Owner owner = Owner.of("session-" + i);
            Thread thread = new Thread(() -> CurrentOwner.runAs(owner, () -> {
                try {
                    go.await();
                    while (System.nanoTime() - end.get() < 0 || saved.get() < SESSIONS) {
                        try {
                            edit.of(accounts, 1 + ThreadLocalRandom.current().nextInt(RECORDS));
                            saved.incrementAndGet();
                        } catch (LockUnavailableException e) {
                            // another has it: one edit less
                        }
                    }
                } catch (InterruptedException | RuntimeException e) {
                    failure.compareAndSet(null, e);
                }
            }));
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        end.set(System.nanoTime() + time.toNanos());
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failure.get()).isNull();
        return saved.get();
    }
}
