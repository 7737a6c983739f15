package dev.holdfast.simulation.world;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Mode;
import dev.holdfast.Policy.Turns;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Ticket;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The turns of programs at a resource: how often, and for how long, each hands it on past the first in the queue. */
final class Fairness {
    private final Map<Place, Passed> passed = new HashMap<>();
    private final Duration maxTrip;

    /** @param maxTrip the time from a look at a record to the change that rests on it */
    Fairness(Duration maxTrip) {
        this.maxTrip = maxTrip;
    }

    /** A place in the queue. A request that asks again later under the same receipt has another one. */
    private record Place(HoldId waiter, Instant since) {}

    private record Passed(Instant first, int times) {}

    /** Takes note of a hold that a change begins. Returns what is wrong with that, or null. */
    @Nullable
    String granted(LockState before, LockState after, Hold hold, Instant now) {
        Ticket head = before.queue().isEmpty() ? null : before.queue().get(0);
        if (head == null || !isPassed(head, before, after, hold)) {
            return null;
        }
        Place place = new Place(head.claim().id(), head.since());
        Passed last = passed.getOrDefault(place, new Passed(now, 0));
        passed.put(place, new Passed(last.first, last.times + 1));
        boolean late = now.isAfter(last.first.plus(Turns.DEFAULT.time()).plus(maxTrip));
        return late || last.times >= Turns.DEFAULT.handOvers()
                ? hold.owner().id() + " is handed it past "
                        + head.claim().owner().id() + ", who has waited through " + last.times + " others since "
                        + last.first + "."
                : null;
    }

    /**
     * Returns whether the first in the queue goes on waiting, although it could have had what another one is handed. A takeover
     * passes the queue on purpose.
     */
    private static boolean isPassed(Ticket head, LockState before, LockState after, Hold hold) {
        String waiting = head.claim().owner().id();
        return hold.mode() == Mode.EXCLUSIVE
                && after.turn() != null
                && !after.turn().equals(before.turn())
                && after.placeOf(head.claim().id()) > 0
                && after.holdOfOwner(waiting) == null
                && before.holdOfOwner(waiting) == null;
    }
}
