package dev.holdfast.internal.process;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Another process that has a file locked for writing, as far as the system tells: on Linux, and within the same pid namespace.
 *
 * @param stopped whether the process is stopped, by a signal or a debugger, so that it keeps the lock until it is continued
 */
public record FileLockHolder(long pid, boolean stopped) {
    private static final Path LOCKS = Path.of("/proc/locks");
    /** Blanks separate: number, kind, advisory or not, mode, pid, device and inode, and the range. */
    private static final int FIELDS = 6;

    /** Finds the process that has one of the files locked; empty if that is unknown or this process itself. */
    public static Optional<FileLockHolder> of(Path... files) {
        try {
            if (!Files.isReadable(LOCKS)) {
                return Optional.empty();
            }
            List<String> lines = Files.readAllLines(LOCKS);
            for (Path file : files) {
                Optional<FileLockHolder> holder = Files.exists(file) ? find(lines, file) : Optional.empty();
                if (holder.isPresent()) {
                    return holder;
                }
            }
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            // A system that does not tell.
        }
        return Optional.empty();
    }

    private static Optional<FileLockHolder> find(List<String> lines, Path file) throws IOException {
        String inode = ":" + Files.getAttribute(file, "unix:ino");
        String device = device((long) Files.getAttribute(file, "unix:dev"));
        for (String line : lines) {
            String[] fields = line.strip().split("\\s+", -1);
            if (fields.length < FIELDS || !fields[3].equals("WRITE") || !fields[4].matches("\\d{1,18}")) {
                continue; // among others a waiter, which has an arrow before its kind
            }
            long pid = Long.parseLong(fields[4]);
            boolean other = pid > 0 && pid != ProcessHandle.current().pid();
            // Layered file systems have devices of their own there; the wrong process must not be named.
            if (other && fields[5].endsWith(inode) && (fields[5].equals(device + inode) || hasOpen(pid, file))) {
                return Optional.of(new FileLockHolder(pid, isStopped(pid)));
            }
        }
        return Optional.empty();
    }

    /** Returns the numbers of a device as the list of locks has them. */
    private static String device(long number) {
        long major = ((number >> 8) & 0xFFF) | ((number >> 32) & ~0xFFFL);
        long minor = (number & 0xFF) | ((number >> 12) & ~0xFFL);
        return String.format(Locale.ROOT, "%02x:%02x", major, minor);
    }

    private static boolean hasOpen(long pid, Path file) {
        try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/" + pid + "/fd"))) {
            for (Path descriptor : open) {
                if (Files.exists(descriptor) && Files.isSameFile(descriptor, file)) {
                    return true;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Another user's process, or one that has ended.
        }
        return false;
    }

    private static boolean isStopped(long pid) {
        try {
            return ProcStat.parse(Files.readString(Path.of("/proc/" + pid + "/stat")))
                    .map(stat -> stat.state() == 'T' || stat.state() == 't')
                    .orElse(false);
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the process as the subject of a sentence. */
    public String name() {
        return "process " + pid + (stopped ? ", which is stopped," : "");
    }

    /** Returns a sentence that says what to do about the process. */
    public String advice() {
        return stopped
                ? "Continue that process with kill -CONT " + pid + ", or end it with kill -9 " + pid
                        + ", then try again."
                : "Wait for that process, or end it with kill " + pid + ", then try again.";
    }
}
