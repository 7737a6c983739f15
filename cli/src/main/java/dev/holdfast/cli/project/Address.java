package dev.holdfast.cli.project;

import java.nio.file.Path;
import java.util.Set;

/** Addresses of stores. */
final class Address {
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
}
