package dev.holdfast.store.zookeeper;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge of the leader's clock. ZooKeeper has none to read: the time is what the leader stamps on a write. Between two
 * writes the time is counted on by this machine's monotonic clock, never by its wall clock. Thread-safe.
 */
final class ServerClock {
    /** An estimate is not trusted for longer: the leader's clock may have been set. */
    private static final long MAX_AGE_NANOS = Duration.ofSeconds(30).toNanos();

    private volatile @Nullable Sample last;
    private volatile long forgotten = System.nanoTime();

    /** A stamp of the leader, and this machine's moments before the write was sent and after it was answered. */
    private record Sample(Instant stamp, long sent, long answered) {}

    /**
     * Bounds of the leader's time at a moment.
     *
     * @param least the time is not earlier
     * @param most nor later, unless the clock was set
     */
    record Estimate(Instant least, Instant most) {}

    void learn(Instant stamp, long sent, long answered) {
        if (sent - forgotten >= 0) {
            last = new Sample(stamp, sent, answered);
        }
    }

    /** Says that the leader may be another by now. */
    void forget() {
        forgotten = System.nanoTime(); // what was sent before may be answered only now
        last = null;
    }

    /** Returns an estimate, or null if too little is known. */
    @Nullable
    Estimate estimate() {
        Sample sample = last;
        long now = System.nanoTime();
        if (sample == null || now - sample.answered > MAX_AGE_NANOS) {
            return null;
        }
        // A stamp is cut to milliseconds.
        return new Estimate(
                sample.stamp.plusNanos(now - sample.answered),
                sample.stamp.plusNanos(now - sample.sent).plusMillis(1));
    }
}
