package dev.holdfast.simulation.world;

import dev.holdfast.Hold;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Ticket;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Until when each resource was really held or waited for: no later call may be refused it. */
final class Occupation {
    private final Map<String, Instant> ended = new HashMap<>();

    /** Takes note that a state of a resource was replaced. */
    void replaced(String resource, LockState before, Instant now) {
        ended.merge(resource, end(resource, before, now), Occupation::later);
    }

    /** Returns the last moment at which the resource was not free, which is now if it is not. */
    Instant until(String resource, LockState current, Instant now) {
        return later(ended.getOrDefault(resource, Instant.MIN), end(resource, current, now));
    }

    private static Instant end(String resource, LockState state, Instant now) {
        Instant end = Instant.MIN;
        // What has expired closes the resource, also before a change has noticed it.
        Duration closed = resource.startsWith(Settings.CLOSING) ? Settings.LOCK_DELAY : Duration.ZERO;
        for (Hold hold : state.holds()) {
            Instant until = hold.until();
            Duration after = hold.entries().isEmpty() ? Duration.ZERO : closed;
            end = later(end, until == null ? Instant.MAX : until.plus(after));
        }
        for (Ticket ticket : state.queue()) {
            end = later(end, ticket.until());
        }
        return end.isAfter(now) ? now : end;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
