package dev.holdfast.internal.base;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic on times from outside, which stops at the ends of time instead of failing. Records take their times and durations
 * through it, so that no record holds a time that cannot be shown in every zone, or a duration that cannot be counted.
 */
public final class Moments {
    /** The earliest time in a record: the second day of the year 1. */
    public static final Instant FIRST = Instant.ofEpochSecond(-62_135_510_400L);
    /** The latest time in a record: the last day but one of the year 9999. */
    public static final Instant LAST = Instant.ofEpochSecond(253_402_128_000L);
    /** The longest duration in a record: a hundred years. Twice as many nanoseconds can still be counted. */
    public static final Duration MAX = Duration.ofDays(36_500);

    private static final Duration BACKWARDS = MAX.negated();

    private Moments() {}

    /** Returns the time, or the first or last one if it lies beyond. */
    public static Instant bounded(Instant time) {
        long second = time.getEpochSecond();
        if (second >= FIRST.getEpochSecond() && second < LAST.getEpochSecond()) {
            return time;
        }
        return second < 0 ? FIRST : LAST;
    }

    /** Returns the same for a time that may be a {@linkplain Stamp#TIME placeholder}, which stays one. */
    public static Instant boundedOrStamp(Instant time) {
        return time.equals(Stamp.TIME) ? time : bounded(time);
    }

    /** Returns the same for a time that may be missing. */
    public static @Nullable Instant boundedOrNull(@Nullable Instant time) {
        return time == null ? null : bounded(time);
    }

    /** Returns the duration, or the longest one if it is longer; below zero it ends in the same way. */
    public static Duration bounded(Duration time) {
        if (time.compareTo(MAX) > 0) {
            return MAX;
        }
        return time.isNegative() && time.compareTo(BACKWARDS) < 0 ? BACKWARDS : time;
    }

    /** Returns the same for a duration that may be missing. */
    public static @Nullable Duration boundedOrNull(@Nullable Duration time) {
        return time == null ? null : bounded(time);
    }

    /** Returns the time so much later, or earlier if the duration is negative; the first or last one if it lies beyond. */
    public static Instant plus(Instant time, Duration later) {
        Duration some = bounded(later);
        // Several times faster than Instant.plus(Duration), and each decision adds up to four times.
        return bounded(bounded(time).plusSeconds(some.getSeconds()).plusNanos(some.getNano()));
    }

    /** Returns the time so much earlier, in the same way. */
    public static Instant minus(Instant time, Duration earlier) {
        return plus(time, bounded(earlier).negated());
    }

    /** Returns the end of a limit, or null if there is no limit or the beginning is not known yet. */
    public static @Nullable Instant end(Instant from, @Nullable Duration limit) {
        return limit == null || from.equals(Stamp.TIME) ? null : plus(from, limit);
    }

    /** Returns the earlier of two times; null counts as never. */
    public static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
        if (a == null) {
            return b;
        }
        return b == null || a.isBefore(b) ? a : b;
    }

    /** Returns the duration in nanoseconds; of the longest one if it is longer. */
    public static long nanos(Duration time) {
        return bounded(time).toNanos();
    }
}
