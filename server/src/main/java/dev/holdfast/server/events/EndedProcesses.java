package dev.holdfast.server.events;

import dev.holdfast.LockView;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.process.Liveness;
import dev.holdfast.internal.process.ProcessTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds locks with a holder whose processes have ended on this machine. Each process is looked for once. */
final class EndedProcesses {
    /** More processes than this are not looked for in one round. */
    private static final int MAX_PROCESSES = 5_000;
    /** The maximum number of locks that one round finds; the next round finds others. */
    private static final int MAX_FOUND = 100;

    private final Map<ProcessId, Boolean> gone = new HashMap<>();

    private EndedProcesses() {}

    /** Returns the names of these locks. Reads the process table, so it takes a while. */
    static List<String> among(List<LockView> views) {
        EndedProcesses round = new EndedProcesses();
        List<String> found = new ArrayList<>();
        for (LockView view : views) {
            if (found.size() < MAX_FOUND && view.holders().stream().anyMatch(round::hasEnded)) {
                found.add(view.resource());
            }
        }
        return found;
    }

    private boolean hasEnded(LockView.Holder judged) {
        List<ProcessId> processes = judged.hold().owner().processes();
        return !judged.state().ended()
                && !processes.isEmpty()
                && processes.stream().allMatch(this::isGone);
    }

    private boolean isGone(ProcessId process) {
        Boolean known = gone.get(process);
        if (known == null) {
            known = gone.size() < MAX_PROCESSES
                    && ProcessTable.system().check(process, null, () -> true) == Liveness.GONE;
            gone.put(process, known);
        }
        return known;
    }
}
