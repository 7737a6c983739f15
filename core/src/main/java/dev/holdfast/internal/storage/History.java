package dev.holdfast.internal.storage;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.internal.rules.Weight;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** The newest events in memory: at most so many, and so many bytes. Not thread-safe: its store guards it. */
public final class History {
    /** How many events a store keeps by default. */
    public static final int MAX_EVENTS = 10_000;

    /** The maximum size of the text of one event, when each value in it is as long as it may be. */
    public static final int LARGEST = 16 << 10;

    /** The approximate size of the events in memory. That is 10,000 events of 3 kB; a typical one has 1 kB. */
    public static final int MAX_BYTES = 32 << 20;

    private final int most;
    private final int mostBytes;
    private final Deque<HistoryEntry> events = new ArrayDeque<>();
    /**
     * The weights of the events, in a ring. An event that is forgotten is not touched again: it left the processor's caches long
     * ago, and loading it would take as long as several decisions.
     */
    private final int[] weights;

    /** The place of the oldest weight. */
    private int oldest;

    private long bytes;

    public History() {
        this(MAX_EVENTS, MAX_BYTES);
    }

    History(int most, int mostBytes) {
        this.most = most;
        this.mostBytes = mostBytes;
        this.weights = new int[most];
    }

    /** Adds an event, and forgets the oldest ones if there is too much. The newest one stays. */
    public void add(HistoryEntry event) {
        if (events.size() == most) {
            forgetOldest();
        }
        int weight = weight(event);
        weights[(oldest + events.size()) % most] = weight;
        events.addLast(event);
        bytes += weight;
        while (bytes > mostBytes && events.size() > 1) {
            forgetOldest();
        }
    }

    private void forgetOldest() {
        events.removeFirst();
        bytes -= weights[oldest];
        oldest = (oldest + 1) % most;
    }

    private static int weight(HistoryEntry event) {
        return Weight.of(event.event());
    }

    /** Returns the newest events that match, with the version and time of their changes in place of all placeholders. */
    public List<HistoryEntry> newest(HistoryQuery query) {
        List<HistoryEntry> found = new ArrayList<>();
        Iterator<HistoryEntry> backwards = events.descendingIterator();
        while (backwards.hasNext() && found.size() < query.limit()) {
            HistoryEntry event = backwards.next();
            if (query.matches(event)) {
                found.add(event.stamped());
            }
        }
        return found;
    }

    /** Returns all events as they were added, oldest first. */
    public List<HistoryEntry> all() {
        return List.copyOf(events);
    }
}
