package dev.holdfast.server.events;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The locks as they were last reported, and the recent events, which are numbered. Used by the hub's thread. */
final class EventHistory {
    private final LockManager locks;
    private final NavigableMap<String, StreamEvent> current = new TreeMap<>();
    private final Map<String, String> fingerprints = new HashMap<>();
    private final RecentEvents recent = new RecentEvents(SendBudget.share());
    /** New with every start, so that ids of an earlier run or another server are not mistaken for ours. */
    private EventIds ids = new EventIds();

    private long number;

    EventHistory(LockManager locks) {
        this.locks = locks;
    }

    /** Adds the state of a resource. Returns the event; null if nothing changed but how long its holds will last. */
    @Nullable
    StreamEvent add(LockView view) {
        String resource = view.resource();
        String now = LockFingerprint.of(view);
        RequestChanges requests = null;
        if (now.equals(fingerprints.getOrDefault(resource, ""))) {
            StreamEvent last = current.get(resource);
            requests = last == null ? null : RequestChanges.between(last.view(), view);
            if (requests == null || requests.isEmpty()) {
                return null;
            }
        }
        StreamEvent event = new StreamEvent(locks, ++number, ids.of(number), view, requests);
        if (now.isEmpty()) {
            fingerprints.remove(resource);
            current.remove(resource);
        } else {
            fingerprints.put(resource, now);
            current.put(resource, event);
        }
        recent.add(event);
        return event;
    }

    /** Returns the locks from a resource on, in the order of their names. */
    Iterable<StreamEvent> from(String resource, boolean inclusive) {
        return current.tailMap(resource, inclusive).values();
    }

    /** Returns the locks with holders that are bound to processes. */
    List<LockView> boundToProcesses() {
        return current.values().stream()
                .map(StreamEvent::view)
                .filter(view -> view.holders().stream()
                        .anyMatch(judged -> !judged.hold().owner().processes().isEmpty()))
                .toList();
    }

    RecentEvents recent() {
        return recent;
    }

    /** Returns the number of the newest event. */
    long number() {
        return number;
    }

    /** Returns an id that stands for the newest event. */
    String newestId() {
        return ids.of(number);
    }

    /** Returns the number of an event, if all events since then are known; else null. */
    @Nullable
    Long known(@Nullable String lastEventId) {
        Long last = lastEventId == null ? null : ids.number(lastEventId);
        return last == null
                        || last > number
                        || last < 0
                        || !recent.knowsAfter(last)
                        || (recent.isEmpty() && last < number)
                ? null
                : last;
    }

    /** Makes earlier ids unknown. */
    void renewIds() {
        ids = new EventIds();
    }

    void clear() {
        current.clear();
        fingerprints.clear();
        recent.clear();
        renewIds();
    }
}
