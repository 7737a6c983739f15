package dev.holdfast.engines;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/** Starts servers that end with the JVM, together with their folders. */
final class SharedServer {
    private SharedServer() {}

    static <T extends Server> T start(String name, Function<Path, T> starter) {
        try {
            Path folder = Files.createTempDirectory(name);
            T server = starter.apply(folder);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                server.close();
                Prepared.delete(folder);
            }));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
