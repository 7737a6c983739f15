package dev.holdfast.cli.hook;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;

/** The paths that the use of a tool touches, from the top. Not thread-safe. */
final class TouchedFiles {
    private final Set<String> written = new LinkedHashSet<>();
    private final Set<String> named = new LinkedHashSet<>();

    /** Returns the files that are written, moved or deleted. */
    Set<String> written() {
        return written;
    }

    /** Returns the files that are arguments of an unknown program. */
    Set<String> named() {
        return named;
    }

    void write(Path folder, String path) {
        add(written, folder, path);
    }

    void name(Path folder, String path) {
        add(named, folder, path);
    }

    /** Returns whether there is such a file or folder. */
    static boolean exists(String path) {
        try {
            return Files.exists(Path.of(path));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static void add(Set<String> to, Path folder, String path) {
        if (path.isEmpty()) {
            return;
        }
        try {
            to.add(folder.resolve(path).normalize().toString());
        } catch (InvalidPathException e) {
            // Where the locale has only ASCII, Java knows no path with other letters; the file has it all the same.
            to.add(path.startsWith("/") ? path : folder + "/" + path);
        }
    }
}
