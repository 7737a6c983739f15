package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class FakeTimeTest {
    @Test
    void time_movesOnlyWhenTold() {
        FakeTime time = FakeTime.at(Instant.EPOCH);
        assertThat(time.instant()).isEqualTo(Instant.EPOCH);
        time.advance(Duration.ofHours(2));
        time.jumpBack(Duration.ofHours(3));
        assertThat(time.instant()).isEqualTo(Instant.EPOCH.minus(Duration.ofHours(1)));
        time.set(Instant.MAX);
        assertThat(time.instant()).isEqualTo(Instant.MAX);
    }
}
