package dev.holdfast.cli.owner;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.process.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The session of the controlling terminal: every process started from one terminal window. Only Linux knows it. On other
 * systems owners have to be named.
 *
 * @param leader its first process
 */
record TerminalSession(ProcessId leader) {
    private static final int SESSION = 3;
    private static final int TERMINAL = 4;

    /** Returns the session of this process; empty if no terminal controls it. */
    static Optional<TerminalSession> ofThisProcess() {
        try {
            // Not UTF-8: a process may give itself any bytes as its name.
            return leader(Files.readString(Path.of("/proc/self/stat"), ISO_8859_1))
                    .flatMap(TerminalSession::of);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the pid of the session's first process, from a line of {@code /proc/PID/stat}; empty without a terminal. */
    static Optional<Long> leader(String stat) {
        // Field 2 is the command's name in parentheses, and the name may itself contain blanks and parentheses.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", TERMINAL + 2);
        boolean controlled = fields.length > TERMINAL && !fields[TERMINAL].equals("0");
        // A session that began outside of this container has the number 0 here, and so have all others.
        return controlled && !fields[SESSION].equals("0")
                ? Optional.of(Long.parseLong(fields[SESSION]))
                : Optional.empty();
    }

    private static Optional<TerminalSession> of(long leader) {
        ProcessId id = ProcessTable.system().of(leader);
        // Without its start it could be mistaken for a later one with the same number.
        return id.start().isEmpty() ? Optional.empty() : Optional.of(new TerminalSession(id));
    }

    /**
     * Returns its first process, if that lives on after this command: the shell of a terminal window does. Where the command
     * itself is the first process, or {@code sudo} made a session for it alone, the session ends with the command.
     */
    Optional<ProcessId> lastingProcess() {
        boolean ends = leader.pid() == ProcessHandle.current().pid() || isSudo(leader.pid());
        return ends ? Optional.empty() : Optional.of(leader);
    }

    private static boolean isSudo(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "comm"), ISO_8859_1)
                    .strip()
                    .equals("sudo");
        } catch (IOException e) {
            return false;
        }
    }

    Owner owner(String prefix) {
        String name = prefix + SerialNumber.of(leader);
        return new Owner(name, name, "", List.of());
    }
}
