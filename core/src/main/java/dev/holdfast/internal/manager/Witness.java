package dev.holdfast.internal.manager;

import dev.holdfast.Hold;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.process.Liveness;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.OpenRequest;
import dev.holdfast.internal.rules.Ticket;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The findings about the processes of holders and waiters. They are about processes, not about holds: of a hold that was bound
 * to other processes since then, nothing is known.
 */
final class Witness {
    /** Knows nothing. */
    static final Witness NONE = new Witness();

    private final Map<Bond, Liveness> found = new HashMap<>();

    private Witness() {}

    /**
     * Processes that a hold has been bound to since then. The time distinguishes a process from a later one of the same number.
     */
    private record Bond(List<ProcessId> processes, Instant since) {}

    /** Looks at the processes of all holds and tickets of a store that other machines may use. */
    static Witness of(Iterable<LockState> states) {
        return of(states, () -> false);
    }

    /**
     * Looks at the processes of all holds and tickets.
     *
     * @param local returns whether the store is in a local file system
     */
    static Witness of(Iterable<LockState> states, BooleanSupplier local) {
        // The table takes a while to learn where it is, and often no process is checked.
        return of(states, (process, since) -> ProcessTable.system().check(process, since, local));
    }

    /** Looks at the processes of all holds and tickets in that way. */
    static Witness of(Iterable<LockState> states, BiFunction<ProcessId, Instant, Liveness> check) {
        Witness witness = new Witness();
        for (LockState state : states) {
            for (Hold hold : state.holds()) {
                witness.look(hold.owner().processes(), hold.since(), check);
            }
            for (Ticket ticket : state.queue()) {
                witness.look(ticket.claim().owner().processes(), ticket.since(), check);
            }
            for (OpenRequest request : state.requests().list()) {
                witness.look(request.claim().owner().processes(), request.asked(), check);
            }
        }
        return witness.found.isEmpty() ? NONE : witness;
    }

    private void look(List<ProcessId> processes, Instant since, BiFunction<ProcessId, Instant, Liveness> check) {
        if (processes.isEmpty()) {
            return;
        }
        boolean allGone = true;
        boolean doubtful = true;
        boolean alive = false;
        for (ProcessId process : processes) {
            Liveness liveness = check.apply(process, since);
            allGone &= liveness == Liveness.GONE;
            doubtful &= liveness == Liveness.GONE || liveness == Liveness.DOUBTFUL;
            alive |= liveness == Liveness.ALIVE;
        }
        Liveness rest = doubtful ? Liveness.DOUBTFUL : alive ? Liveness.ALIVE : Liveness.UNKNOWN;
        found.put(new Bond(processes, since), allGone ? Liveness.GONE : rest);
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
