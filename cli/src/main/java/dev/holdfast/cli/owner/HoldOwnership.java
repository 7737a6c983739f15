package dev.holdfast.cli.owner;

import dev.holdfast.Hold;
import dev.holdfast.LockManager;

/** Decides whether a hold belongs to the caller. */
public interface HoldOwnership {
    /** Returns whether the hold on that resource belongs to the caller, and so does not block it. */
    boolean owns(LockManager manager, String resource, Hold hold);
}
