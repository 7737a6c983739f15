package dev.holdfast.cli.run;

import dev.holdfast.ProcessId;
import dev.holdfast.cli.base.Environment;
import java.io.IOException;
import java.util.List;

/** The start of the child process, which waits for the locks. */
public interface ChildStart extends AutoCloseable {

    /** Returns the processes that a hold is bound to, as far as they exist: first the child, then this process. */
    List<ProcessId> processes() throws IOException;

    /** Lets the child begin under the held locks. */
    Child begin(HeldLocks held) throws IOException;

    /** Ends the child if it has not begun. */
    @Override
    void close();

    /** Gets ready to start that command in the folder where this one was called, at the same terminal. */
    static ChildStart of(List<String> command, Environment environment) throws IOException {
        Program.require(command.get(0), environment);
        return System.getProperty("os.name", "").startsWith("Windows")
                ? new UngatedStart(command, environment)
                : Gate.before(command, environment);
    }
}
