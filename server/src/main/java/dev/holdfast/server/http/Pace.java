package dev.holdfast.server.http;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The time that a thread waits for a client while a body comes or goes in parts. Drops of a body would occupy the thread without
 * end, so the client has a first stall, and then as long as the body takes at {@link #SLOWEST}. Used by one thread.
 */
final class Pace {
    /** Bytes a second. */
    static final long SLOWEST = 32 << 10;

    private final long stall;
    private final LongSupplier nanoTime;
    private long waited;
    private long begun;

    /** @param stall the nanoseconds of one wait, and of all waits beyond those of the slowest client */
    Pace(long stall) {
        this(stall, System::nanoTime);
    }

    Pace(long stall, LongSupplier nanoTime) {
        this.stall = stall;
        this.nanoTime = nanoTime;
    }

    /**
     * Begins a wait, and returns how many nanoseconds it may take.
     *
     * @param bytes that the client has sent or taken
     */
    long begin(long bytes) {
        begun = nanoTime.getAsLong();
        return Math.min(stall, stall + TimeUnit.SECONDS.toNanos(bytes) / SLOWEST - waited);
    }

    /** Ends a wait. */
    void end() {
        waited += nanoTime.getAsLong() - begun;
    }
}
