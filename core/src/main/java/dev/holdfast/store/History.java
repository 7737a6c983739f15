package dev.holdfast.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** The newest events in memory. Not thread-safe: its store guards it. */
public final class History {
    /** How many events a store keeps unless it says otherwise. */
    public static final int MOST = 10_000;

    private final Deque<PastEvent> events = new ArrayDeque<>();

    public void add(PastEvent event) {
        events.addLast(event);
        if (events.size() > MOST) {
            events.removeFirst();
        }
    }

    /** The newest that match, with the version and time of their changes in place of all placeholders. */
    public List<PastEvent> newest(HistoryQuery query) {
        List<PastEvent> found = new ArrayList<>();
        Iterator<PastEvent> backwards = events.descendingIterator();
        while (backwards.hasNext() && found.size() < query.limit()) {
            PastEvent event = backwards.next();
            if (query.matches(event)) {
                found.add(event.stamped());
            }
        }
        return found;
    }

    /** As they were added, oldest first. */
    public List<PastEvent> all() {
        return List.copyOf(events);
    }
}
