package dev.holdfast.config.internal;

import dev.holdfast.Preset;
import java.nio.file.Path;
import java.util.Set;

/** Addresses of stores, as {@code holdfast.yaml} has them. */
public final class ConfiguredAddress {
    /** The store of a project that names none. */
    public static final String DEFAULT = "file:.locks";

    private static final Set<String> FILES = Set.of("file", "dir", "files", "sqlite");
    private static final String SOCKET = "unix:";

    private ConfiguredAddress() {}

    /** Returns whether the address is that of a store in a file or folder of this machine. */
    public static boolean isPath(String address) {
        int colon = address.indexOf(':');
        return colon >= 0 && FILES.contains(address.substring(0, colon));
    }

    /** Returns the address with its path resolved against the folder. */
    public static String resolved(String address, Path folder) {
        boolean socket = address.startsWith(SOCKET);
        int colon = socket ? startOfPath(address) - 1 : address.indexOf(':');
        if (!(socket || isPath(address)) || colon + 1 == address.length()) {
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

    /** Returns the default preset of such stores. */
    public static Preset preset(String address) {
        return switch (address.substring(0, Math.max(0, address.indexOf(':')))) {
            case "file" -> Preset.BOOK;
            case "dir" -> Preset.BOARD;
            case "files" -> Preset.RESUME;
            default -> Preset.OFFLINE;
        };
    }
}
