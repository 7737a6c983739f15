package dev.holdfast.test;

import dev.holdfast.LockHandle;
import org.assertj.core.api.AbstractAssert;

/** Assertions on a handle. */
public final class HandleAssert extends AbstractAssert<HandleAssert, LockHandle> {
    HandleAssert(LockHandle handle) {
        super(handle, HandleAssert.class);
    }

    /** Verifies that the holder may work: it is neither released nor lost, and there is time left. */
    public HandleAssert isHeld() {
        isNotNull();
        if (!actual.isHeld()) {
            failWithMessage("Expected %s to be held, but its handle was %s.", actual.resources(), end());
        }
        return this;
    }

    /** Verifies that the hold was lost, not released. */
    public HandleAssert isLost() {
        isNotNull();
        if (!actual.lost().isDone()) {
            failWithMessage("Expected %s to be lost, but it was %s.", actual.resources(), end());
        }
        return this;
    }

    /** Verifies that it was neither held any more nor lost, but released. */
    public HandleAssert isReleased() {
        isNotNull();
        if (actual.isHeld() || actual.lost().isDone()) {
            failWithMessage("Expected %s to be released, but it was %s.", actual.resources(), end());
        }
        return this;
    }

    private String end() {
        if (actual.isHeld()) {
            return "held";
        }
        return actual.lost().isDone() ? "lost" : "released";
    }
}
