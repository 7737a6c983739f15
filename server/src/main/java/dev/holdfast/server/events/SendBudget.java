package dev.holdfast.server.events;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The budget of bytes that were written to listeners and not yet taken by their clients. Thread-safe. */
final class SendBudget {
    /** A client that takes nothing for this long is dropped. */
    static final long MAX_STALL_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long MIN_BYTES = 4 << 20;
    private static final long MAX_BYTES = 64 << 20;

    private final long max;
    private final AtomicLong bytes = new AtomicLong();

    SendBudget() {
        this(share());
    }

    SendBudget(long max) {
        this.max = max;
    }

    /** Returns a sixteenth of the maximum memory, within limits. */
    static long share() {
        return Math.min(MAX_BYTES, Math.max(MIN_BYTES, Runtime.getRuntime().maxMemory() / 16));
    }

    void add(int size) {
        bytes.addAndGet(size);
    }

    void remove(int size) {
        bytes.addAndGet(-size);
    }

    /** Returns whether listeners that are catching up must wait. */
    boolean isFull() {
        return bytes.get() >= max / 2;
    }

    /** Returns whether listeners with unsent bytes must be dropped. */
    boolean isOverfull() {
        return bytes.get() > max;
    }
}
