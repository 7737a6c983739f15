package dev.holdfast.cli.run;

import dev.holdfast.cli.Surroundings;
import dev.holdfast.rules.ProcessId;
import java.io.IOException;
import java.util.List;

/** How the process that does the work begins: not before it may. */
public interface Start extends AutoCloseable {

    /** The processes that a hold for its sake is bound to, as far as they are there: the worker first, then this one. */
    List<ProcessId> processes() throws IOException;

    /** Lets it begin, under that which is held for it. */
    Child begin(Holding held) throws IOException;

    /** Makes an end of it if it has not begun. */
    @Override
    void close();

    /** Gets ready to start that command in the folder where this one was called, at the same terminal. */
    static Start of(List<String> command, Surroundings surroundings) throws IOException {
        Program.require(command.get(0), surroundings);
        return System.getProperty("os.name", "").startsWith("Windows")
                ? new Unheld(command, surroundings)
                : Gate.before(command, surroundings);
    }
}
