package dev.holdfast.it.processes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A witness that owes nothing to the locks: a symbolic link that whoever is inside has made and that names its process. Links
 * are made in one step, target and all, and never over another.
 */
final class Inside {
    private final Path link;

    Inside(Path link) {
        this.link = link;
    }

    /** The process that was left inside dead, or 0. Fails if one is inside alive. */
    long enter(long pid) throws IOException {
        long dead = 0;
        while (true) {
            try {
                Files.createSymbolicLink(link, Path.of(Long.toString(pid)));
                return dead;
            } catch (FileAlreadyExistsException e) {
                long other = who();
                if (other == 0 || !ended(other)) {
                    throw new IllegalStateException("Two inside at once: " + other + " and " + pid, e);
                }
                dead = other;
                Files.delete(link);
            }
        }
    }

    void leave() throws IOException {
        Files.delete(link);
    }

    /** The process that is inside, or 0. */
    long who() throws IOException {
        try {
            return Long.parseLong(Files.readSymbolicLink(link).toString());
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    /** Gone, or nothing left of it but its exit code. */
    static boolean ended(long pid) throws IOException {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            boolean zombie = fields[0].equals("Z") || fields[0].equals("X");
            return zombie && Long.parseLong(fields[17]) <= 1;
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            // It went away while it was being read.
            return !Files.exists(Path.of("/proc/" + pid));
        }
    }
}
