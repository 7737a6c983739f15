package dev.holdfast.server.events;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The listeners by their prefixes, so that an event costs nothing for listeners of other prefixes. Used by one thread. */
final class Listeners {
    private final Map<String, Set<Listener>> byPrefix = new HashMap<>();
    private int size;

    void add(Listener listener) {
        if (byPrefix.computeIfAbsent(listener.prefix(), prefix -> new LinkedHashSet<>())
                .add(listener)) {
            size++;
        }
    }

    void remove(Listener listener) {
        Set<Listener> alike = byPrefix.get(listener.prefix());
        if (alike != null && alike.remove(listener)) {
            size--;
            if (alike.isEmpty()) {
                byPrefix.remove(listener.prefix());
            }
        }
    }

    int size() {
        return size;
    }

    /** Sends an event to all listeners of its resource. Removes those whose client has gone. */
    void send(StreamEvent event) {
        String resource = event.resource();
        if (byPrefix.size() <= resource.length()) {
            List<String> prefixes =
                    byPrefix.keySet().stream().filter(resource::startsWith).toList();
            prefixes.forEach(prefix -> each(byPrefix.get(prefix), listener -> listener.sendEvent(event)));
            return;
        }
        for (int end = 0; end <= resource.length() && size > 0; end++) {
            each(byPrefix.get(resource.substring(0, end)), listener -> listener.sendEvent(event));
        }
    }

    void each(Consumer<Listener> action) {
        List.copyOf(byPrefix.keySet()).forEach(prefix -> each(byPrefix.get(prefix), action));
    }

    private void each(@Nullable Set<Listener> alike, Consumer<Listener> action) {
        if (alike == null) {
            return;
        }
        List<Listener> gone = new ArrayList<>();
        for (Listener listener : alike) {
            action.accept(listener);
            if (listener.isGone()) {
                gone.add(listener);
            }
        }
        gone.forEach(this::remove);
    }
}
