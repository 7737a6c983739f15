package dev.holdfast.server.webhooks;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which events one hook was sent, from which its position follows. Not thread-safe. */
final class Progress {
    /** A change may become visible this long after one with a later time. */
    private static final Duration LATE = Duration.ofMinutes(1);
    /** The maximum number of ids of each kind in a position. */
    static final int MAX = 1_000;

    private final Map<String, Instant> open = new LinkedHashMap<>();
    /** In the order in which they ended. Also holds events that the hook has skipped at its start. */
    private final Map<String, Instant> done = new LinkedHashMap<>();

    private Instant newest = Instant.EPOCH;
    /** Not everything is known that ended up to then. */
    private Instant forgotten = Instant.EPOCH;

    private String last = "";
    private boolean changed = true;

    /** Notes that the history was read up to this event. */
    void read(String id, Instant at) {
        last = id;
        newest = later(newest, at);
        changed = true;
    }

    void began(String id, Instant at) {
        done.remove(id);
        open.put(id, at);
        changed = true;
    }

    boolean isOpen(String id) {
        return open.containsKey(id);
    }

    /** Notes that an event was delivered or given up. */
    void ended(String id, Instant at) {
        open.remove(id);
        done.put(id, at);
        if (done.size() > MAX) {
            Iterator<Instant> first = done.values().iterator();
            forgotten = later(forgotten, first.next());
            first.remove();
        }
        changed = true;
    }

    void changed() {
        changed = true;
    }

    /** Returns whether the position has changed since the last call. */
    boolean takeChanged() {
        boolean was = changed;
        changed = false;
        return was;
    }

    /** Returns the position, and forgets what it does not need any more. */
    Position position(List<DeadNote> dead) {
        Instant from = newest.equals(Instant.EPOCH) ? newest : later(newest.minus(LATE), forgotten);
        for (Instant at : open.values()) {
            from = at.isBefore(from) ? at : from;
        }
        done.values().removeIf(from::isAfter);
        int skipped = Math.max(0, dead.size() - MAX);
        return new Position(
                from,
                last,
                open.size(),
                List.copyOf(done.keySet()),
                dead.stream().skip(skipped).toList(),
                null,
                List.of());
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
