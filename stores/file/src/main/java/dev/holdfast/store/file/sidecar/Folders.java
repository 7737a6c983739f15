package dev.holdfast.store.file.sidecar;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sidecar's own folders. */
final class Folders {
    /** From the sidecar up to the folder that has the folder of the locks. */
    private static final int LEVELS = 3;

    private Folders() {}

    /**
     * Makes the sidecar's folder, its parent, and the folder of the locks above them; refuses a symbolic link for each of the three,
     * which could lead anywhere, and a sidecar that no person has accepted. What is above the folder of the locks is flushed; for
     * the rest see {@link #flush}.
     */
    static void make(Path folder, Disk disk) throws IOException {
        Path parent = folder.getParent();
        if (parent != null && parent.getParent() != null) {
            makeAll(parent.getParent(), disk);
            disk.makeFolder(parent);
        }
        if (disk.makeFolder(folder)) {
            Trust.mark(folder, disk);
        } else {
            Trust.require(folder, disk);
        }
    }

    private static void makeAll(Path locks, Disk disk) throws IOException {
        if (Files.isSymbolicLink(locks)) {
            throw new IOException(locks + " is a symbolic link, which is never followed; name the folder it points to");
        }
        if (Files.isDirectory(locks)) {
            return;
        }
        Deque<Path> missing = new ArrayDeque<>();
        for (Path path = locks; path != null && !Files.isDirectory(path); path = path.getParent()) {
            missing.push(path);
        }
        for (Path path : missing) {
            try {
                disk.createDirectory(path);
            } catch (FileAlreadyExistsException e) {
                if (!Files.isDirectory(path)) {
                    throw e;
                }
            }
            Path parent = path.getParent();
            if (!path.equals(locks) && parent != null) {
                disk.flushDirectory(parent);
            }
        }
    }

    /** Flushes the names of the sidecar's folder, of its parent, and of the folder of the locks. */
    static void flush(Path folder, Disk disk) throws IOException {
        Path path = folder;
        for (int level = 0; level < LEVELS && path.getParent() != null; level++) {
            path = path.getParent();
            disk.flushDirectory(path);
        }
    }

    /** Returns the generations of the journals there, in order. */
    static List<Long> generations(Path folder) throws IOException {
        Pattern journal = Pattern.compile("journal-(\\d{1,18})"); // here, since it is hardly ever needed
        List<Long> generations = new ArrayList<>();
        for (Path file : Disk.list(folder)) {
            Matcher name = journal.matcher(file.getFileName().toString());
            if (name.matches()) {
                generations.add(Long.parseLong(name.group(1)));
            }
        }
        Collections.sort(generations);
        return generations;
    }
}
