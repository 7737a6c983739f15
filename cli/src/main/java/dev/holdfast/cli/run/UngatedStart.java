package dev.holdfast.cli.run;

import dev.holdfast.ProcessId;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.internal.process.ProcessTable;
import java.io.IOException;
import java.util.List;

/** A start in one step, where there is no way to hold a process back: the hold is bound to it when it is there. */
final class UngatedStart implements ChildStart {
    private final ProcessBuilder builder;
    private final ProcessMark mark;

    UngatedStart(List<String> command, Environment environment) {
        builder = new ProcessBuilder(command)
                .directory(environment.folder().toFile())
                .inheritIO();
        mark = ProcessMark.of(environment);
    }

    @Override
    public List<ProcessId> processes() {
        return List.of(ProcessTable.system().self());
    }

    @Override
    public Child begin(HeldLocks held) throws IOException {
        builder.environment().putAll(held.variables());
        mark.addTo(builder.environment());
        Process process = builder.start();
        ProcessTable processes = ProcessTable.system();
        held.bind(List.of(processes.of(process.pid()), processes.self()));
        return new Child(process, mark);
    }

    @Override
    public void close() {}
}
