package dev.holdfast.cli.owner;

import dev.holdfast.LockManager;
import dev.holdfast.rules.Hold;

/** Tells one's own holds from those of others. */
public interface HoldOwnership {
    /** Whether that hold on the resource is one's own, and so in nobody's way. */
    boolean owns(LockManager manager, String resource, Hold hold);
}
