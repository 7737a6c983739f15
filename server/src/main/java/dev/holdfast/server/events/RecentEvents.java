package dev.holdfast.server.events;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The newest events by their numbers, for clients that reconnect. Limited in number and bytes. */
final class RecentEvents {
    private static final int MAX_EVENTS = 10_000;

    private final long maxBytes;
    private final TreeMap<Long, StreamEvent> events = new TreeMap<>();
    /** The number of the newest event of each resource that was about more than requests, which not every listener gets. */
    private final Map<String, Long> last = new HashMap<>();

    private long bytes;

    RecentEvents(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    void add(StreamEvent event) {
        events.put(event.number(), event);
        bytes += event.weight();
        if (!event.isAboutRequests()) {
            last.put(event.resource(), event.number());
        }
        while (events.size() > MAX_EVENTS || (bytes > maxBytes && events.size() > 1)) {
            Map.Entry<Long, StreamEvent> oldest = events.pollFirstEntry();
            bytes -= oldest.getValue().weight();
            last.remove(oldest.getValue().resource(), oldest.getKey());
        }
    }

    /** Returns whether all events after a number are known. */
    boolean knowsAfter(long number) {
        return events.isEmpty() || events.firstKey() <= number + 1;
    }

    /** Returns the events after a number, in their order. */
    Collection<StreamEvent> after(long number) {
        return events.tailMap(number, false).values();
    }

    /** Returns whether no later event replaces this one for every listener. */
    boolean isCurrent(StreamEvent event) {
        return event.number() >= last.getOrDefault(event.resource(), 0L);
    }

    boolean isEmpty() {
        return events.isEmpty();
    }

    void clear() {
        events.clear();
        last.clear();
        bytes = 0;
    }
}
