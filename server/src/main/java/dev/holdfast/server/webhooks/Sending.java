package dev.holdfast.server.webhooks;

import dev.holdfast.internal.storage.EndingHolds.EndingHold;
import java.time.Duration;
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

    /**
     * Tells of a hold that ends soon, if the hook wants that and was not told yet.
     *
     * @param begun the time at which the look at all holds began
     */
    void announce(EndingHold ending, Instant begun, Instant now) {
        Duration time = hook.options().endsSoon();
        if (time == null
                || ending.end().isAfter(begun.plus(time))
                || !ending.isLongerThan(time)
                || !writer.wantsEndOf(ending.resource())) {
            return;
        }
        String id = EventKey.of(ending);
        if (hook.isNew(id, ending.end())) {
            hook.announce(writer.write(id, ending, now));
        }
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
