package dev.holdfast.store.sql.shared;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** Times as whole microseconds since 1970, which is what a row keeps of them. */
public final class Micros {
    private static final long PER_SECOND = 1_000_000;
    private static final long MAX_SECONDS = Long.MAX_VALUE / PER_SECOND - 1;

    private Micros() {}

    /** Returns the time of that clock, as databases keep it. */
    public static Instant now(InstantSource clock) {
        return instant(of(clock.instant()));
    }

    /** Returns the microseconds, rounded down; times beyond what fits count as the last that does. */
    public static long of(Instant time) {
        if (Math.abs(time.getEpochSecond()) > MAX_SECONDS) {
            return time.getEpochSecond() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return time.getEpochSecond() * PER_SECOND + time.getNano() / 1000;
    }

    public static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
