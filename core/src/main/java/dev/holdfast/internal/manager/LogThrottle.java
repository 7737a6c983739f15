package dev.holdfast.internal.manager;

import dev.holdfast.internal.storage.Log;
import java.util.function.LongSupplier;

/**
 * Log lines about one kind of event, of which thousands may happen in a moment. At most ten in ten seconds are logged. The
 * others are counted, and the count is logged later. Thread-safe.
 */
final class LogThrottle {
    private static final int MAX_LINES = 10;
    private static final long WINDOW_NANOS = 10_000_000_000L;

    private final String event;
    private final LongSupplier nanos;
    private volatile long omitted;
    private int lines;
    private long begin;

    /**
     * @param event what is counted, such as {@code lost holds}
     */
    LogThrottle(String event) {
        this(event, System::nanoTime);
    }

    LogThrottle(String event, LongSupplier nanos) {
        this.event = event;
        this.nanos = nanos;
    }

    /** Logs a line, or counts it. */
    void warning(String line) {
        if (admits()) {
            Log.warning(Log.MANAGER, line);
        }
    }

    /** Logs a line that things are well, or counts it. */
    void info(String line) {
        if (admits()) {
            Log.info(Log.MANAGER, line);
        }
    }

    private boolean admits() {
        flush();
        synchronized (this) {
            long now = nanos.getAsLong();
            if (lines == 0 || now - begin >= WINDOW_NANOS) {
                begin = now;
                lines = 0;
            }
            if (lines == MAX_LINES) {
                omitted++;
                return false;
            }
            lines++;
            return true;
        }
    }

    /** Logs how many lines were left out, when their ten seconds are over. */
    void flush() {
        if (omitted == 0) {
            return;
        }
        long count;
        synchronized (this) {
            if (omitted == 0 || nanos.getAsLong() - begin < WINDOW_NANOS) {
                return;
            }
            count = omitted;
            omitted = 0;
        }
        Log.warning(Log.MANAGER, "More " + event + " that are not listed: " + count + ".");
    }
}
