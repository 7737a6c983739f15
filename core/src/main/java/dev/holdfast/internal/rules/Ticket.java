package dev.holdfast.internal.rules;

import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import java.time.Duration;
import java.time.Instant;

/**
 * A place in the queue of one resource. It counts only while its waiter sends heartbeats.
 *
 * @param since when the waiter joined; of a reservation, when its request began to wait
 * @param seen its last heartbeat
 * @param behind how many others of the same manager wait behind it, without tickets of their own
 * @param reserved whether it is a reservation: one of several that a request for several resources has, one on each. The
 *     resource is not handed to it; its request takes all of them in one step. It is over after some seconds, and never prolonged
 */
public record Ticket(Claim claim, Instant since, Instant seen, int behind, boolean reserved) {
    public Ticket {
        since = Moments.boundedOrStamp(since);
        seen = Moments.boundedOrStamp(seen);
    }

    public Ticket(Claim claim, Instant since, Instant seen) {
        this(claim, since, seen, 0, false);
    }

    static Ticket reserving(Claim claim, Instant asked) {
        return new Ticket(claim, asked, Stamp.TIME, 0, true);
    }

    static Ticket drawn(Claim claim, int behind) {
        return new Ticket(claim, Stamp.TIME, Stamp.TIME, behind, false);
    }

    Ticket refreshed(int nowBehind) {
        return new Ticket(claim, since, Stamp.TIME, nowBehind, reserved);
    }

    boolean over(Instant now) {
        return !now.isBefore(until());
    }

    /** Returns how long it counts after {@link #seen}. */
    Duration life() {
        return reserved ? Queue.RESERVATION_LIFE : Queue.TICKET_LIFE;
    }

    /** Returns whether this reservation goes before another one: that of the older request does, in every queue. */
    boolean goesBefore(Ticket other) {
        int age = since.compareTo(other.since);
        return age < 0 || (age == 0 && claim.id().compareTo(other.claim.id()) < 0);
    }

    /** Returns when it ends unless its waiter gives another heartbeat. */
    public Instant until() {
        Instant end = Moments.end(seen, life());
        return end == null ? Moments.LAST : end;
    }

    /** Returns whether the waiter's next heartbeat is due: well before the ticket ends, but not at every look. */
    boolean fading(Instant now) {
        Instant next = Moments.end(seen, Queue.TICKET_LIFE.dividedBy(3));
        return next != null && !now.isBefore(next);
    }

    Ticket stamped(Instant stamp) {
        return new Ticket(claim, Stamp.time(since, stamp), Stamp.time(seen, stamp), behind, reserved);
    }
}
