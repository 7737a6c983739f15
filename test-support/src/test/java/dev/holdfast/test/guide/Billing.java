package dev.holdfast.test.guide;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;

/** A job that one node at a time runs. */
class Billing {
    private final LockManager locks;

    Billing(LockManager locks) {
        this.locks = locks;
    }

    /** Returns whether it ran. */
    boolean run(Runnable work) {
        Acquisition acquisition = locks.tryAcquire("nightly-billing");
        if (!acquisition.granted()) {
            return false;
        }
        try (LockHandle held = acquisition.orThrow()) {
            work.run();
            return held.isHeld();
        }
    }
}
