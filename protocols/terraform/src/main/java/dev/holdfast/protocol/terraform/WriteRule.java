package dev.holdfast.protocol.terraform;

import org.jspecify.annotations.Nullable;

/**
 * The one rule of who may write a state, as a pure function. A client that holds the lock may. So may one whose lock ended
 * without its doing, as long as no other lock and no other write came since: an apply that took longer than its lease has changed
 * infrastructure, and its state must not be lost.
 */
final class WriteRule {
    private WriteRule() {}

    /** The outcome for one write. */
    enum Outcome {
        /** It becomes the current version. */
        ACCEPT,
        /** Another holds the lock, and the client did not claim to hold it. */
        LOCKED,
        /** The client claims a lock that it lost: the bytes are kept as a rejected version. */
        LATE
    }

    /** The holder of the lock, from the view of one writer. */
    enum Holder {
        NONE,
        /** The hold of this very lock id and user. */
        THIS_LOCK,
        /** Another hold of the same user. */
        SAME_USER,
        OTHER
    }

    /**
     * Returns what happens to a write.
     *
     * @param id the lock that the client claims; empty for none
     * @param fence of the hold if it is of this lock
     * @param last the last lock on the state
     */
    static Outcome of(String user, String id, Holder holder, long fence, @Nullable LastLock last) {
        if (id.isEmpty()) {
            return holder == Holder.NONE || holder == Holder.SAME_USER ? Outcome.ACCEPT : Outcome.LOCKED;
        }
        return switch (holder) {
            case THIS_LOCK -> last != null && last.fence() > fence ? Outcome.LATE : Outcome.ACCEPT;
            case NONE -> last != null && last.is(user, id) ? Outcome.ACCEPT : Outcome.LATE;
            case SAME_USER, OTHER -> Outcome.LATE;
        };
    }
}
