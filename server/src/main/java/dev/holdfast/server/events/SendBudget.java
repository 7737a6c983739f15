package dev.holdfast.server.events;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What was written to all listeners and not yet taken by their clients: one budget of bytes for all. Thread-safe. */
final class SendBudget {
    /** A client that takes nothing for so long is let go. */
    static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long LEAST = 4 << 20;
    private static final long MOST = 64 << 20;

    private final long most;
    private final AtomicLong bytes = new AtomicLong();

    SendBudget() {
        this(share());
    }

    SendBudget(long most) {
        this.most = most;
    }

    /** Returns a sixteenth of the memory there may be. */
    static long share() {
        return Math.min(MOST, Math.max(LEAST, Runtime.getRuntime().maxMemory() / 16));
    }

    void add(int size) {
        bytes.addAndGet(size);
    }

    void remove(int size) {
        bytes.addAndGet(-size);
    }

    /** Returns whether those who are told of the past must wait. */
    boolean isFull() {
        return bytes.get() >= most / 2;
    }

    /** Returns whether listeners that are behind must go. */
    boolean isOverfull() {
        return bytes.get() > most;
    }
}
