package dev.holdfast.cli.owner;

import dev.holdfast.process.ProcessTable;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.ProcessId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The session of the controlling terminal: everything started from one terminal window. Only Linux tells it; elsewhere owners
 * have to be named.
 *
 * @param leader its first process
 */
record TerminalSession(ProcessId leader) {
    private static final int SESSION = 3;
    private static final int TERMINAL = 4;

    /** That of this process; empty if no terminal controls it. */
    static Optional<TerminalSession> ofThisProcess() {
        Path stat = Path.of("/proc/self/stat");
        if (Files.isReadable(stat)) {
            try {
                return parse(Files.readString(stat));
            } catch (IOException e) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** From a line of {@code /proc/PID/stat}. */
    static Optional<TerminalSession> parse(String stat) {
        // Field 2 is the command's name in parentheses, and the name may itself contain blanks and parentheses.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", TERMINAL + 2);
        boolean controlled = fields.length > TERMINAL && !fields[TERMINAL].equals("0");
        return controlled ? Optional.of(of(Long.parseLong(fields[SESSION]))) : Optional.empty();
    }

    private static TerminalSession of(long leader) {
        return new TerminalSession(ProcessTable.system().of(leader));
    }

    /** Unique: a number that the system used before had another start. */
    Owner owner(String prefix) {
        String name = prefix + leader.pid();
        String id = name + "." + leader.start() + (leader.host().isEmpty() ? "" : "@" + leader.host());
        return new Owner(id, name, "", List.of());
    }
}
