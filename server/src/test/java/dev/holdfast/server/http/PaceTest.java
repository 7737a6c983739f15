package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How long a thread waits for a slow client. */
class PaceTest {
    private static final long STALL = TimeUnit.SECONDS.toNanos(30);

    private long now = 1_000;
    private final Pace pace = new Pace(STALL, () -> now);

    private void waits(long bytes, long seconds) {
        pace.begin(bytes);
        now += TimeUnit.SECONDS.toNanos(seconds);
        pace.end();
    }

    @Test
    void clientThatTakesDrops_runsOutOfTime() {
        assertThat(pace.begin(0)).isEqualTo(STALL);
        long bytes = 0;
        int parts = 0;
        while (pace.begin(bytes) > 0 && parts < 10_000) {
            waits(bytes, 20);
            bytes += 64 << 10;
            parts++;
        }
        assertThat(parts).as("parts of 64 KiB in 20 s each").isEqualTo(2);
    }

    @Test
    void clientAtTheSlowestPace_isServedToTheEnd_withOneStall() {
        long bytes = 0;
        for (int part = 0; part < 10_000; part++) {
            assertThat(pace.begin(bytes)).isEqualTo(STALL);
            waits(bytes, 1);
            bytes += Pace.SLOWEST;
        }
        waits(bytes, 29);
        assertThat(pace.begin(bytes)).isBetween(1L, TimeUnit.SECONDS.toNanos(1));
        waits(bytes, 1);
        assertThat(pace.begin(bytes)).isLessThanOrEqualTo(0);
    }

    @Test
    void fastClient_hasOneStallAtATime() {
        assertThat(pace.begin(1L << 30)).isEqualTo(STALL);
        waits(0, 0);
        now += TimeUnit.HOURS.toNanos(1); // the work between two waits is not the client's
        assertThat(pace.begin(0)).isEqualTo(STALL);
    }
}
