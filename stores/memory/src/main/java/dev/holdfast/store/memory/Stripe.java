package dev.holdfast.store.memory;

import dev.holdfast.internal.storage.RecordTable;
import java.util.concurrent.locks.ReentrantLock;

/** The records of some keys, and the lock that guards them. All methods but {@link #lock} are for the thread that has it. */
final class Stripe {
    /** The lock is mostly held for less time than it takes to put a thread to sleep. */
    private static final int SPINS = 200;

    private final ReentrantLock lock = new ReentrantLock();
    private final RecordTable table = new RecordTable();
    private final PastEvents past;
    private EventBlock recent = new EventBlock();
    private long version;

    /** @param version larger than any that one of its keys ever had, or equal */
    Stripe(long version, PastEvents past) {
        this.version = version;
        this.past = past;
    }

    void lock() {
        for (int i = 0; i < SPINS; i++) {
            if (lock.tryLock()) {
                return;
            }
            Thread.onSpinWait();
        }
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    RecordTable table() {
        return table;
    }

    /** Returns the largest version of its changes. */
    long version() {
        return version;
    }

    /** Says that one of its keys has changed with that version. */
    void changed(long newest) {
        version = newest;
    }

    void add(EventBlock.Event event) {
        recent.add(event);
        if (recent.isFull()) {
            past.add(recent);
            recent = new EventBlock();
        }
    }

    /** Returns the events that are not in the past yet. */
    EventBlock recent() {
        return recent;
    }
}
