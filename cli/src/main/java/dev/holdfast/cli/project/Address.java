package dev.holdfast.cli.project;

import dev.holdfast.rules.Preset;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Addresses of stores. */
final class Address {
    static final String USUAL = "file:.locks";
    private static final Set<String> FILES = Set.of("file", "dir", "files", "sqlite");

    private Address() {}

    /** The address with its path, if it has one, seen from that folder. */
    static String resolved(String address, Path folder) {
        int colon = address.indexOf(':');
        if (colon < 0 || !FILES.contains(address.substring(0, colon)) || colon + 1 == address.length()) {
            return address;
        }
        return address.substring(0, colon + 1)
                + folder.resolve(address.substring(colon + 1)).normalize();
    }

    /** The file that shows that the store at that resolved address was used, if it keeps any. */
    static Optional<Path> path(String address) {
        int colon = address.indexOf(':');
        if (colon < 0 || !FILES.contains(address.substring(0, colon)) || colon + 1 == address.length()) {
            return Optional.empty();
        }
        Path path = Path.of(address.substring(colon + 1));
        return Optional.of(address.startsWith("file:") ? path.resolve("locks.json") : path);
    }

    /** The preset that such stores have unless another is configured. */
    static Preset preset(String address) {
        return switch (address.substring(0, Math.max(0, address.indexOf(':')))) {
            case "file" -> Preset.BOOK;
            case "dir" -> Preset.BOARD;
            case "files" -> Preset.RESUME;
            default -> Preset.OFFLINE;
        };
    }
}
