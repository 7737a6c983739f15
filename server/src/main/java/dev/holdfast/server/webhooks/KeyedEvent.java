package dev.holdfast.server.webhooks;

import dev.holdfast.HistoryEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An event of the history, and its id.
 *
 * @param id the same on every server of a store
 */
record KeyedEvent(String id, HistoryEntry past) {
    /**
     * Returns events with their ids. Within one change several may be the same, such as the ends of the requests of two askers
     * with one name: they are told apart by their order. It is counted from the newest event, so it does not depend on how far
     * back a page goes.
     *
     * @param page events from the newest on, without gaps
     */
    static List<KeyedEvent> of(List<HistoryEntry> page) {
        List<KeyedEvent> events = new ArrayList<>(page.size());
        Map<String, Integer> seen = new HashMap<>();
        for (HistoryEntry past : page) {
            int before = seen.merge(EventKey.of(past, 0), 1, Integer::sum) - 1;
            events.add(new KeyedEvent(EventKey.of(past, before), past));
        }
        return events;
    }
}
