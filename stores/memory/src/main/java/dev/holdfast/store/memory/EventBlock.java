package dev.holdfast.store.memory;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockEvent;
import dev.holdfast.internal.rules.Weight;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Some events of one stripe, oldest first. Not thread-safe. */
final class EventBlock {
    static final int MAX_EVENTS = 64;
    /** Full with so many bytes; the last event may exceed it. */
    static final int MAX_BYTES = 128 << 10;

    private final List<Event> events = new ArrayList<>(MAX_EVENTS);
    private int bytes;

    /**
     * An event of a change.
     *
     * @param nanos when it was kept, by a clock that never goes back
     */
    record Event(long nanos, long version, Instant at, LockEvent event) {
        /** The order of changes, also of different stripes. Events of one change are equal. */
        static final Comparator<Event> OLDEST_FIRST = new OldestFirst();

        HistoryEntry entry() {
            return new HistoryEntry(version, at, event);
        }

        private static final class OldestFirst implements Comparator<Event> {
            @Override
            public int compare(Event one, Event two) {
                // The difference, since this clock may begin anywhere. Changes of one resource also differ in the
                // version.
                int byTime = Long.signum(one.nanos - two.nanos);
                return byTime != 0 ? byTime : Long.compare(one.version, two.version);
            }
        }
    }

    void add(Event event) {
        events.add(event);
        bytes += Weight.of(event.event);
    }

    boolean isFull() {
        return events.size() >= MAX_EVENTS || bytes >= MAX_BYTES;
    }

    List<Event> events() {
        return events;
    }

    int size() {
        return events.size();
    }

    /** Returns about how many bytes the events take. */
    int bytes() {
        return bytes;
    }
}
