package dev.holdfast.server.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the requests that wait for a lock: those of each caller, all of them, and the bytes that they keep. No thread waits with
 * them. Thread-safe.
 */
final class WaitCounter {
    /** Of all callers together. */
    static final int MAX_WAITING = 10_000;

    private static final long MIN_BYTES = 4 << 20;

    private final long maxBytes = Math.max(MIN_BYTES, Runtime.getRuntime().maxMemory() / 16);
    private final Map<String, Integer> byCaller = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    /**
     * Counts a request that begins to wait. Returns the action for its end, which may be repeated.
     *
     * @param max how many requests of the caller may wait at a time; 0 for any number
     * @param size the bytes of the request
     * @throws Problem if it is one too many
     */
    Runnable begin(String caller, int max, int size) {
        int ofCaller = byCaller.merge(caller, 1, Integer::sum);
        int all = count.incrementAndGet();
        long kept = bytes.addAndGet(size);
        AtomicBoolean over = new AtomicBoolean();
        Runnable end = () -> {
            if (!over.getAndSet(true)) {
                byCaller.computeIfPresent(caller, (any, open) -> open == 1 ? null : open - 1);
                count.decrementAndGet();
                bytes.addAndGet(-size);
            }
        };
        if (max > 0 && ofCaller > max) {
            end.run();
            throw Problem.quota("You wait for " + max + " locks already: end one of these requests first.")
                    .header("Retry-After", "5");
        }
        if (all > MAX_WAITING || kept > maxBytes) {
            end.run();
            throw Problem.overloaded();
        }
        return end;
    }
}
