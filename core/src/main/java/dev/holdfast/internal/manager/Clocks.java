package dev.holdfast.internal.manager;

import dev.holdfast.internal.base.Moments;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The two clocks of this machine by which a holder counts its own time. Neither is enough alone: the monotonic one stops while
 * a laptop sleeps, the wall clock can be set back. A holder believes the one that shows more time.
 */
public final class Clocks {
    private final LongSupplier nanos;
    private final InstantSource wall;

    Clocks(LongSupplier nanos, InstantSource wall) {
        this.nanos = nanos;
        this.wall = wall;
    }

    /** A moment on both clocks. */
    record Moment(long nanos, Instant wall) {

        /** Returns this moment moved back by the time between two others, if they are in that order. */
        Moment earlierBy(Instant from, Instant to) {
            if (!from.isBefore(to)) {
                return this;
            }
            Duration age = Moments.bounded(Duration.between(from, to));
            return new Moment(nanos - age.toNanos(), wall.minus(age));
        }

        /** Returns the earlier of two moments that were counted back from the same one. */
        Moment or(Moment other) {
            return other.nanos - nanos < 0 ? other : this;
        }
    }

    Moment now() {
        return new Moment(nanos.getAsLong(), wall.instant());
    }

    long nanoTime() {
        return nanos.getAsLong();
    }

    /** Returns the time that has passed since a moment, by the clock that shows more. */
    Duration since(Moment moment) {
        Duration monotonic = Duration.ofNanos(nanos.getAsLong() - moment.nanos);
        Duration byWall = Duration.between(moment.wall, wall.instant());
        return monotonic.compareTo(byWall) > 0 ? monotonic : byWall;
    }
}
