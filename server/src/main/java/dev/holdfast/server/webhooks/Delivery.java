package dev.holdfast.server.webhooks;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event on its way to one hook.
 *
 * @param id the same at every try, and at every server that sends the event to a hook of that name
 * @param at when it happened
 * @param body what is sent
 * @param tries how many have failed
 * @param failure why the last one has; null for none
 * @param end of the hold that ends soon, if it tells of one; null for an event of the history
 */
record Delivery(
        String id,
        String resource,
        String kind,
        Instant at,
        String body,
        int tries,
        @Nullable String failure,
        @Nullable Instant end) {
    /** Makes one that has not been tried. */
    Delivery(String id, String resource, String kind, Instant at, String body) {
        this(id, resource, kind, at, body, 0, null, null);
    }

    Delivery failed(String why) {
        return new Delivery(id, resource, kind, at, body, tries + 1, why, end);
    }

    /** Returns the same as if it had never been tried. */
    Delivery renewed() {
        return new Delivery(id, resource, kind, at, body, 0, null, end);
    }

    /** Returns the same after so many tries of another server. */
    Delivery tried(int newTries, String why) {
        return new Delivery(id, resource, kind, at, body, newTries, why, end);
    }

    /** Returns the same with a reason why it was not tried. */
    Delivery because(String why) {
        return new Delivery(id, resource, kind, at, body, tries, why, end);
    }
}
