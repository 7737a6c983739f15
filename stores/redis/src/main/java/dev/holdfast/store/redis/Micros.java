package dev.holdfast.store.redis;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as whole microseconds since 1970, within what a script of Redis can count: its numbers are exact up to 2 to the 53rd. */
final class Micros {
    /** Times and durations beyond it, or before its opposite, count as it. */
    static final long MAX_MICROS = 9_000_000_000_000_000L;

    private static final long PER_SECOND = 1_000_000;

    private Micros() {}

    /** Returns the microseconds since 1970, rounded down. */
    static long of(Instant time) {
        return of(time.getEpochSecond(), time.getNano());
    }

    static long of(Duration duration) {
        return of(duration.getSeconds(), duration.getNano());
    }

    private static long of(long seconds, int nanos) {
        if (Math.abs(seconds) >= MAX_MICROS / PER_SECOND) {
            return seconds < 0 ? -MAX_MICROS : MAX_MICROS;
        }
        return seconds * PER_SECOND + nanos / 1000;
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
