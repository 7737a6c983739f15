package dev.holdfast.cli.project;

import dev.holdfast.Preset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Addresses of stores. */
final class ConfiguredAddress {
    static final String DEFAULT = "file:.locks";
    private static final Set<String> FILES = Set.of("file", "dir", "files", "sqlite");
    private static final String SOCKET = "unix:";

    private ConfiguredAddress() {}

    /** Returns the address with its path resolved against the folder. */
    static String resolved(String address, Path folder) {
        int colon = address.startsWith(SOCKET) ? startOfPath(address) - 1 : address.indexOf(':');
        if (colon < 0
                || !(FILES.contains(address.substring(0, colon)) || address.startsWith(SOCKET))
                || colon + 1 == address.length()) {
            return address;
        }
        return address.substring(0, colon + 1)
                + folder.resolve(address.substring(colon + 1)).normalize();
    }

    /** Returns the index of a socket's path. An account may precede it: {@code unix:holdfast@/run/holdfast.sock}. */
    private static int startOfPath(String address) {
        int slash = address.indexOf('/');
        return slash > SOCKET.length() + 1 && address.charAt(slash - 1) == '@' ? slash : SOCKET.length();
    }

    /** Returns the file that exists once the store at that resolved address was used, if it has one. */
    static Optional<Path> path(String address) {
        return folder(address).map(path -> address.startsWith("file:") ? path.resolve("locks.json") : path);
    }

    /** Returns the file or folder that a resolved address names, if it names one. */
    static Optional<Path> folder(String address) {
        int colon = address.indexOf(':');
        if (colon < 0 || !FILES.contains(address.substring(0, colon)) || colon + 1 == address.length()) {
            return Optional.empty();
        }
        return Optional.of(Path.of(address.substring(colon + 1)));
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
        return !Files.exists(path) || (!address.startsWith("sqlite:") && isEmpty(path));
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
        int colon = address.indexOf(':');
        if (colon < 0 || !FILES.contains(address.substring(0, colon))) {
            return address.equals("memory:");
        }
        try {
            Path path = folder.resolve(address.substring(colon + 1)).normalize();
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

    /** Returns the default preset of such stores. */
    static Preset preset(String address) {
        return switch (address.substring(0, Math.max(0, address.indexOf(':')))) {
            case "file" -> Preset.BOOK;
            case "dir" -> Preset.BOARD;
            case "files" -> Preset.RESUME;
            default -> Preset.OFFLINE;
        };
    }
}
