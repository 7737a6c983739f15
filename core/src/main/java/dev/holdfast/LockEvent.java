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
        ACQUIRED(Role.BEGINS),
        /** A release handed the lock to the first waiter, or its holder to one who had asked. */
        HANDED_OVER(Role.BEGINS),
        /** The holder released it. */
        RELEASED(Role.ENDS),
        /** Another owner took the lock from its holder, with a reason. */
        OVERRIDDEN(Role.ENDS_AGAINST),
        /** An administrator released it. */
        FORCED(Role.ENDS_AGAINST),
        /** Ended together with every other hold of the store. */
        CLEARED(Role.ENDS_AGAINST),
        /** The lease ended without a renewal. */
        EXPIRED(Role.ENDS_AGAINST),
        /** All processes of the holder have provably ended. */
        DIED(Role.ENDS_AGAINST),
        /** Another program removed or outbid the entry that showed it. */
        LOST(Role.ENDS_AGAINST),
        /** Its owner, or a promise or silence of its owner, handed it to one who had asked. The holding program is told. */
        YIELDED(Role.ENDS_AGAINST),
        /** The actor asked the holder to hand it over. */
        REQUESTED(Role.NONE),
        /** The holder promised the actor to hand it over at a later time. */
        PROMISED(Role.NONE),
        /** The holder did not want to hand it over to the actor. */
        DECLINED(Role.NONE),
        /** The holder left the actor's request without an answer for longer than the policy allows. */
        UNANSWERED(Role.NONE),
        /** The actor asks no more. */
        WITHDRAWN(Role.NONE),
        /** The actor's request ended without an answer, with the hold or by its age. */
        LAPSED(Role.NONE);

        private enum Role {
            BEGINS,
            ENDS,
            ENDS_AGAINST,
            NONE
        }

        private final Role role;

        EventKind(Role role) {
            this.role = role;
        }

        /** Returns whether a hold begins with it. */
        public boolean begins() {
            return role == Role.BEGINS;
        }

        /** Returns whether a hold ends with it. */
        public boolean ends() {
            return role == Role.ENDS || role == Role.ENDS_AGAINST;
        }

        /** Returns whether it ended a hold that its owner had not released. */
        public boolean against() {
            return role == Role.ENDS_AGAINST;
        }
    }

    /** Returns it with the version and time of the write that carries it, in place of all placeholders. */
    public LockEvent stamped(long version, Instant stamp) {
        return new LockEvent(resource, kind, hold.stamped(version, stamp), actor, reason);
    }
}
