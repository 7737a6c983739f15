package dev.holdfast.juc;

import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import java.time.Duration;
import java.util.Objects;

/**
 * The locks of a manager as {@link java.util.concurrent.locks.Lock}. Locks of one name and one manager are the same lock, also if
 * they come from different objects of this class. It keeps no list of them. Thread-safe.
 *
 * <pre>{@code
 * Lock lock = HoldfastLocks.of(manager).lock("nightly-billing");
 * }</pre>
 */
public final class HoldfastLocks {
    /** The time after which a waiting thread reports that it still waits. */
    private static final Duration REPORT = Duration.ofMinutes(10);

    private final LockManager manager;
    private final Duration report;

    private HoldfastLocks(LockManager manager, Duration report) {
        this.manager = Objects.requireNonNull(manager);
        this.report = report;
    }

    /** Returns the locks of a manager. Closing the manager releases all of them. */
    public static HoldfastLocks of(LockManager manager) {
        return new HoldfastLocks(manager, REPORT);
    }

    /** Returns locks whose waiting threads report after that time. */
    static HoldfastLocks reporting(LockManager manager, Duration report) {
        return new HoldfastLocks(manager, report);
    }

    /**
     * Returns the lock on a resource. Acquires nothing yet.
     *
     * @throws IllegalArgumentException if a resource cannot have that name
     */
    public HoldfastLock lock(String name) {
        return new HoldfastLock(manager, LockRequest.of(name), report);
    }
}
