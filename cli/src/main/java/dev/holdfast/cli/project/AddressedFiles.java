package dev.holdfast.cli.project;

import dev.holdfast.config.internal.ConfiguredAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The files and folders that resolved addresses of stores name. */
final class AddressedFiles {
    private AddressedFiles() {}

    /** Returns the file that exists once the store at that resolved address was used, if it has one. */
    static Optional<Path> path(String address) {
        return folder(address).map(path -> address.startsWith("file:") ? path.resolve("locks.json") : path);
    }

    /** Returns the file or folder that a resolved address names, if it names one. */
    static Optional<Path> folder(String address) {
        String path = ConfiguredAddress.isPath(address) ? address.substring(address.indexOf(':') + 1) : "";
        return path.isEmpty() ? Optional.empty() : Optional.of(Path.of(path));
    }

    /** Returns whether a store at that resolved address would have to make its file or folder, so that it has no locks. */
    static boolean isUntouched(String address) {
        Path path = folder(address).orElse(null);
        if (path == null || Files.isSymbolicLink(path)) {
            return false;
        }
        if (address.startsWith("file:")) {
            return Stream.of("locks.json", ".holdfast")
                    .noneMatch(name -> Files.exists(path.resolve(name), LinkOption.NOFOLLOW_LINKS));
        }
        return !Files.exists(path) || (address.startsWith("sqlite:") ? isEmptyDatabase(path) : isEmpty(path));
    }

    /** Returns whether a database file is there, but has nothing in it: the engine lays such a file out when it opens it. */
    private static boolean isEmptyDatabase(Path file) {
        try {
            Path log = file.resolveSibling(file.getFileName() + "-wal");
            return Files.isRegularFile(file) && Files.size(file) == 0 && !Files.exists(log);
        } catch (IOException e) {
            return false; // opening the store reports it
        }
    }

    private static boolean isEmpty(Path folder) {
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.findAny().isEmpty();
        } catch (IOException e) {
            return false; // opening the store reports it
        }
    }

    /** Returns the file of an SQLite database that a resolved address names, if it names one. */
    static Optional<Path> database(String address) {
        return address.startsWith("sqlite:") ? folder(address) : Optional.empty();
    }

    /** Returns whether a store at that resolved address keeps nothing outside of that folder, and nothing in git's own. */
    static boolean isWithin(String address, Path folder) {
        if (!ConfiguredAddress.isPath(address)) {
            return address.equals("memory:");
        }
        try {
            Path path =
                    folder.resolve(address.substring(address.indexOf(':') + 1)).normalize();
            if (path.equals(folder) || !path.startsWith(folder)) {
                return false;
            }
            for (Path name : folder.relativize(path)) {
                if (name.toString().equalsIgnoreCase(".git")) {
                    return false;
                }
            }
            Path real = path;
            while (!real.equals(folder) && !Files.exists(real, LinkOption.NOFOLLOW_LINKS)) {
                real = Objects.requireNonNull(real.getParent());
            }
            if (Files.notExists(real)) {
                return real.equals(folder);
            }
            // A link is as good as another address, also one that leads nowhere yet.
            return real.toRealPath().equals(folder.toRealPath().resolve(folder.relativize(real)));
        } catch (InvalidPathException | IOException e) {
            return false;
        }
    }
}
