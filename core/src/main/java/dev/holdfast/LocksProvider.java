package dev.holdfast;

import java.util.Set;

/** A kind of place elsewhere that decides about locks, such as a server, found by {@link java.util.ServiceLoader}. */
public interface LocksProvider {
    /** What its addresses start with, without the colon. */
    Set<String> schemes();

    /**
     * Makes ready to ask at that address; nobody is asked yet.
     *
     * @throws IllegalArgumentException if the address cannot be right
     */
    Locks open(String address);
}
