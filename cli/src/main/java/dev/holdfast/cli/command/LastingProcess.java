package dev.holdfast.cli.command;

import dev.holdfast.ProcessId;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.run.WorkingProgram;
import dev.holdfast.internal.process.ProcessTable;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The process that a lock is bound to which outlives its command. */
final class LastingProcess {
    private LastingProcess() {}

    /**
     * Returns the process of the option, else the terminal's, so that others notice when it is closed; none if there is neither.
     * Never this process, which ends in a moment.
     *
     * @param pid what {@code --pid} names, or null
     */
    static List<ProcessId> of(CommandContext context, @Nullable Long pid) {
        if (pid != null) {
            if (pid <= 0 || !ProcessTable.system().running(pid)) {
                throw CommandFailure.usage(
                        "There is no process " + pid + " here to bind the lock to: name a running one with --pid N.");
            }
            return List.of(WorkingProgram.ofProcess(ProcessTable.system().of(pid)));
        }
        Optional<ProcessId> terminal = context.instance().terminalProcess();
        if (terminal.isPresent()) {
            return List.of(WorkingProgram.ofProcess(terminal.get()));
        }
        if (context.manager().admin().traits().needsProcess()) {
            throw CommandFailure.usage(
                    "A lock in " + context.manager().admin().traits().address()
                            + " ends with a process: name it with --pid N (in a script, --pid $$), or use holdfast run.");
        }
        return List.of();
    }
}
