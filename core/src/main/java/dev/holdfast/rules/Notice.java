package dev.holdfast.rules;

import java.time.Instant;

/**
 * An event of a hold, as reported to listeners and kept in the history.
 *
 * @param actor who caused it, if not the holder; else empty
 * @param reason why, if that was given; else empty
 */
public record Notice(Kind kind, Hold hold, String actor, String reason) {
    public Notice {
        actor = Text.shown(actor);
        reason = Text.shown(reason);
    }

    /** The kinds of events. */
    public enum Kind {
        ACQUIRED(true, false),
        HANDED_OVER(true, false),
        RELEASED(false, false),
        OVERRIDDEN(false, true),
        FORCED(false, true),
        /** Ended together with every other hold of the store. */
        CLEARED(false, true),
        EXPIRED(false, true),
        DIED(false, true),
        /** Another program removed or outbid the entry that showed it. */
        LOST(false, true);

        private final boolean begins;
        private final boolean against;

        Kind(boolean begins, boolean against) {
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

    static Notice of(Kind kind, Hold hold) {
        return new Notice(kind, hold, "", "");
    }

    /** Returns it as the history keeps it. */
    public Notice past() {
        return hold.isPast() ? this : new Notice(kind, hold.past(), actor, reason);
    }

    public Notice stamped(long version, Instant stamp) {
        return new Notice(kind, hold.stamped(version, stamp), actor, reason);
    }
}
