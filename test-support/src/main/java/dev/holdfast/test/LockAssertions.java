package dev.holdfast.test;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;

/** Assertions on locks, to be imported statically beside those of AssertJ. */
public final class LockAssertions {
    private LockAssertions() {}

    /** Begins an assertion on the locks of a manager. */
    public static LocksAssert assertThat(LockManager locks) {
        return new LocksAssert(locks);
    }

    /** Begins an assertion on the locks of a test. */
    public static LocksAssert assertThat(TestLocks locks) {
        return new LocksAssert(locks.manager());
    }

    /** Begins an assertion on a handle. */
    public static HandleAssert assertThat(LockHandle handle) {
        return new HandleAssert(handle);
    }

    /** Begins an assertion on the answer to a request. */
    public static AcquisitionAssert assertThat(Acquisition acquisition) {
        return new AcquisitionAssert(acquisition);
    }
}
