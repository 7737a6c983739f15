package dev.holdfast.server.webhooks;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The holds of which one hook was told that they end soon, by their ends. Every hold that ended up to a certain time was either
 * told of, or too short. That time is ahead of the present, and is kept with the position. Not thread-safe.
 */
final class Announced {
    /** A change may become visible this long after it was made, or the store's clock be set back as much. */
    private static final Duration LATE = Duration.ofMinutes(1);
    /** The maximum number of ids in a position. */
    static final int MAX = 1_000;

    private static final int MAX_REMEMBERED = 10 * MAX;

    private final Map<String, Instant> open = new LinkedHashMap<>();
    /** In the order in which they were delivered or given up. */
    private final Map<String, Instant> done = new LinkedHashMap<>();
    /** Of the server before this one, until one look at all holds is complete. */
    private final Set<String> before = new LinkedHashSet<>();

    /** Ends before this time need no look; null if the hook begins with the present. */
    private @Nullable Instant from;

    private boolean begun;
    private boolean changed;

    /** Goes on from a position. */
    void begin(@Nullable Instant kept, Collection<String> ids) {
        from = kept;
        before.addAll(ids);
    }

    /**
     * Begins a look at all holds. If the clock was set back, or the time is shorter than it was, ends are looked at again.
     *
     * @param now the store's time
     * @param time how long before its end a hold is told of
     */
    void look(Instant now, Duration time) {
        Instant until = now.plus(time);
        from = from == null ? now : from.isAfter(until) ? until : from;
    }

    /** Returns whether the hook is to be told of a hold with that end. */
    boolean isNew(String id, Instant end) {
        if (before.remove(id)) {
            ended(id, end);
        }
        return from != null && !end.isBefore(from) && !open.containsKey(id) && !done.containsKey(id);
    }

    void began(String id, Instant end) {
        done.remove(id);
        open.put(id, end);
        changed = true;
    }

    boolean isOpen(String id) {
        return open.containsKey(id);
    }

    /** Notes that the hook was told, or that this was given up. */
    void ended(String id, Instant end) {
        open.remove(id);
        done.put(id, end);
        if (done.size() > MAX_REMEMBERED) {
            Iterator<String> first = done.keySet().iterator();
            first.next();
            first.remove();
        }
        changed = true;
    }

    /** Notes that all holds were looked at that end up to this time. */
    void looked(Instant until) {
        from = until.minus(LATE);
        Instant kept = kept();
        boolean first = !begun || !before.isEmpty();
        begun = true;
        before.clear();
        // Without news the position that is in the store is as good, only earlier.
        changed |= done.values().removeIf(end -> kept != null && end.isBefore(kept)) || first;
    }

    /** Returns whether it has changed since the last call. */
    boolean takeChanged() {
        boolean was = changed;
        changed = false;
        return was;
    }

    /** Returns the time to go on from: every hold that ended before was told of. Null if none was looked for. */
    @Nullable
    Instant kept() {
        Instant kept = from;
        for (Instant end : open.values()) {
            kept = kept == null || end.isBefore(kept) ? end : kept;
        }
        return kept;
    }

    /** Returns ids of holds with later ends of which the hook was told, the newest of them. */
    List<String> ids() {
        int skipped = Math.max(0, before.size() + done.size() - MAX);
        return Stream.concat(before.stream(), done.keySet().stream())
                .skip(skipped)
                .toList();
    }
}
