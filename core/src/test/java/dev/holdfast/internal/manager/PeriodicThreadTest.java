package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PeriodicThreadTest {
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger rests = new AtomicInteger();
    /** How often it was told that it is idle. */
    private final AtomicInteger idled = new AtomicInteger();

    private volatile boolean idle;
    private volatile boolean fails;
    private final PeriodicThread rounds = new PeriodicThread("test", Duration.ofHours(1), new PeriodicThread.Task() {
        @Override
        public boolean idle() {
            idled.addAndGet(idle ? 1 : 0);
            return idle;
        }

        @Override
        public Duration nap() {
            return Duration.ofMillis(1);
        }

        @Override
        public void round(boolean rested) {
            made.incrementAndGet();
            rests.addAndGet(rested ? 1 : 0);
            if (fails) {
                throw new IllegalStateException("This round fails.");
            }
        }
    });

    @AfterEach
    void end() {
        rounds.end();
    }

    private static void await(BooleanSupplier done) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!done.getAsBoolean()) {
            assertThat(System.nanoTime() - end).isNegative();
            Thread.sleep(1);
        }
    }

    private void awaitRounds(int more) throws InterruptedException {
        int before = made.get();
        await(() -> made.get() >= before + more);
    }

    /** Waits until it rests for the first time, or again: it asks once before each nap, and twice before a rest. */
    private void awaitRest(int times) throws InterruptedException {
        await(() -> idled.get() >= 10 * times);
    }

    @Test
    @DisplayName("With nothing to do it rests, and a call wakes it")
    void idle_rests_untilWoken() throws InterruptedException {
        awaitRounds(20);
        assertThat(rests.get()).isZero();
        idle = true;
        awaitRest(1);
        idle = false;
        rounds.wake();
        awaitRounds(20);
        assertThat(rests.get()).isEqualTo(1);
    }

    @Test
    @DisplayName("Work that is over when the thread wakes keeps it awake for some rounds")
    void woken_forNothing_napsBeforeItRests() throws InterruptedException {
        idle = true;
        awaitRest(1);
        int before = made.get();
        rounds.wake();
        awaitRest(2);
        assertThat(made.get() - before).isGreaterThanOrEqualTo(9);
    }

    @Test
    @DisplayName("A round that fails is not the last one")
    void failure_isSurvived() throws InterruptedException {
        fails = true;
        awaitRounds(3);
    }
}
