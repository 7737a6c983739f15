package dev.holdfast.internal.rules;

import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import java.time.Instant;

/**
 * A place in the queue of one resource. It counts only while its waiter sends heartbeats.
 *
 * @param since when the waiter joined
 * @param seen its last heartbeat
 * @param behind how many others of the same manager wait behind it, without tickets of their own
 */
public record Ticket(Claim claim, Instant since, Instant seen, int behind) {
    public Ticket {
        since = Moments.boundedOrStamp(since);
        seen = Moments.boundedOrStamp(seen);
    }

    public Ticket(Claim claim, Instant since, Instant seen) {
        this(claim, since, seen, 0);
    }

    static Ticket drawn(Claim claim, int behind) {
        return new Ticket(claim, Stamp.TIME, Stamp.TIME, behind);
    }

    Ticket refreshed(int nowBehind) {
        return new Ticket(claim, since, Stamp.TIME, nowBehind);
    }

    boolean over(Instant now) {
        return !now.isBefore(until());
    }

    /** Returns when it ends unless its waiter gives another heartbeat. */
    public Instant until() {
        Instant end = Moments.end(seen, Queue.TICKET_LIFE);
        return end == null ? Moments.LAST : end;
    }

    /** Returns whether the waiter's next heartbeat is due: well before the ticket ends, but not at every look. */
    boolean fading(Instant now) {
        Instant next = Moments.end(seen, Queue.TICKET_LIFE.dividedBy(3));
        return next != null && !now.isBefore(next);
    }

    Ticket stamped(Instant stamp) {
        return new Ticket(claim, Stamp.time(since, stamp), Stamp.time(seen, stamp), behind);
    }
}
