package dev.holdfast.server.access;

import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.options.LimitOptions;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Limits the event streams of each client. Thread-safe. */
public final class StreamLimits {
    private final LimitOptions limits;
    private final Map<String, Integer> open = new ConcurrentHashMap<>();

    public StreamLimits(LimitOptions limits) {
        this.limits = limits;
    }

    /** Counts a stream of a caller. Throws a {@link Problem} if it is one too many. */
    public void opened(String client, Caller caller) {
        int max = smaller(limits.eventStreams(), limits.quotas().of(caller).streams());
        int count = open.merge(client, 1, Integer::sum);
        if (max > 0 && count > max) {
            closed(client);
            throw new Problem(
                            429,
                            "Too many event streams",
                            "You already have " + max + " event streams. Close one of them first.")
                    .header("Retry-After", "5");
        }
    }

    /** Returns the smaller of two limits; 0 stands for no limit. */
    private static int smaller(int one, int other) {
        return one == 0 || other == 0 ? Math.max(one, other) : Math.min(one, other);
    }

    public void closed(String client) {
        open.computeIfPresent(client, (any, count) -> count == 1 ? null : count - 1);
    }
}
