package dev.holdfast;

import java.util.Set;

/** A kind of place elsewhere that decides about locks, such as a server, found by {@link java.util.ServiceLoader}. */
public interface LocksProvider {
    /** Returns the schemes of its addresses, without the colon. */
    Set<String> schemes();

    /**
     * Prepares calls to that address, without calling it yet.
     *
     * @throws IllegalArgumentException if the address cannot be right
     */
    Locks open(String address);
}
