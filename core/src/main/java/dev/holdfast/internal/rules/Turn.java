package dev.holdfast.internal.rules;

import dev.holdfast.Hold;
import dev.holdfast.Policy.Turns;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The turn of one manager at a resource that other managers wait for. While it lasts, the manager may hand the resource on
 * among its own waiters, past the queue.
 *
 * @param handOvers how often it did so
 * @param since when the hold began that it first handed on so
 */
public record Turn(int handOvers, Instant since) {
    public Turn {
        since = Moments.boundedOrStamp(since);
    }

    /** Returns that turn; if there is none, the one that began with this hold. */
    static Turn of(@Nullable Turn turn, Hold hold) {
        return turn == null ? new Turn(0, hold.since()) : turn;
    }

    /** Returns whether one more hand-over past others is allowed. */
    boolean allowsOneMore(Turns limits, Instant now) {
        Instant end = Moments.end(since, limits.time());
        return handOvers < limits.handOvers() && (end == null || now.isBefore(end));
    }

    /** Returns the turn after one more hand-over past others. */
    Turn oneMore() {
        return new Turn(handOvers + 1, since);
    }

    Turn stamped(Instant stamp) {
        return new Turn(handOvers, Stamp.time(since, stamp));
    }
}
