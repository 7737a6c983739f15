package dev.holdfast.server.webhooks;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A hook, and how events are written for it.
 *
 * @param made what an administrator has created; null for a hook of the operator
 */
record Sending(Hook hook, EventWriter writer, @Nullable CreatedHook made) {
    /** Adds an event, if the hook wants it. */
    void take(KeyedEvent event) {
        Delivery delivery = writer.write(event);
        if (delivery != null) {
            hook.add(delivery);
        }
        hook.read(event.id(), event.past().at());
    }

    /** Goes on from a position. Returns whether events are missing that the history has forgotten. */
    boolean begin(@Nullable Position position, List<KeyedEvent> past) {
        Map<String, Instant> times = new LinkedHashMap<>();
        Map<String, Delivery> wanted = new HashMap<>();
        for (KeyedEvent event : past) {
            times.put(event.id(), event.past().at());
            Delivery delivery = writer.write(event);
            if (delivery != null) {
                wanted.put(delivery.id(), delivery);
            }
        }
        hook.begin(position, times, wanted);
        return position != null && position.hasGap(past);
    }
}
