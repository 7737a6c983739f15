package dev.holdfast;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A check for the program that protects the data. It lets a write through only if no write with a newer fencing token came
 * before, and so keeps out a holder that was paused past its lease. This gate remembers tokens in memory. A gate that keeps the
 * token next to the data, as a condition of the write itself, is safer still.
 */
public final class FenceGate {
    private final Map<String, Long> newest = new ConcurrentHashMap<>();

    /** Returns whether a write with that fencing token may go on, and remembers the token if so. */
    public boolean admit(String resource, long fence) {
        return newest.merge(resource, fence, Math::max) == fence;
    }
}
