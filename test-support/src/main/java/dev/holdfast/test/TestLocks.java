package dev.holdfast.test;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.internal.manager.TurnedClocks;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.store.memory.MemoryLockStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Locks for a test: in memory, under a clock that stands still until the test turns it. Nothing sleeps, and what a turn of the
 * clock causes has happened when the call returns: renewals, expiry, warnings and callbacks of losses. Thread-safe.
 */
public final class TestLocks implements AutoCloseable {
    /** No record of a lock, a draft or an ended owner lives longer. */
    private static final Duration ALL_FORGOTTEN = Duration.ofDays(32);

    private final String name = "test-" + UUID.randomUUID();
    private final TurnedTime time = new TurnedTime(Instant.parse("2026-03-02T09:15:30Z"));
    private final Policies policies;
    private final List<LockManager> managers = new CopyOnWriteArrayList<>();
    private final LockManager manager;

    private TestLocks(Policies policies) {
        this.policies = policies;
        this.manager = newManager();
    }

    /** Creates locks with the policies of databases and servers, those of {@link Preset#OFFLINE}. */
    public static TestLocks create() {
        return create(Policies.of(Preset.OFFLINE));
    }

    /** Creates locks with these policies. */
    public static TestLocks create(Policies policies) {
        return new TestLocks(policies);
    }

    /** Returns the manager for the code under test. Each call returns the same one. */
    public LockManager manager() {
        return manager;
    }

    /** Returns a further manager of the same locks, as another node of the application has one. */
    public LockManager newManager() {
        ManagerOptions options = ManagerOptions.DEFAULT.policies(policies).clocks(time, time::nanos);
        LockManager another = StoreManagers.over(MemoryLockStore.open(name, time), options);
        managers.add(another);
        return another;
    }

    /**
     * Acquires locks for a person or program other than the code under test, so that its requests are refused.
     *
     * @throws dev.holdfast.LockUnavailableException if one of them is not free
     */
    public LockHandle acquireFor(String owner, String... resources) {
        try {
            return manager.acquire(LockRequest.of(resources).owner(Owner.of(owner)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while a lock was acquired.", e);
        }
    }

    /** Returns the clock of these locks, for code under test that also depends on the time. */
    public InstantSource clock() {
        return time;
    }

    /** Returns the time of the clock. */
    public Instant now() {
        return time.instant();
    }

    /**
     * Lets time pass while the program runs. Handles renew themselves meanwhile, as in production. Holds without a handle, such
     * as those of web sessions, expire unless a heartbeat arrives.
     */
    public void advance(Duration passed) {
        requirePositive(passed);
        Duration left = passed;
        while (!left.isZero()) {
            Duration step = shorter(left, untilRound());
            turn(step);
            left = left.minus(step);
        }
        manager.admin().sweep();
    }

    /**
     * Lets time pass while the program stands still, as in a long garbage collection or on a laptop that sleeps. Nothing is
     * renewed meanwhile, so handles may be lost.
     */
    public void pause(Duration passed) {
        requirePositive(passed);
        turn(passed);
        manager.admin().sweep();
    }

    /** Ends all holds and forgets drafts, limits and ended owners, for the next test. Its clock goes on, and never back. */
    public void reset() {
        manager.admin().clear("reset of a test");
        pause(ALL_FORGOTTEN);
    }

    /** Closes all its managers. */
    @Override
    public void close() {
        managers.forEach(LockManager::close);
    }

    private void turn(Duration step) {
        time.turn(step);
        managers.forEach(one -> ((TurnedClocks) one).runRound());
    }

    private @Nullable Duration untilRound() {
        Duration until = null;
        for (LockManager one : managers) {
            Duration its = ((TurnedClocks) one).untilRound();
            until = its == null ? until : shorter(its, until);
        }
        return until;
    }

    private static Duration shorter(Duration a, @Nullable Duration b) {
        return b == null || a.compareTo(b) < 0 ? a : b;
    }

    private static void requirePositive(Duration passed) {
        if (passed.isNegative() || passed.isZero()) {
            throw new IllegalArgumentException("Time only passes forwards: give a duration above zero.");
        }
    }
}
