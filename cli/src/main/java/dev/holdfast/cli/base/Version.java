package dev.holdfast.cli.base;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The version of Holdfast. */
public final class Version {
    private Version() {}

    /** Returns one line with the version and what else a bug report needs. */
    public static String text() {
        return "holdfast " + number() + " (Java " + Runtime.version() + ", " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch") + ")";
    }

    public static String number() {
        try (InputStream in = Version.class.getResourceAsStream("version.txt")) {
            return in == null ? "of unknown version" : new String(in.readAllBytes(), UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
