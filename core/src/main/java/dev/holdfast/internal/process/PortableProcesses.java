package dev.holdfast.internal.process;

import java.time.Instant;
import java.util.Optional;

/** The processes of macOS and Windows, as the JDK shows them. */
record PortableProcesses(Place place, long self) implements Processes {
    @Override
    public ProcessSighting look(long pid) {
        try {
            Optional<ProcessHandle> process = find(pid);
            if (process.isPresent()) {
                return new ProcessSighting(
                        Liveness.ALIVE, process.flatMap(this::start).orElse(""));
            }
            return isMissing(pid) ? ProcessSighting.NONE : ProcessSighting.UNCLEAR;
        } catch (UnsupportedOperationException e) {
            return ProcessSighting.UNCLEAR;
        }
    }

    @Override
    public Optional<Instant> startedAt(long pid) {
        try {
            return find(pid).flatMap(process -> process.info().startInstant());
        } catch (UnsupportedOperationException e) {
            return Optional.empty();
        }
    }

    // The JDK narrows a pid to 32 bits, so a larger one would name some other process.
    private static boolean isPlausible(long pid) {
        return pid > 0 && pid <= Integer.MAX_VALUE;
    }

    private Optional<ProcessHandle> find(long pid) {
        return isPlausible(pid) ? ProcessHandle.of(pid).filter(ProcessHandle::isAlive) : Optional.empty();
    }

    private Optional<String> start(ProcessHandle process) {
        return process.info().startInstant().map(start -> "ms:" + start.toEpochMilli());
    }

    // Windows does not let us open every process, and the JDK then reports it as absent; the list of all pids needs no
    // such right. A list without ourselves is no evidence.
    private boolean isMissing(long pid) {
        if (!isPlausible(pid)) {
            return false;
        }
        long[] pids = ProcessHandle.allProcesses()
                .mapToLong(ProcessHandle::pid)
                .filter(listed -> listed == pid || listed == self)
                .toArray();
        return pids.length == 1 && pids[0] == self && pid != self;
    }
}
