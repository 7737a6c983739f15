package dev.holdfast.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How long one waits for a lock, by a clock that the test sets. */
class FileLockWaitTest {
    private static final Duration STEP = Duration.ofMillis(50);

    private long now;
    private long progress;
    private final FileLockWait wait =
            new FileLockWait(Duration.ofSeconds(10), Duration.ofSeconds(60), () -> now, () -> progress);

    /** Tries until it is given up; returns how long that took. */
    private Duration tried(Runnable meanwhile) {
        long start = now;
        wait.begin();
        while (!wait.isOver()) {
            now += STEP.toNanos();
            meanwhile.run();
        }
        return Duration.ofNanos(now - start);
    }

    @Test
    void isOver_lockStaysWithOneProcess_afterTheShortBound() {
        assertThat(tried(() -> {})).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(11));
    }

    @Test
    void isOver_lockChangesHands_afterTheLongBound() {
        assertThat(tried(() -> progress++)).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(61));
    }

    @Test
    void isOver_lockGetsStuckAfterAWhile_countsFromThen() {
        long start = now;
        Duration waited = tried(
                () -> progress = Math.min(now - start, Duration.ofSeconds(20).toNanos()));
        assertThat(waited).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(31));
    }

    @Test
    void isOver_anotherCallerHasJustGivenUp_isRefusedSoon() {
        tried(() -> {});
        assertThat(tried(() -> {})).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void isOver_longAfterAnotherGaveUp_waitsAgain() {
        tried(() -> {});
        now += Duration.ofMinutes(5).toNanos();
        assertThat(tried(() -> {})).isGreaterThanOrEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void isOver_afterTheLockWasHad_waitsAgain() {
        tried(() -> {});
        wait.end();
        assertThat(tried(() -> {})).isGreaterThanOrEqualTo(Duration.ofSeconds(10));
    }
}
