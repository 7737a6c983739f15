package dev.holdfast.testkit;

import dev.holdfast.LockManager;
import dev.holdfast.rules.Policies;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** What each part of the manager's contract may ask for. */
interface ManagerPart {
    /** Longer than any test should take, also on a busy machine. */
    Duration PATIENCE = Duration.ofSeconds(90);

    /** A manager of its own owner on this test's storage, by fake time, with the rules of the preset {@code offline}. */
    LockManager manager();

    /** The same with other policies. */
    LockManager manager(Policies policies);

    /** The same by real time: for tests in which somebody waits. */
    LockManager realTimeManager();

    /** The same by real time, for requests that name no owner. */
    LockManager managerWithoutOwner();

    /** Lets time go by: at once where the test has the clock, else by waiting until whatever is awaited comes. */
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
