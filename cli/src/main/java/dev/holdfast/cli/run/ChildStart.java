package dev.holdfast.cli.run;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.rules.ProcessId;
import java.io.IOException;
import java.util.List;

/** How the process that does the work begins: not before it may. */
public interface ChildStart extends AutoCloseable {

    /** The processes that a hold for its sake is bound to, as far as they are there: the worker first, then this one. */
    List<ProcessId> processes() throws IOException;

    /** Lets it begin, under that which is held for it. */
    Child begin(HeldLocks held) throws IOException;

    /** Makes an end of it if it has not begun. */
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
