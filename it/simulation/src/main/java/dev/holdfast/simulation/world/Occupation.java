package dev.holdfast.simulation.world;

import dev.holdfast.Hold;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Ticket;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Until when each resource was really held or waited for: no later call may be refused it. */
final class Occupation {
    private final Map<String, Instant> ended = new HashMap<>();

    /** Takes note that a state of a resource was replaced. */
    void replaced(String resource, LockState before, Instant now) {
        ended.merge(resource, end(before, now), Occupation::later);
    }

    /** Returns the last moment at which the resource was not free, which is now if it is not. */
    Instant until(String resource, LockState current, Instant now) {
        return later(ended.getOrDefault(resource, Instant.MIN), end(current, now));
    }

    private static Instant end(LockState state, Instant now) {
        Instant end = Instant.MIN;
        for (Hold hold : state.holds()) {
            Instant until = hold.until();
            end = later(end, until == null ? Instant.MAX : until);
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
