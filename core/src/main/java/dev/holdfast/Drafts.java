package dev.holdfast;

import dev.holdfast.Holds.Heartbeat;
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
}
