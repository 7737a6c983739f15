package dev.holdfast.internal.storage;

import java.util.function.LongSupplier;

/**
 * The state of a part that may fail, such as a store or its change feed. It logs one line when the part begins to fail and one
 * when it works again, however many calls fail in between. A part that fails and works by turns must work for longer each time
 * before it counts as working, up to ten minutes. While nothing fails, a call costs one volatile read. Thread-safe.
 */
public final class Outage {
    /** A call that only reads. */
    public static final int READ = 1;
    /** A call that changes something. It shows that reading works too. */
    public static final int WRITE = 2;

    private static final long NONE = 0;
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long MAX_CALM_NANOS = 600 * SECOND_NANOS;

    private final long firstCalm;
    private final String logger;
    private final String what;
    private final LongSupplier nanos;
    private volatile boolean broken;
    // Guarded by this.
    private int failing;
    private long since;
    private long lastFailure;
    private long failures;
    private long calm;
    /** The time from the first failure to the first success after the last one. */
    private long firstSuccess;

    Outage(String logger, String what, long firstCalm, LongSupplier nanos) {
        this.logger = logger;
        this.what = what;
        this.firstCalm = firstCalm;
        this.nanos = nanos;
    }

    /**
     * Returns one for calls of many threads: a call that was under way when others began to fail may still succeed.
     *
     * @param logger the name of a logger
     * @param what the beginning of a sentence, such as {@code The store sqlite:locks.db}
     */
    public static Outage ofStore(String logger, String what) {
        return new Outage(logger, what, SECOND_NANOS, System::nanoTime);
    }

    /** Returns one for a thread that listens: its first success counts, since the next may come late. */
    public static Outage ofFeed(String logger, String place) {
        return new Outage(logger, "The change feed of " + place, 0, System::nanoTime);
    }

    /** Takes note of a call that has failed. */
    public void failed(int kind, Throwable why) {
        boolean begins;
        synchronized (this) {
            long now = nanos.getAsLong();
            begins = !broken;
            if (begins) {
                boolean soon = failures > 0 && now - lastFailure < MAX_CALM_NANOS;
                calm = soon ? Math.min(Math.max(2 * calm, SECOND_NANOS), MAX_CALM_NANOS) : firstCalm;
                since = now;
                failures = 0;
            }
            failures++;
            lastFailure = now;
            firstSuccess = NONE;
            failing |= kind;
            broken = true;
        }
        if (begins) {
            Log.warning(logger, what + " fails: " + sentence(why));
        }
    }

    /** Takes note of a call that has succeeded. */
    public void works(int kind) {
        if (broken) {
            restored(kind);
        }
    }

    private void restored(int kind) {
        String line;
        synchronized (this) {
            long now = nanos.getAsLong();
            failing &= kind == WRITE ? 0 : ~kind;
            if (!broken || failing != 0) {
                return;
            }
            firstSuccess = firstSuccess == NONE ? Math.max(1, now - since) : firstSuccess;
            if (now - lastFailure < calm) {
                return;
            }
            broken = false;
            line = what + " works again after " + Log.seconds(firstSuccess) + ". Failed calls: " + failures + ".";
        }
        Log.info(logger, line);
    }

    private static String sentence(Throwable why) {
        String message = why.getMessage();
        return message == null ? why.getClass().getSimpleName() : message;
    }
}
