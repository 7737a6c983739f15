package dev.holdfast.server.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The version of the server, for signed-in users. */
final class ServerVersion {
    /** The number, or {@code unknown}. */
    static final String NUMBER = read();

    private ServerVersion() {}

    private static String read() {
        try (InputStream in = ServerVersion.class.getResourceAsStream("version.txt")) {
            return in == null ? "unknown" : new String(in.readAllBytes(), UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
