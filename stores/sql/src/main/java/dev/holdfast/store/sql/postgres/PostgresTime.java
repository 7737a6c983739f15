package dev.holdfast.store.sql.postgres;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Times as our functions take them: seconds, within what a timestamp can hold and with room to add to it. */
final class PostgresTime {
    private static final double EARLIEST = -1e11;
    private static final double LATEST = 9e12;
    private static final double MAX = 1e11;

    private PostgresTime() {}

    static @Nullable Double seconds(@Nullable Instant time) {
        if (time == null) {
            return null;
        }
        double seconds = time.getEpochSecond() + time.getNano() / 1e9;
        return Math.max(EARLIEST, Math.min(LATEST, seconds));
    }

    static @Nullable Double seconds(@Nullable Duration time) {
        return time == null ? null : Math.min(MAX, time.getSeconds() + time.getNano() / 1e9);
    }
}
