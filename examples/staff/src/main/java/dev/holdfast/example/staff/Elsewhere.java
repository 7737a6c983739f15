package dev.holdfast.example.staff;

import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.Owner;
import dev.holdfast.session.CurrentOwner;

/** Locks that the person who asks has already, in another browser. */
public final class Elsewhere {
    private Elsewhere() {}

    /** Returns whether a hold is of the same person in another session. */
    public static boolean isMine(Hold hold) {
        Owner me = CurrentOwner.get().orElse(null);
        return me != null
                && !me.user().isEmpty()
                && me.user().equals(hold.owner().user())
                && !me.id().equals(hold.owner().id());
    }

    /** Releases the lock there, so that it can be taken here. The page there is told, and keeps what it has not saved. */
    public static void release(LockManager locks, String resource) {
        locks.view(resource).holders().stream()
                .map(judged -> judged.hold())
                .filter(Elsewhere::isMine)
                .forEach(hold -> locks.admin()
                        .forceRelease(resource, hold.fence(), hold.owner().name(), "moved to another browser"));
    }
}
