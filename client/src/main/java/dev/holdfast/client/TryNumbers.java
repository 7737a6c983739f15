package dev.holdfast.client;

import dev.holdfast.HoldId;
import dev.holdfast.internal.base.RecentMap;
import java.util.Map;

/**
 * The numbers of the tries of requests that were sent more than once. A caller may make a request again under its receipt: to
 * look whether a holder has handed over, or to make its lock exclusive. The server refuses a number that is smaller than one it
 * has seen, so each such call goes on counting. Thread-safe.
 */
final class TryNumbers {
    /** As many as the server remembers. */
    private static final int MAX_REMEMBERED = 10_000;

    /** Guarded by this. */
    private final Map<HoldId, Integer> latest = new RecentMap<>(MAX_REMEMBERED);

    /** Returns the number of the first try of a call. */
    synchronized int first(HoldId request) {
        return latest.containsKey(request) ? next(request, 0) : 1;
    }

    /** Returns the number of the try after that one of the same call. */
    synchronized int next(HoldId request, int number) {
        return latest.merge(request, number + 1, (last, own) -> Math.max(last + 1, own));
    }
}
