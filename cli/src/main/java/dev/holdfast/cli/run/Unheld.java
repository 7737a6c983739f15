package dev.holdfast.cli.run;

import dev.holdfast.cli.Surroundings;
import dev.holdfast.process.ProcessTable;
import dev.holdfast.rules.ProcessId;
import java.io.IOException;
import java.util.List;

/** A start in one step, where there is no way to hold a process back: the hold is bound to it when it is there. */
final class Unheld implements Start {
    private final ProcessBuilder builder;

    Unheld(List<String> command, Surroundings surroundings) {
        builder = new ProcessBuilder(command)
                .directory(surroundings.folder().toFile())
                .inheritIO();
    }

    @Override
    public List<ProcessId> processes() {
        return List.of(ProcessTable.system().self());
    }

    @Override
    public Child begin(Holding held) throws IOException {
        builder.environment().putAll(held.variables());
        Process process = builder.start();
        ProcessTable processes = ProcessTable.system();
        held.bind(List.of(processes.of(process.pid()), processes.self()));
        return new Child(process);
    }

    @Override
    public void close() {}
}
