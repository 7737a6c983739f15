package dev.holdfast.server.events;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** The newest events by their numbers, for those whose connection breaks: at most so many, and so many bytes. */
final class Recalled {
    private static final int MOST_EVENTS = 10_000;

    private final long mostBytes;
    private final TreeMap<Long, Event> events = new TreeMap<>();
    private long bytes;

    Recalled(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    void add(Event event) {
        events.put(event.number(), event);
        bytes += event.weight();
        while (events.size() > MOST_EVENTS || (bytes > mostBytes && events.size() > 1)) {
            Map.Entry<Long, Event> oldest = events.pollFirstEntry();
            bytes -= oldest.getValue().weight();
        }
    }

    /** Returns whether all events after that number are known. */
    boolean knowsAfter(long number) {
        return events.isEmpty() || events.firstKey() <= number + 1;
    }

    /** Returns the events after that number, in their order. */
    Collection<Event> after(long number) {
        return events.tailMap(number, false).values();
    }

    boolean isEmpty() {
        return events.isEmpty();
    }

    void clear() {
        events.clear();
        bytes = 0;
    }
}
