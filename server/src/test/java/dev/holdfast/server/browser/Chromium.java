package dev.holdfast.server.browser;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The browser, if there is one on the PATH. */
final class Chromium {
    /** So that it needs no rights and asks nobody for anything. */
    static final List<String> QUIET = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private Chromium() {}

    static boolean installed() {
        return found().isPresent();
    }

    static Path path() {
        return found().orElseThrow();
    }

    private static Optional<Path> found() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, "chromium"))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
