package dev.holdfast.store;

import dev.holdfast.rules.Weight;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** The newest events in memory: at most so many, and so many bytes. Not thread-safe: its store guards it. */
public final class History {
    /** How many events a store keeps unless it says otherwise. */
    public static final int MOST = 10_000;

    /** How many bytes the text of one event may have, when each value in it is as long as it may be. */
    public static final int LARGEST = 16 << 10;

    /** How many bytes events take in memory, about. That is 10,000 events of 3 kB; a usual one has 1 kB. */
    public static final int MOST_BYTES = 32 << 20;

    private final int most;
    private final int mostBytes;
    private final Deque<Kept> events = new ArrayDeque<>();
    private long bytes;

    /** An event with its weight: to weigh it again when it is forgotten would load all of it into the processor's cache. */
    private record Kept(PastEvent event, int weight) {}

    public History() {
        this(MOST, MOST_BYTES);
    }

    History(int most, int mostBytes) {
        this.most = most;
        this.mostBytes = mostBytes;
    }

    /** Adds an event, and forgets the oldest ones if there is too much. The newest one stays. */
    public void add(PastEvent event) {
        int weight = weight(event);
        events.addLast(new Kept(event, weight));
        bytes += weight;
        while (events.size() > most || (bytes > mostBytes && events.size() > 1)) {
            bytes -= events.removeFirst().weight();
        }
    }

    private static int weight(PastEvent event) {
        return Weight.of(event.event().resource()) + Weight.of(event.event().notice());
    }

    /** The newest that match, with the version and time of their changes in place of all placeholders. */
    public List<PastEvent> newest(HistoryQuery query) {
        List<PastEvent> found = new ArrayList<>();
        Iterator<Kept> backwards = events.descendingIterator();
        while (backwards.hasNext() && found.size() < query.limit()) {
            PastEvent event = backwards.next().event();
            if (query.matches(event)) {
                found.add(event.stamped());
            }
        }
        return found;
    }

    /** As they were added, oldest first. */
    public List<PastEvent> all() {
        return events.stream().map(Kept::event).toList();
    }
}
