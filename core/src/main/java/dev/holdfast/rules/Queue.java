package dev.holdfast.rules;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The line before one resource: first come, first served, so that a stream of readers never starves a writer. A release
 * hands the resource to whoever is first; a hand-over that the waiter does not take up in time passes to the next.
 */
public final class Queue {
    /** How many may stand in one line. */
    public static final int MOST = 64;
    /** How long a ticket counts without a sign of life. */
    public static final Duration TICKET_LIFE = Duration.ofSeconds(15);
    /** How long a waiter has to take up what was handed to it. */
    public static final Duration HAND_OVER = Duration.ofSeconds(5);

    private Queue() {}

    /** Hands the resource to the first in line for as long as their modes go together. */
    static LockState promote(LockState state, List<Notice> notices) {
        if (state.queue().isEmpty()) {
            return state;
        }
        List<Hold> holds = new ArrayList<>(state.holds());
        List<Ticket> queue = new ArrayList<>(state.queue());
        while (!queue.isEmpty()) {
            Claim first = queue.get(0).claim();
            int own = indexOfOwner(first.owner().id(), holds);
            if (own >= 0 && mayEnter(holds.get(own), first)) {
                // One owner has one hold: a second waiter of the same owner needs no hand-over. It enters when it
                // looks;
                // an entry made here would never be left again if that waiter is gone.
            } else if (own < 0 && fits(first.mode(), holds)) {
                Hold handed = Hold.handedTo(first);
                holds.add(handed);
                notices.add(Notice.of(Notice.Kind.HANDED_OVER, handed));
            } else {
                break;
            }
            queue.remove(0);
        }
        return queue.size() == state.queue().size() ? state : state.with(holds, queue);
    }

    private static boolean mayEnter(Hold hold, Claim claim) {
        return hold.mode().covers(claim.mode()) && hold.entries().size() < Hold.MOST_ENTRIES;
    }

    private static int indexOfOwner(String owner, List<Hold> holds) {
        for (int i = 0; i < holds.size(); i++) {
            if (holds.get(i).owner().id().equals(owner)) {
                return i;
            }
        }
        return -1;
    }

    static boolean fits(Mode mode, List<Hold> holds) {
        for (int i = 0; i < holds.size(); i++) {
            if (!mode.besides(holds.get(i).mode())) {
                return false;
            }
        }
        return true;
    }
}
