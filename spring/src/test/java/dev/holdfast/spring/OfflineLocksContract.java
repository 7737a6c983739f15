package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.session.ConcurrencyException;
import dev.holdfast.session.LockType;
import dev.holdfast.session.OfflineLocks;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;

/** The words of the literature, on two nodes with one store. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class OfflineLocksContract {
    static ConfigurableApplicationContext first;
    private static ConfigurableApplicationContext second;

    final OfflineLocks here = first.getBean(OfflineLocks.class);
    private final OfflineLocks there = second.getBean(OfflineLocks.class);

    /** Starts both nodes with those properties. */
    static void start(String... properties) {
        String[] all = Postgres.and(
                properties,
                "holdfast.policies[0].pattern=short/**",
                "holdfast.policies[0].lease=100ms",
                "holdfast.sweep=never");
        first = Apps.plain(StoreChoiceTest.App.class, all);
        second = Apps.plain(StoreChoiceTest.App.class, all);
    }

    @AfterAll
    static void stop() {
        first.close();
        second.close();
    }

    @Test
    @Tag("safety")
    @DisplayName("P18: of many who acquire at once on two nodes, exactly one gets it")
    void concurrentAcquire_oneWins() throws Exception {
        int many = 16;
        ExecutorService threads = Executors.newFixedThreadPool(many);
        try {
            CyclicBarrier start = new CyclicBarrier(many);
            List<CompletableFuture<Boolean>> tries = IntStream.range(0, many)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> taken(start, i), threads))
                    .toList();
            long won = 0;
            for (CompletableFuture<Boolean> one : tries) {
                won += one.get(90, TimeUnit.SECONDS) ? 1 : 0;
            }
            assertThat(won).isEqualTo(1);
        } finally {
            threads.shutdownNow();
        }
    }

    private boolean taken(CyclicBarrier start, int number) {
        try {
            start.await();
            (number % 2 == 0 ? here : there).acquireLock("policy/1", "owner-" + number);
            return true;
        } catch (ConcurrencyException e) {
            return false;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @DisplayName("P18: acquiring again succeeds; release and acquire by another; the exception says who")
    void acquire_release_acquire() {
        here.acquireLock("policy/2", "anna");
        here.acquireLock("policy/2", "anna");
        assertThatThrownBy(() -> there.acquireLock("policy/2", "ben"))
                .isInstanceOf(ConcurrencyException.class)
                .hasMessageContaining("policy/2 has been held by anna since");
        assertThat(there.getLockOwner("policy/2")).isEqualTo("anna");
        assertThat(there.hasLock("policy/2", "anna")).isTrue();
        assertThat(there.hasLock("policy/2", "ben")).isFalse();
        there.releaseLock("policy/2", "ben");
        assertThat(here.getLockOwner("policy/2")).isEqualTo("anna");
        here.releaseLock("policy/2", "anna");
        assertThat(here.getLockOwner("policy/2")).isNull();
        there.acquireLock("policy/2", "ben");
    }

    @Test
    @DisplayName("P18: what has expired can be acquired by another")
    void expired_isFree() {
        here.acquireLock("short/1", "anna");
        await().atMost(Duration.ofSeconds(90)).until(() -> {
            try {
                there.acquireLock("short/1", "ben");
                return true;
            } catch (ConcurrencyException e) {
                return false;
            }
        });
    }

    @Test
    @DisplayName("V3: releaseAllLocksFor gives back all of one owner, who may go on")
    void releaseAll_isOfOneOwner() {
        here.acquireLock("policy/31", "clara");
        here.acquireLock(32, "clara");
        here.acquireLock("policy/33", "dora");
        there.releaseAllLocksFor("clara");
        assertThat(here.getLockOwner("policy/31")).isNull();
        assertThat(here.getLockOwner(32)).isNull();
        assertThat(here.getLockOwner("policy/33")).isEqualTo("dora");
        here.acquireLock("policy/31", "clara");
        here.releaseLock(32, "clara");
    }

    @Test
    @DisplayName("P1: readers share and exclude a writer; the four types have their names")
    void types() {
        here.acquireLock("policy/4", "anna", LockType.READ);
        there.acquireLock("policy/4", "ben", LockType.READ);
        assertThatThrownBy(() -> there.acquireLock("policy/4", "clara", LockType.WRITE))
                .isInstanceOf(ConcurrencyException.class);
        here.acquireLock("policy/5", "anna", LockType.EXCLUSIVE_READ);
        assertThatThrownBy(() -> there.acquireLock("policy/5", "clara", LockType.READ))
                .isInstanceOf(ConcurrencyException.class);
        assertThat(LockType.values())
                .extracting(LockType::label)
                .containsExactly("exclusive_write", "exclusive_read", "read", "write");
    }
}
