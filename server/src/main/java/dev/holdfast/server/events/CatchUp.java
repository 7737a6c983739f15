package dev.holdfast.server.events;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The listeners that have not received all events yet: first the snapshot by name, then the changes since it was begun, each page
 * as soon as the client has taken the last one. Used by the hub's thread.
 */
final class CatchUp {
    private final EventHistory history;
    private final Set<Listener> behind = new LinkedHashSet<>();

    CatchUp(EventHistory history) {
        this.history = history;
    }

    int size() {
        return behind.size();
    }

    void add(Listener listener) {
        behind.add(listener);
    }

    void remove(Listener listener) {
        behind.remove(listener);
    }

    void each(Consumer<Listener> action) {
        List.copyOf(behind).forEach(action);
    }

    void clear() {
        behind.clear();
    }

    /**
     * Sends a listener as much as its client takes. Drops a listener that cannot catch up any more.
     *
     * @return whether it has received everything, and is no longer behind
     */
    boolean sendMore(Listener listener) {
        listener.sending();
        if (!behind.contains(listener)) {
            return false;
        }
        if (listener.isGone() || !history.recent().knowsAfter(listener.sentNumber())) {
            listener.drop();
            behind.remove(listener);
            return false;
        }
        if (sendSnapshot(listener) && sendChanges(listener)) {
            listener.caughtUp();
            listener.send(StreamEvent.text("ready", history.newestId(), "{}"));
            behind.remove(listener);
            return true;
        }
        return false;
    }

    /** Returns whether the snapshot is complete. */
    private boolean sendSnapshot(Listener listener) {
        String sent = listener.sentName();
        if (sent == null) {
            return true;
        }
        String from = sent.isEmpty() ? listener.prefix() : sent;
        for (StreamEvent event : history.from(from, sent.isEmpty())) {
            if (!event.resource().startsWith(listener.prefix())) {
                break;
            }
            if (!listener.hasRoom()) {
                return false;
            }
            listener.sendPart(event);
            listener.sentName(event.resource());
        }
        listener.sentName(null);
        return true;
    }

    /** Returns whether all changes since the last event have been sent. */
    private boolean sendChanges(Listener listener) {
        RecentEvents recent = history.recent();
        for (StreamEvent event : recent.after(listener.sentNumber())) {
            if (!listener.hasRoom()) {
                return false;
            }
            // A change before the end of a snapshot may be part of it, so only the last state counts. States in between
            // are not sent later to callers that may not know their times either.
            if (recent.isCurrent(event) || (!listener.hadSnapshot() && listener.seesAllOf(event))) {
                listener.sendIfConcerned(event);
                event.forgetTexts();
            }
            listener.sentNumber(event.number());
        }
        return true;
    }
}
