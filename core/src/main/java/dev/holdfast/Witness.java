package dev.holdfast;

import dev.holdfast.process.Liveness;
import dev.holdfast.process.ProcessTable;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.LockState;
import dev.holdfast.rules.ProcessId;
import dev.holdfast.rules.Ticket;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was found out about the processes of holders and waiters. It speaks of processes, not of holds: a hold that was bound to
 * other processes since then is one that nothing is known of.
 */
final class Witness {
    /** Knows nothing. */
    static final Witness NONE = new Witness();

    private final Map<Bond, Liveness> found = new HashMap<>();

    private Witness() {}

    /** Processes that something has been bound to since then. The time tells a process from a later one of the same number. */
    private record Bond(List<ProcessId> processes, Instant since) {}

    /** Looks at the processes of all holds and tickets. */
    static Witness of(Iterable<LockState> states) {
        Witness witness = new Witness();
        for (LockState state : states) {
            for (Hold hold : state.holds()) {
                witness.look(hold.owner().processes(), hold.since());
            }
            for (Ticket ticket : state.queue()) {
                witness.look(ticket.claim().owner().processes(), ticket.since());
            }
        }
        return witness.found.isEmpty() ? NONE : witness;
    }

    private void look(List<ProcessId> processes, Instant since) {
        if (processes.isEmpty()) {
            return;
        }
        boolean allGone = true;
        boolean alive = false;
        for (ProcessId process : processes) {
            Liveness liveness = check(process, since);
            allGone &= liveness == Liveness.GONE;
            alive |= liveness == Liveness.ALIVE;
        }
        Liveness together = allGone ? Liveness.GONE : alive ? Liveness.ALIVE : Liveness.UNKNOWN;
        found.put(new Bond(processes, since), together);
    }

    private static Liveness check(ProcessId process, Instant since) {
        ProcessTable processes =
                ProcessTable.system(); // which takes a while to learn where it is, and often nobody asks
        if (process.isForeign()) {
            return processes.checkForeign(process.pid(), process.host().isEmpty() ? null : process.host(), since);
        }
        return processes.check(process);
    }

    /** Returns what is known of those processes together: gone if all are; null if they were not looked at. */
    @Nullable
    Liveness of(List<ProcessId> processes, Instant since) {
        return found.isEmpty() ? null : found.get(new Bond(processes, since));
    }

    boolean provesDeath() {
        return found.containsValue(Liveness.GONE);
    }
}
