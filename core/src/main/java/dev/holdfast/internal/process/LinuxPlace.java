package dev.holdfast.internal.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.internal.base.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/** The place of this process as the file system shows it. What cannot be read is empty. */
final class LinuxPlace {
    // The namespaces that every kernel starts with; their numbers are fixed in it.
    static final String INITIAL_PIDS = "pid:[4026531836]";
    private static final String INITIAL_TIMES = "time:[4026531834]";
    private static final String INITIAL_NAMES = "uts:[4026531838]";

    private LinuxPlace() {}

    static Place read(Path root) {
        Path proc = root.resolve("proc");
        String host = text(proc.resolve("sys/kernel/hostname"));
        String boot = text(proc.resolve("sys/kernel/random/boot_id"));
        String pids = link(proc.resolve("self/ns/pid"));
        String times = link(proc.resolve("self/ns/time"));
        boolean shifted = !times.isEmpty() && !times.equals(INITIAL_TIMES);
        // With pids or a host name of its own this is a container, and the machine id may be the image's.
        boolean contained =
                !pids.equals(INITIAL_PIDS) || !link(proc.resolve("self/ns/uts")).equals(INITIAL_NAMES);
        String machine = contained || boot.isEmpty() ? "" : digest(text(root.resolve("etc/machine-id")));
        return new Place(
                host.equals("(none)") ? "" : host,
                new Boot(boot, machine),
                shifted && !pids.isEmpty() ? pids + " " + times : pids);
    }

    /** Returns the target of a symbolic link, or an empty text. */
    static String link(Path path) {
        try {
            return Files.readSymbolicLink(path).toString();
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    private static String text(Path path) {
        try {
            return Files.readString(path).strip();
        } catch (IOException e) {
            return "";
        }
    }

    // The machine id is meant to stay on the machine, and records are read by others.
    private static String digest(String machineId) {
        return isHexadecimal(machineId)
                ? HexFormat.of().formatHex(Sha256.of(("dev.holdfast " + machineId).getBytes(UTF_8)), 0, 16)
                : "";
    }

    private static boolean isHexadecimal(String machineId) {
        boolean all = machineId.length() == 32;
        for (int i = 0; all && i < machineId.length(); i++) {
            all = "0123456789abcdef".indexOf(machineId.charAt(i)) >= 0;
        }
        return all;
    }
}
