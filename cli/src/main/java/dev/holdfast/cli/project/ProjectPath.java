package dev.holdfast.cli.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Paths as people write them, seen from the project's root with slashes.
 *
 * @param folder where the command was called
 */
record ProjectPath(Path root, Path folder) {
    /** Returns the paths from the root: as written, and without symbolic links. Empty if it is outside of the project. */
    Set<String> fromRoot(String written) {
        Set<String> paths = new LinkedHashSet<>();
        Optional<Path> path = absolute(written);
        if (path.isEmpty() && written.startsWith(root + "/")) {
            // Where the locale has only ASCII, Java knows no path with other letters; the file has it all the same.
            paths.add(written.substring(root.toString().length() + 1));
        }
        path.flatMap(as -> below(root, as)).ifPresent(paths::add);
        path.flatMap(as -> below(real(root), real(as))).ifPresent(paths::add);
        return paths;
    }

    /** Returns whether the argument can only be a path: it begins with {@code ./} or {@code ../}, or is absolute. */
    static boolean isWrittenAsPath(String written) {
        return written.startsWith("./") || written.startsWith("../") || isAbsolute(written);
    }

    private static boolean isAbsolute(String written) {
        try {
            return Path.of(written).isAbsolute();
        } catch (InvalidPathException e) {
            return written.startsWith("/");
        }
    }

    /** Returns whether the path is the root of the project or a folder above it. */
    boolean isAbove(String written) {
        return absolute(written)
                .filter(path -> real(root).startsWith(real(path)))
                .isPresent();
    }

    /** Returns whether there is such a folder. */
    boolean isFolder(String written) {
        return absolute(written).filter(Files::isDirectory).isPresent();
    }

    /** Returns whether there is such a file. */
    boolean isFile(String written) {
        return absolute(written).filter(Files::isRegularFile).isPresent();
    }

    private Optional<Path> absolute(String written) {
        try {
            return Optional.of(folder.resolve(written).normalize());
        } catch (InvalidPathException e) {
            return Optional.empty(); // no path, so a name
        }
    }

    private static Optional<String> below(Path root, Path path) {
        if (!path.startsWith(root) || path.equals(root)) {
            return Optional.empty();
        }
        return Optional.of(
                root.relativize(path).toString().replace(path.getFileSystem().getSeparator(), "/"));
    }

    /** Returns the path without symbolic links as far as it exists. */
    private static Path real(Path path) {
        Path there = path;
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        try {
            return there == null ? path : there.toRealPath().resolve(there.relativize(path));
        } catch (IOException e) {
            return path;
        }
    }
}
