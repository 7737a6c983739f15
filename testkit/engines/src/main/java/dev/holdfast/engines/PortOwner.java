package dev.holdfast.engines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The process that listens on a port, for messages. Known on Linux alone. */
final class PortOwner {
    private static final String LISTENS = "0A";

    private PortOwner() {}

    /** Returns the number and command line of a process, or words that say that it is not known. */
    static String of(int port) {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            List<String> sockets = Stream.of("tcp", "tcp6")
                    .flatMap(table -> lines(Path.of("/proc/self/net", table)).stream())
                    .map(line -> line.strip().split("\\s+"))
                    .filter(row -> row.length > 9 && row[3].equals(LISTENS))
                    .filter(row -> row[1].endsWith(String.format(":%04X", port)))
                    .map(row -> "socket:[" + row[9] + "]")
                    .toList();
            return all.filter(process -> has(process, sockets))
                    .findFirst()
                    .map(process -> process.pid() + " ("
                            + String.join(" ", lines(Path.of("/proc/" + process.pid() + "/cmdline")))
                                    .replace('\0', ' ')
                                    .strip()
                            + ")")
                    .orElse("none that is known");
        }
    }

    private static boolean has(ProcessHandle process, List<String> sockets) {
        try (Stream<Path> open = Files.list(Path.of("/proc/" + process.pid() + "/fd"))) {
            return open.anyMatch(file -> sockets.contains(target(file)));
        } catch (IOException e) {
            return false; // It has ended, or belongs to another user.
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }
}
