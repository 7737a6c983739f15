package dev.holdfast.internal.manager;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.EndedHold;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The proof, in the records, that an attempt has released its holds. A hold that is gone was either released by its owner, or
 * there is an ending that names the actor who ended it.
 */
final class ReleaseProof {
    private final Attempt attempt;

    /** Expects an attempt that was decided and sent. */
    ReleaseProof(Attempt attempt) {
        this.attempt = attempt;
    }

    /** Returns the records that say how the holds in question ended. */
    List<Key> endings() {
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < attempt.outcomes().size(); i++) {
            Step step = attempt.steps().get(i);
            for (HoldId entry : entries(step.command(), attempt.outcomes().get(i))) {
                keys.add(Key.ending(step.resource(), entry));
            }
        }
        return keys;
    }

    /** Returns whether these records show that the attempt has released something, and all that it was to release. */
    boolean isShownBy(Snapshot now) {
        boolean any = false;
        for (int i = 0; i < attempt.outcomes().size(); i++) {
            if (attempt.outcomes().get(i) instanceof Outcome.Released released) {
                any = true;
                if (!isShownBy(now, attempt.steps().get(i), released)) {
                    return false;
                }
            }
        }
        return any;
    }

    private static boolean isShownBy(Snapshot now, Step step, Outcome.Released released) {
        LockState state = now.lock(step.key());
        if (step.command() instanceof Command.ReleaseOwner release && waits(state, release.owner())) {
            return false;
        }
        for (HoldId entry : entries(step.command(), released)) {
            Entry ending = now.get(Key.ending(step.resource(), entry));
            boolean gone = state.holdOf(entry) == null && state.placeOf(entry) == 0;
            if (!gone || !isOwnDoing(step.command(), ending)) {
                return false;
            }
        }
        return true;
    }

    private static boolean waits(LockState state, String owner) {
        for (Ticket ticket : state.queue()) {
            if (ticket.claim().owner().id().equals(owner)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOwnDoing(Command command, @Nullable Entry ending) {
        if (command instanceof Command.Force force) {
            return ending != null
                    && ending.body() instanceof EndedHold ended
                    && ended.ending().kind() == force.as()
                    && ended.ending().actor().equals(force.actor())
                    && ended.ending().reason().equals(force.reason());
        }
        return ending == null;
    }

    /** Returns the entries that the command ends by that outcome. */
    private static List<HoldId> entries(Command command, Outcome outcome) {
        if (!(outcome instanceof Outcome.Released released)) {
            return List.of();
        }
        if (command instanceof Command.Release release) {
            return List.of(release.entry());
        }
        List<HoldId> entries = new ArrayList<>();
        for (Hold hold : released.holds()) {
            entries.addAll(hold.entries().isEmpty() ? List.of(hold.id()) : hold.entries());
        }
        return entries;
    }
}
