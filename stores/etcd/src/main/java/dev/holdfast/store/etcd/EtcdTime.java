package dev.holdfast.store.etcd;

import dev.holdfast.spi.Entry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge of this process about the store's time. A stamp is never earlier than that time, and the present used for
 * judging never later: so nothing is over early, however far the two are apart.
 *
 * @param basis the basis that it is counted from
 * @param wall how far the wall clock was ahead of the monotonic one when this was found out
 */
record EtcdTime(EtcdBasis basis, EtcdBounds bounds, Duration wall) {
    private static final Duration TRUSTED = Duration.ofMinutes(1);
    /** The wall clock is not used, but when it jumps this machine may have slept, and its other clock with it. */
    private static final Duration JUMP = Duration.ofMillis(500);

    static Duration wall(InstantSource clock, long nanos) {
        return Duration.between(Instant.EPOCH, clock.instant()).minusNanos(nanos);
    }

    /** Returns whether it can be relied on without asking the servers first. */
    boolean good(InstantSource clock) {
        long nanos = System.nanoTime();
        return nanos - bounds.at() < TRUSTED.toNanos()
                && wall(clock, nanos).minus(wall).abs().compareTo(JUMP) < 0;
    }

    /** Returns the time to write into records: the store's time, or a little later. */
    Instant stamp() {
        Instant latest = basis.start().plusNanos(bounds.mostAt(System.nanoTime()));
        return latest.truncatedTo(ChronoUnit.MICROS).plus(1, ChronoUnit.MICROS);
    }

    /** Returns the time by which records are judged: the store's time, or a little earlier. */
    Instant now() {
        return basis.start().plusNanos(bounds.leastAt(System.nanoTime())).truncatedTo(ChronoUnit.MICROS);
    }

    /**
     * Returns the time at which those records were read, which is not before they were written.
     *
     * @param asked what {@link #now} was when they were asked for
     */
    static Instant now(Instant asked, Collection<Entry> entries) {
        Instant written = asked;
        Instant due = Instant.MAX;
        for (Entry entry : entries) {
            written = entry.stamp().isAfter(written) ? entry.stamp() : written;
            Instant end = entry.body().due().at(entry.stamp());
            due = end != null && end.isBefore(due) ? end : due;
        }
        if (written.isBefore(due)) {
            return written;
        }
        // A stamp may be a little ahead of the time. That must not end what another record says.
        Instant last = due.minusNanos(1_000);
        return last.isAfter(asked) ? last : asked;
    }

    /** Returns this time narrowed by another answer, which counts alone if it contradicts. */
    static EtcdTime of(EtcdBasis basis, EtcdBounds bounds, Duration wall, @Nullable EtcdTime before) {
        EtcdBounds both =
                before != null && before.basis.revision() == basis.revision() ? before.bounds.and(bounds) : null;
        return new EtcdTime(basis, both == null ? bounds : both, wall);
    }
}
