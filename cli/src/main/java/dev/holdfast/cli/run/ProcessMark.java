package dev.holdfast.cli.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.holdfast.cli.base.Environment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A variable in the environment of a command, which all its descendants inherit. On Linux, it finds a process of the command
 * whose parent has ended. A nested run adds its own word, so that both find their processes.
 */
record ProcessMark(String word, String value) {
    static final String VARIABLE = "HOLDFAST_RUN";

    private static final Path PROC = Path.of("/proc");
    /** The place of the session in {@code /proc/PID/stat}, counted from behind the name. */
    private static final int SESSION = 3;

    /** Makes a mark that no other run has. */
    static ProcessMark of(Environment environment) {
        String word = ProcessHandle.current().pid() + "." + Long.toHexString(System.nanoTime());
        String outer = environment.variable(VARIABLE);
        return new ProcessMark(word, outer == null || outer.isBlank() ? word : outer.strip() + " " + word);
    }

    void addTo(Map<String, String> variables) {
        variables.put(VARIABLE, value);
    }

    /** Returns the session of a process; empty where it is unknown. */
    static String session(long pid) {
        try {
            String stat = Files.readString(PROC.resolve(pid + "/stat"), ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", SESSION + 2);
            return fields.length > SESSION ? fields[SESSION] : "";
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns the marked processes of those sessions; none where the environment of processes cannot be read. */
    List<ProcessHandle> find(Set<String> sessions) {
        List<ProcessHandle> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : all) {
                long pid = Long.parseLong(process.getFileName().toString());
                if (bears(process) && sessions.contains(session(pid))) {
                    ProcessHandle.of(pid).ifPresent(found::add);
                }
            }
        } catch (IOException | UncheckedIOException | NumberFormatException e) {
            return found; // no such files here
        }
        return found;
    }

    private boolean bears(Path process) {
        try {
            // Not UTF-8: an environment may have any bytes.
            String environment = Files.readString(process.resolve("environ"), ISO_8859_1);
            int at = environment.indexOf(word);
            return at >= 0 && environment.startsWith(VARIABLE + "=", environment.lastIndexOf('\0', at) + 1);
        } catch (IOException e) {
            return false; // it has ended, or belongs to another user
        }
    }
}
