package dev.holdfast.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.Hold;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The file {@code with.<id>} of a lock directory: the processes of the holder with that id besides the one in {@code pid}, and those
 * of holders that share the lock. A line each: number, namespace, boot and host. Only if all of them have ended is the lock free.
 */
final class FurtherProcesses {
    private static final String UNKNOWN = "-";
    /** A hold that is bound to no process: none can be proven dead. */
    private static final String UNBOUND = "0 - - -\n";

    private static final int FIELDS = 4;

    private FurtherProcesses() {}

    static Path file(Path lock, String id) {
        return lock.resolve("with." + id);
    }

    /** Returns the lines for those holds, the first of which is in {@code pid}; none if {@code pid} tells all. */
    static String lines(List<Hold> holds) {
        List<ProcessId> first = holds.get(0).owner().processes();
        if (first.isEmpty()) {
            return "";
        }
        Set<String> lines = new LinkedHashSet<>();
        for (Hold hold : holds) {
            for (ProcessId process : hold.owner().processes()) {
                if (!process.equals(first.get(0))) {
                    lines.add(line(process));
                }
            }
            if (hold.owner().processes().isEmpty()) {
                lines.add(UNBOUND);
            }
        }
        return String.join("", lines);
    }

    private static String line(ProcessId process) {
        Where where = Where.of(List.of(process));
        return process.pid() + " " + word(where.namespace()) + " " + word(where.boot()) + " "
                + word(DirectoryFacts.oneLine(where.host())) + "\n";
    }

    private static String word(String text) {
        return text.isEmpty() ? UNKNOWN : text;
    }

    /** Returns the lines of the holder with that id. */
    static String read(Path lock, String id) throws IOException {
        Path file = file(lock, id);
        Facts facts = file.toFile().exists() ? Facts.of(file) : null;
        return facts == null ? "" : facts.isFile() ? new String(facts.content(file), UTF_8) : UNBOUND;
    }

    /** Returns the owner with the processes of those lines besides its own; with none if one line cannot be told. */
    static Owner added(Owner owner, String lines, boolean local) {
        List<ProcessId> all = new ArrayList<>(owner.processes());
        for (String line : lines.lines().toList()) {
            String[] fields = line.split(" ", FIELDS);
            if (fields.length < FIELDS || !fields[0].matches("[1-9][0-9]{0,17}")) {
                return owner.bound(List.of());
            }
            Where where = new Where(known(fields[3]), known(fields[1]), known(fields[2]));
            all.addAll(Processes.owner(Long.parseLong(fields[0]), where, local).processes());
        }
        return owner.bound(all);
    }

    private static String known(String word) {
        return word.equals(UNKNOWN) ? "" : word;
    }
}
