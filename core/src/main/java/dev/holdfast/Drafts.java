package dev.holdfast;

import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.internal.base.Text;
import java.util.List;
import java.util.Optional;

/**
 * Texts that were written under locks and are not submitted yet. A {@link Heartbeat} saves them. Every method may block, and may
 * throw a {@link StoreException}. Thread-safe.
 */
public interface Drafts {

    /** Returns the text that an author wrote under a lock of that resource and has not submitted. */
    Optional<Draft> get(String resource, String author);

    /** Deletes it. Whether there was one. */
    boolean discard(String resource, String author);

    /**
     * Releases one hold whose work is done and deletes that author's draft: both or neither. The draft stays if the hold is
     * lost.
     *
     * @return whether there was such a hold
     */
    boolean submit(Receipt receipt, String author);

    /**
     * Returns the drafts that former holders left when this hold was taken over from them. They stay theirs, also after this hold
     * has ended.
     *
     * @param taker the receipt of the hold, which must still count; for others the list is empty
     */
    List<Left> left(Receipt taker);

    /**
     * A draft whose author lost the lock by a takeover.
     *
     * @param owner who lost it, as far as the policy names holders
     * @param text the draft, if the policy lets the taker read it
     */
    record Left(Owner owner, Optional<Draft> text) {
        /** Returns one sentence for the taker. */
        public String sentence() {
            return "The unfinished text of " + Text.name(owner.name()) + " is kept for its author"
                    + (text.isPresent() ? ", and you may read it." : ".");
        }
    }
}
