package dev.holdfast.testkit;

import dev.holdfast.LockManager;
import dev.holdfast.Policies;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** The tools of each part of the manager's contract. */
interface ManagerPart {
    /** Longer than any test should take, also on a busy machine. */
    Duration PATIENCE = Duration.ofSeconds(90);

    /** Returns a manager with its own owner on this test's storage, with fake time and the preset {@code offline}. */
    LockManager manager();

    /** Returns such a manager with other policies. */
    LockManager manager(Policies policies);

    /** Returns such a manager with real time, for tests in which a caller waits. */
    LockManager realTimeManager();

    /** Returns such a manager with real time, for requests without an owner. */
    LockManager managerWithoutOwner();

    /** Lets time pass: moves the clock where the test has it, else the test waits for the expected event. */
    void pass(Duration time);

    /** Returns when it holds; fails if it does not in time. */
    static void eventually(String what, BooleanSupplier holds) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("Not in time: " + what);
            }
            Thread.sleep(5);
        }
    }
}
