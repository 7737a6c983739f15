package dev.holdfast.simulation.world;

import dev.holdfast.Hold;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.simulation.Scheduler;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The owners that use locks right now, so that holds of no such owner are recognised. */
final class Yard {
    private final Scheduler scheduler;
    private final Truth truth;
    private final Judge judge;
    private final Map<String, Integer> present = new HashMap<>();
    private final Map<String, Integer> asking = new HashMap<>();
    private final Set<String> forEver = new HashSet<>();
    private final Set<String> unbound = new HashSet<>();
    /** The owners that managers made for requests without one. */
    private final Set<String> made = new HashSet<>();

    Yard(Scheduler scheduler, Truth truth, Judge judge) {
        this.scheduler = scheduler;
        this.truth = truth;
        this.judge = judge;
    }

    /** The time in which an owner may have something. */
    final class Stay implements AutoCloseable {
        private final String owner;

        private Stay(String owner) {
            this.owner = owner;
            present.merge(owner, 1, Integer::sum);
        }

        /** Notes that it is renewed from elsewhere, which binds it to no process any more. */
        void unbound() {
            unbound.add(owner);
        }

        /** Notes that its release failed: what it has may stay. */
        void forEver() {
            forEver.add(owner);
        }

        @Override
        public void close() {
            present.merge(owner, -1, Integer::sum);
        }
    }

    Stay stays(String owner) {
        return new Stay(owner);
    }

    /** Returns whether no request got that owner before. */
    boolean isNew(String owner) {
        return made.add(owner);
    }

    void wants(String owner) {
        asking.merge(owner, 1, Integer::sum);
    }

    void wantsNoMore(String owner) {
        asking.merge(owner, -1, Integer::sum);
    }

    /** Checks a refusal because of waiters: at least one of them must really wait. */
    void checkQueue(String resource) {
        LockState state = truth.lock(resource);
        for (Ticket ticket : state.queue()) {
            if (asking.getOrDefault(ticket.claim().owner().id(), 0) == 0) {
                scheduler.fail("A ticket of " + ticket.claim().owner().id() + " for " + resource
                        + " is left, although that owner waits no more.");
            }
        }
    }

    /** Checks that an owner that was ended has nothing, as soon as that is answered. */
    void checkEnded(String owner) {
        for (Entry entry : truth.entries()) {
            if (entry.key().kind() == Kind.LOCK) {
                for (Hold hold : LockState.of(entry).holds()) {
                    if (hold.owner().id().equals(owner)) {
                        scheduler.fail(owner + " was ended and still has "
                                + entry.key().name() + ".");
                    }
                }
            }
        }
        if (!judge.isEnded(owner)) {
            scheduler.fail(owner + " was ended, and nothing says so.");
        }
    }

    /** Takes note that a program was killed: what was bound to no process may stay. */
    void mayRemainAfterKill() {
        forEver.addAll(unbound);
    }

    /** Returns the owners that may have something at the end. */
    Set<String> mayRemain() {
        return forEver;
    }
}
