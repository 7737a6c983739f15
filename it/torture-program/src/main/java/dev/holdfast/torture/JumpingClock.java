package dev.holdfast.torture;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;

/** The wall clock of a process, and so of a store without one of its own. If it jumps, then every second or so. */
final class JumpingClock implements InstantSource {
    private static final int FARTHEST_SECONDS = 60;

    private final boolean jumps;
    private final Random random;
    private long next = System.nanoTime();
    private Duration offset = Duration.ZERO;

    JumpingClock(boolean jumps, Random random) {
        this.jumps = jumps;
        this.random = random;
    }

    @Override
    public Instant instant() {
        return jumps ? Instant.now().plus(offset()) : Instant.now();
    }

    private synchronized Duration offset() {
        if (System.nanoTime() - next > 0) {
            next = System.nanoTime() + 1_000_000L * (200 + random.nextInt(1500));
            offset = random.nextInt(3) == 0
                    ? Duration.ZERO
                    : Duration.ofMillis(random.nextInt(2 * FARTHEST_SECONDS * 1000) - FARTHEST_SECONDS * 1000L);
        }
        return offset;
    }
}
