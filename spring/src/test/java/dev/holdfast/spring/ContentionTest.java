package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockUnavailableException;
import dev.holdfast.rules.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
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

/** A thousand sessions edit a hundred records on two nodes, each over several transactions. */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ContentionTest {
    private static final int SESSIONS = 1000;
    private static final int RECORDS = 100;
    private static final Duration TIME = Duration.ofSeconds(10);

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
        jdbc.execute("INSERT INTO account SELECT n, 0 FROM generate_series(1, " + (RECORDS + 1) + ") n");
    }

    @AfterAll
    static void stop() {
        first.close();
        second.close();
    }

    @Test
    @Tag("safety")
    @DisplayName("P14: no update is lost")
    void withLocks_noUpdateIsLost() throws InterruptedException {
        AtomicLong saved = new AtomicLong();
        AtomicLong refused = new AtomicLong();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        AtomicLong end = new AtomicLong();
        for (int i = 0; i < SESSIONS; i++) {
            Accounts accounts = (i % 2 == 0 ? first : second).getBean(Accounts.class);
            Owner owner = Owner.of("session-" + i);
            Thread thread = new Thread(() -> CurrentOwner.as(owner, () -> {
                try {
                    go.await();
                    while (System.nanoTime() < end.get()) {
                        int id = 1 + ThreadLocalRandom.current().nextInt(RECORDS);
                        try {
                            long value = accounts.findForEdit(id);
                            accounts.save(id, value + 1);
                            saved.incrementAndGet();
                        } catch (LockUnavailableException e) {
                            refused.incrementAndGet();
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
        end.set(System.nanoTime() + TIME.toNanos());
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failure.get()).isNull();
        assertThat(refused).hasPositiveValue();
        assertThat(first.getBean(JdbcTemplate.class)
                        .queryForObject("SELECT sum(value) FROM account WHERE id <= ?", Long.class, RECORDS))
                .isEqualTo(saved.get())
                .isPositive();
    }

    @Test
    @DisplayName("P14: without locks, updates are lost")
    void withoutLocks_anUpdateIsLost() throws InterruptedException {
        Accounts accounts = first.getBean(Accounts.class);
        int id = RECORDS + 1;
        CyclicBarrier bothHaveRead = new CyclicBarrier(2);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Thread thread = new Thread(() -> {
                long value = accounts.find(id);
                try {
                    bothHaveRead.await();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                accounts.overwrite(id, value + 1);
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(accounts.find(id)).isEqualTo(1);
    }
}
