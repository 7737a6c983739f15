package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.storage.Log;
import dev.holdfast.internal.storage.LogLines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The two threads of a keeper: one calls the store, one counts down. */
@Timeout(120)
class KeeperThreadsTest {
    private static final Duration LOOK = Duration.ofSeconds(2);

    private final ManagerParts parts = new ManagerParts();
    private final AtomicLong machine = new AtomicLong(Duration.ofDays(1).toNanos());
    private final List<Thread> before = threads();
    private final Keeper keeper = new Keeper(parts.backend, parts.store.clocks(), machine::get);

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread ->
                        List.of("holdfast-keeper", "holdfast-countdown").contains(thread.getName()))
                .toList();
    }

    @AfterEach
    void close() {
        parts.working();
        keeper.close();
    }

    @Test
    void holdThatEnds_whileTheStoreHangs_isToldToItsHolder() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        KeptHandle handle = parts.handle(keeper, "a");
        parts.store.beforeRead = () -> {
            inside.countDown();
            try {
                assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        parts.store.pass(LOOK);
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        parts.store.pass(ManagerParts.TTL);
        assertThat(handle.lost().get(60, TimeUnit.SECONDS).resource()).isEqualTo("a");
        parts.working();
        goOn.countDown();
    }

    /** Waits for the next look of the keeper's own thread. */
    private void awaitLook() {
        int reads = parts.store.reads.size();
        parts.store.pass(LOOK);
        Scenes.awaitThat(() -> parts.store.reads.size() > reads);
    }

    /** Returns whether a line is about a pause of more than 1,000 seconds, which no other keeper of this JVM has. */
    private static boolean isLate(String line) {
        return line.matches("WARNING The keeper is late: its last round ended \\d{4,} s ago.*");
    }

    /** A process that was stopped for a while, or a machine that is too busy: the next round says so. */
    @Test
    void round_longAfterTheLast_isReported() {
        KeptHandle handle = parts.handle(keeper, "a");
        try (LogLines log = new LogLines(Log.MANAGER)) {
            awaitLook();
            awaitLook();
            assertThat(log.all()).noneMatch(KeeperThreadsTest::isLate);
            do {
                keeper.runRound(); // so that none is under way: time that passes during a round is no pause
                machine.addAndGet(Duration.ofSeconds(2_000).toNanos());
                awaitLook();
            } while (log.all().stream().noneMatch(KeeperThreadsTest::isLate));
        }
        assertThat(handle.isHeld()).isTrue();
    }

    @Test
    void close_endsBothThreads() throws Exception {
        parts.handle(keeper, "a").close();
        List<Thread> own = new ArrayList<>(threads());
        own.removeAll(before);
        assertThat(own).hasSize(2).allMatch(Thread::isDaemon);
        keeper.close();
        for (Thread thread : own) {
            thread.join(TimeUnit.SECONDS.toMillis(60));
            assertThat(thread.isAlive()).isFalse();
        }
    }
}
