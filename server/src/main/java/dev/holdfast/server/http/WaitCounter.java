package dev.holdfast.server.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Limits the requests that wait for a lock: per caller, in total, and in bytes. They occupy no thread. Thread-safe. */
final class WaitCounter {
    /** The maximum of all callers together. */
    static final int MAX_WAITING = 10_000;
    /** The maximum of one owner where there is no sign-in: the other half is for other owners. */
    static final int MAX_OF_OWNER = MAX_WAITING / 2;

    private static final long MIN_BYTES = 4 << 20;

    private final long maxBytes = Math.max(MIN_BYTES, Runtime.getRuntime().maxMemory() / 16);
    private final Map<String, Integer> byCaller = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    /**
     * Counts a request that begins to wait. Returns the action for its end, which may be called repeatedly.
     *
     * @param max the maximum for the caller; 0 for no limit
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
            throw Problem.quota("You already wait for " + max + " locks. End one of these requests first.")
                    .header("Retry-After", "5");
        }
        if (all > MAX_WAITING || kept > maxBytes) {
            end.run();
            throw Problem.overloaded();
        }
        return end;
    }
}
