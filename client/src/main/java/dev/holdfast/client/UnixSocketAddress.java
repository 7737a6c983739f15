package dev.holdfast.client;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The address of a Unix socket: {@code unix:/path}, or {@code unix:account@/path} where the server runs as an account that is
 * neither the caller's own nor root.
 *
 * @param account the account that the server must run as; null for the caller's own or root
 */
record UnixSocketAddress(Path path, @Nullable String account) {
    static final String SCHEME = "unix:";
    /** The longest path that Java connects to on Linux. */
    private static final int MAX_PATH_BYTES = 106;

    static UnixSocketAddress parse(String address) {
        String rest = address.substring(SCHEME.length());
        int at = rest.indexOf("@/");
        boolean named = at > 0 && rest.indexOf('/') == at + 1;
        String path = named ? rest.substring(at + 1) : rest;
        int length = path.getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_PATH_BYTES) {
            throw new IllegalArgumentException("The path of a socket may have at most " + MAX_PATH_BYTES
                    + " bytes, not " + length + ": start the server with a shorter one.");
        }
        try {
            if (!path.isEmpty() && Path.of(path).isAbsolute()) {
                return new UnixSocketAddress(Path.of(path), named ? rest.substring(0, at) : null);
            }
        } catch (InvalidPathException e) {
            // said below
        }
        throw new IllegalArgumentException(
                "The address of a server's socket must have an absolute path, as in unix:/run/holdfast/holdfast.sock.");
    }
}
