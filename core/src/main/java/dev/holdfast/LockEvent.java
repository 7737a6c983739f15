package dev.holdfast;

import dev.holdfast.internal.base.Text;
import java.time.Instant;

/**
 * Something that happened to a hold on a resource, as the history keeps it.
 *
 * @param hold with one entry and one process at most, so that an event is never large
 * @param actor who caused it, if not the holder; else empty
 * @param reason why, if that was given; else empty
 */
public record LockEvent(String resource, EventKind kind, Hold hold, String actor, String reason) {
    public LockEvent {
        hold = hold.isPast() ? hold : hold.past();
        actor = Text.shown(actor);
        reason = Text.shown(reason);
    }

    /** The kinds of events. */
    public enum EventKind {
        /** A request was granted. */
        ACQUIRED(true, false),
        /** A release handed the lock to the first waiter. */
        HANDED_OVER(true, false),
        /** The holder released it. */
        RELEASED(false, false),
        /** Another owner took the lock from its holder, with a reason. */
        OVERRIDDEN(false, true),
        /** An administrator released it. */
        FORCED(false, true),
        /** Ended together with every other hold of the store. */
        CLEARED(false, true),
        /** The lease ended without a renewal. */
        EXPIRED(false, true),
        /** All processes of the holder have provably ended. */
        DIED(false, true),
        /** Another program removed or outbid the entry that showed it. */
        LOST(false, true);

        private final boolean begins;
        private final boolean against;

        EventKind(boolean begins, boolean against) {
            this.begins = begins;
            this.against = against;
        }

        /** Returns whether a hold begins with it; else one ends. */
        public boolean begins() {
            return begins;
        }

        /** Returns whether it ended a hold that its owner had not released. */
        public boolean against() {
            return against;
        }
    }

    /** Returns it with the version and time of the write that carries it, in place of all placeholders. */
    public LockEvent stamped(long version, Instant stamp) {
        return new LockEvent(resource, kind, hold.stamped(version, stamp), actor, reason);
    }
}
