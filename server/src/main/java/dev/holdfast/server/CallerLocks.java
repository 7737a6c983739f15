package dev.holdfast.server;

import dev.holdfast.LockManager;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.identity.Identity;
import dev.holdfast.server.identity.SessionEnd;

/**
 * Binds locks to callers as the HTTP API does, for the own calls of an {@link Application}: a caller can then use a lock by either
 * way, and no other caller can.
 */
public final class CallerLocks {
    private CallerLocks() {}

    /**
     * Returns the owner of a caller's locks.
     *
     * @param id tells the owners of one caller apart, such as a tab
     */
    public static Owner owner(Caller caller, String id) {
        return Owner.of(Identity.ownerId(caller, id)).named(caller.display()).user(caller.name());
    }

    /** Returns the receipt in the store for the one that a caller knows. */
    public static Receipt receipt(Caller caller, Receipt shown) {
        return Identity.receipt(caller, shown);
    }

    /**
     * Releases the locks of a caller whose session has ended, and withdraws its requests. The session must not be accepted any
     * more.
     *
     * @return how many holds were released
     */
    public static int endSession(LockManager locks, Caller caller) {
        return SessionEnd.release(locks, caller);
    }
}
