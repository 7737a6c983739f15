package dev.holdfast.internal.process;

import dev.holdfast.ProcessId;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The processes of this machine: who they are, and which are proven gone. Safe for use by many threads; a check reads
 * one or two small files and never throws.
 *
 * <p>A process is {@link Liveness#GONE} in two cases only:
 *
 * <ul>
 *   <li>It ran at this very place (same boot, same pid namespace, and same host name, see below), and its pid is free, belongs to a
 *       process with another start, or to one that has ended and only waits to be reaped.
 *   <li>It ran on this machine before the last restart. A host name is no proof of that, since containers, cloned
 *       images and machines fresh from the installer share names; nor is a new boot id, which every other machine has
 *       too. It takes the same host name <em>and</em> the same machine id, both recorded in the initial pid and host
 *       name namespaces, that is, outside of containers. So a power failure does not leave a hold stuck, while a
 *       container of another boot stays unknown. This relies on machine ids being unique, as {@code machine-id(5)}
 *       demands: a copied disk needs a new one.
 * </ul>
 *
 * <p>The host name of a running machine may change. In a local file system the same boot and pid namespace prove the same
 * machine, whatever its name was. Elsewhere a process with another host name is {@link Liveness#DOUBTFUL} at most, since
 * cloned machines share boot ids.
 *
 * <p>Outside Linux there is neither boot nor namespace to compare, and the host name alone says which machine it was.
 */
public final class ProcessTable {
    // Covers a time written in the wrong zone, a hardware clock that runs in local time, and a clock set by hours.
    private static final Duration CLOCK_DOUBT = Duration.ofDays(1);

    private final Processes processes;
    private final ProcessId self;

    ProcessTable(Processes processes, long self) {
        this.processes = processes;
        this.self = identify(processes, self);
    }

    /** Returns the table of the system that this program runs on. */
    public static ProcessTable system() {
        return OfSystem.TABLE;
    }

    /** Returns the identity of the running program. */
    public ProcessId self() {
        return self;
    }

    /** Returns the identity of the process that has this pid now. Without such a process its start is empty. */
    public ProcessId of(long pid) {
        return identify(processes, pid);
    }

    /**
     * Returns whether the recorded process is alive, proven gone, or neither.
     *
     * @param recorded when the record was made, or null
     * @param local tells whether the record is in a local file system (see {@link LocalFileSystem}); asked only if it matters
     */
    public Liveness check(ProcessId id, @Nullable Instant recorded, BooleanSupplier local) {
        if (id.isForeign()) {
            return checkForeign(id.pid(), id.host().isEmpty() ? null : id.host(), recorded);
        }
        Place here = processes.place();
        Place there = Place.of(id);
        boolean named = here.hasHost(there.host());
        if (here.boot().isRestartOf(there.boot())) {
            // Copied disks keep the machine id, and a folder may be local here and on the network elsewhere.
            return named ? Liveness.GONE : local.getAsBoolean() ? Liveness.DOUBTFUL : Liveness.UNKNOWN;
        }
        if (here.sharesPidsWith(there)) {
            Liveness seen = id.start().isEmpty()
                    ? checkForeign(id.pid(), null, recorded)
                    : processes.look(id.pid()).judge(id.start());
            return named ? seen : renamed(there, seen, local);
        }
        // A script records neither its machine nor its start. After a restart only its pid is left to judge by.
        boolean restartedScript =
                id.start().isEmpty() && named && here.isOtherBootOutsideContainers(there) && local.getAsBoolean();
        return restartedScript ? checkForeign(id.pid(), null, recorded) : Liveness.UNKNOWN;
    }

    /** Returns whether a process as described would be looked for in this table, whether or not it is there. */
    public boolean covers(ProcessId id) {
        Place here = processes.place();
        Place there = Place.of(id);
        return there.host().isEmpty()
                || here.hasHost(there.host())
                || here.sharesPidsWith(there)
                || here.boot().isRestartOf(there.boot());
    }

    Liveness check(ProcessId id) {
        return check(id, null, () -> false);
    }

    /** Returns what a sighting proves about a process of the same boot and namespace, but with another host name. */
    private static Liveness renamed(Place there, Liveness seen, BooleanSupplier local) {
        if (there.boot().id().isEmpty()) {
            return Liveness.UNKNOWN;
        }
        if (local.getAsBoolean()) {
            return seen;
        }
        return seen == Liveness.GONE && !there.host().isEmpty() ? Liveness.DOUBTFUL : Liveness.UNKNOWN;
    }

    /**
     * Returns whether a process that another program recorded is alive, proven gone, or neither. Such records name no
     * namespace: a program in a container that shares this host's name, or this directory, is mistaken for a local one.
     *
     * @param host the recorded host; null if none was, and then the caller answers for the record being a local one (see {@link
     *     LocalFileSystem})
     * @param recorded when the record was made, or null. A process that started more than a day later cannot be the recorded
     *     one. The day is there because both times move when the clock is set
     */
    public Liveness checkForeign(long pid, @Nullable String host, @Nullable Instant recorded) {
        if (host != null && !processes.place().hasHost(host)) {
            return Liveness.UNKNOWN;
        }
        Liveness seen = processes.look(pid).liveness();
        boolean reused = seen == Liveness.ALIVE
                && recorded != null
                && processes
                        .startedAt(pid)
                        .filter(start -> start.minus(CLOCK_DOUBT).isAfter(recorded))
                        .isPresent();
        return reused ? Liveness.GONE : seen;
    }

    /** Returns whether a process with this pid is running here. One that cannot be checked counts as running. */
    public boolean running(long pid) {
        return processes.look(pid).liveness() != Liveness.GONE;
    }

    private static ProcessId identify(Processes processes, long pid) {
        Place place = processes.place();
        ProcessId id = new ProcessId(
                place.host(),
                place.boot().toString(),
                place.namespace(),
                pid,
                processes.look(pid).start());
        // A record of ours must never pass for another program's, which is judged by the reader's own processes.
        return id.isForeign() ? new ProcessId(id.host(), "", ProcessId.UNKNOWN_NAMESPACE, pid, "") : id;
    }

    private static final class OfSystem {
        static final ProcessTable TABLE = open();

        private static ProcessTable open() {
            long self = ProcessHandle.current().pid();
            return new ProcessTable(Processes.of(System.getProperty("os.name", ""), self), self);
        }
    }
}
