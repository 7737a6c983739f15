package dev.holdfast.simulation.world;

import dev.holdfast.ProcessId;
import dev.holdfast.internal.process.Liveness;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.simulation.Program;
import dev.holdfast.simulation.Scheduler;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.BooleanSupplier;

/**
 * The process tables of the simulated machines. Stands in for {@link ProcessTable}: rewritten classes ask here whether a
 * process is alive.
 */
public final class SimulatedProcesses {
    private static final Map<Scheduler, SimulatedProcesses> TABLES = new WeakHashMap<>();

    private final Map<Program, ProcessId> ids = new HashMap<>();
    private final Map<Long, Program> byPid = new HashMap<>();

    static SimulatedProcesses here() {
        synchronized (TABLES) {
            return TABLES.computeIfAbsent(Scheduler.here(), any -> new SimulatedProcesses());
        }
    }

    void add(Program program, String host) {
        long pid = 100L + ids.size();
        ids.put(program, new ProcessId(host, "boot-of-" + host, "pid-of-" + host, pid, "start-" + pid));
        byPid.put(pid, program);
    }

    ProcessId idOf(Program program) {
        return ids.getOrDefault(program, new ProcessId("world", "boot", "pid", 1, "start"));
    }

    /** Returns the process that asks. */
    public static ProcessId self(ProcessTable table) {
        return here().idOf(Scheduler.here().program());
    }

    /** Returns whether that process is alive, as the one that asks can see it: not that of another machine. */
    public static Liveness check(ProcessTable table, ProcessId process, Instant since, BooleanSupplier local) {
        if (!process.host().equals(self(table).host())) {
            return Liveness.UNKNOWN;
        }
        Program program = here().byPid.get(process.pid());
        return program == null || program.killed() ? Liveness.GONE : Liveness.ALIVE;
    }

    boolean areGone(List<ProcessId> processes) {
        return processes.stream().allMatch(this::isGone);
    }

    private boolean isGone(ProcessId process) {
        Program program = byPid.get(process.pid());
        return program != null && program.killed();
    }

    /** Returns whether the program that runs can see one of those processes alive. */
    boolean isSeenAlive(List<ProcessId> processes) {
        ProcessId self = idOf(Scheduler.here().program());
        return processes.stream().anyMatch(process -> process.host().equals(self.host()) && !isGone(process));
    }
}
