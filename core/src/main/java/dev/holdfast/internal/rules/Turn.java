package dev.holdfast.internal.rules;

import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The turn of one manager at a resource that other managers wait for. While it lasts, the manager may hand the resource on
 * among its own waiters, past the queue.
 *
 * @param handOvers how often it did so
 * @param since when it first did so
 */
public record Turn(int handOvers, Instant since) {
    /** How often in a row a manager may hand a resource on past others. */
    public static final int MAX_HAND_OVERS = 64;
    /** The time after which it may no longer do so, however few they were. */
    public static final Duration MAX_TIME = Duration.ofMillis(250);

    public Turn {
        since = Moments.boundedOrStamp(since);
    }

    /** Returns whether one more hand-over past others is allowed. */
    static boolean allowsOneMore(@Nullable Turn turn, Instant now) {
        if (turn == null) {
            return true;
        }
        Instant end = Moments.end(turn.since, MAX_TIME);
        return turn.handOvers < MAX_HAND_OVERS && (end == null || now.isBefore(end));
    }

    /** Returns the turn after one more hand-over past others. */
    static Turn oneMore(@Nullable Turn turn) {
        return turn == null ? new Turn(1, Stamp.TIME) : new Turn(turn.handOvers + 1, turn.since);
    }

    Turn stamped(Instant stamp) {
        return new Turn(handOvers, Stamp.time(since, stamp));
    }
}
