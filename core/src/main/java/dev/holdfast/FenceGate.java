package dev.holdfast;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A check for whoever protects the data: lets a write through only if no write with a newer fencing token came before. A holder
 * that was paused past its lease is kept out that way, however sure it is of itself. This one remembers in memory; one that
 * keeps the token next to the data, as a condition of the write itself, is safer still.
 */
public final class FenceGate {
    private final Map<String, Long> newest = new ConcurrentHashMap<>();

    /** Whether a write under that token may go on. Remembers the token if so. */
    public boolean admit(String resource, long fence) {
        return newest.merge(resource, fence, Math::max) == fence;
    }
}
