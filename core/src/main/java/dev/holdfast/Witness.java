package dev.holdfast;

import dev.holdfast.process.Liveness;
import dev.holdfast.process.ProcessTable;
import dev.holdfast.rules.Evidence;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.HoldId;
import dev.holdfast.rules.LockState;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.ProcessId;
import dev.holdfast.rules.Ticket;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** Finds out what the rules cannot know: which holders and waiters are proven gone, and which are proven alive. */
final class Witness {
    private final Set<HoldId> gone = new HashSet<>();
    private final Set<HoldId> alive = new HashSet<>();

    private Witness() {}

    static Witness of(Iterable<LockState> states) {
        Witness witness = new Witness();
        for (LockState state : states) {
            for (Hold hold : state.holds()) {
                witness.look(hold.id(), hold.owner(), hold.since());
            }
            for (Ticket ticket : state.queue()) {
                witness.look(ticket.claim().id(), ticket.claim().owner(), ticket.since());
            }
        }
        return witness;
    }

    private void look(HoldId id, Owner owner, Instant since) {
        boolean allGone = !owner.processes().isEmpty();
        for (ProcessId process : owner.processes()) {
            Liveness liveness = check(process, since);
            allGone &= liveness == Liveness.GONE;
            if (liveness == Liveness.ALIVE) {
                alive.add(id);
            }
        }
        if (allGone) {
            gone.add(id);
        }
    }

    /** Another program's record names no more than a number and perhaps a host. */
    private Liveness check(ProcessId process, Instant since) {
        ProcessTable processes =
                ProcessTable.system(); // which takes a while to learn where it is, and often nobody asks
        if (process.boot().isEmpty() && process.start().isEmpty()) {
            return processes.checkForeign(process.pid(), process.host().isEmpty() ? null : process.host(), since);
        }
        return processes.check(process);
    }

    boolean provesDeath() {
        return !gone.isEmpty();
    }

    Evidence evidence() {
        return new Evidence(gone, alive, false, null, null);
    }
}
