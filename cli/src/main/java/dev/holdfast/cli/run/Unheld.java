package dev.holdfast.cli.run;

import dev.holdfast.cli.Surroundings;
import dev.holdfast.process.ProcessTable;
import dev.holdfast.rules.ProcessId;
import java.io.IOException;
import java.util.List;

/** A start in one step, where there is no way to hold a process back: the hold is bound to it when it is there. */
final class Unheld implements Start {
    private final ProcessBuilder builder;
    private final Mark mark;

    Unheld(List<String> command, Surroundings surroundings) {
        builder = new ProcessBuilder(command)
                .directory(surroundings.folder().toFile())
                .inheritIO();
        mark = Mark.of(surroundings);
    }

    @Override
    public List<ProcessId> processes() {
        return List.of(ProcessTable.system().self());
    }

    @Override
    public Child begin(Holding held) throws IOException {
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
