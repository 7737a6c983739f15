package dev.holdfast.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class StopwatchTest {
    @Test
    void once_timesEveryRun_alsoMoreThanItHasRoomForAtFirst() throws Exception {
        Stopwatch watch = new Stopwatch(() -> {});
        for (int i = 0; i < 5_000; i++) {
            watch.once();
        }
        assertThat(watch.nanos()).hasSize(5_000).allMatch(nanos -> nanos >= 0);
    }

    @Test
    void once_thatFails_isNotCounted() {
        Stopwatch watch = new Stopwatch(() -> {
            throw new IllegalStateException("no");
        });
        assertThatThrownBy(watch::once).hasMessage("no");
        assertThat(watch.nanos()).isEmpty();
    }

    @Test
    void reset_forgets() throws Exception {
        Stopwatch watch = new Stopwatch(() -> {});
        watch.once();
        watch.reset();
        assertThat(watch.nanos()).isEmpty();
    }
}
