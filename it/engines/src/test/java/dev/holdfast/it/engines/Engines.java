package dev.holdfast.it.engines;

import dev.holdfast.check.Extent;
import dev.holdfast.engines.Engine;
import dev.holdfast.engines.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One server of each kind for all tests of this JVM that leave it as they found it: none kills it, and each uses resources of
 * its own. They end with the JVM.
 */
final class Engines {
    private static final Map<Engine, Server> STARTED = new EnumMap<>(Engine.class);
    private static final Path FOLDER = folder();

    private Engines() {}

    /** Returns the server of that kind; starts it when it is first asked for. */
    static synchronized Server shared(Engine engine) {
        return STARTED.computeIfAbsent(engine, kind -> kind.start(FOLDER.resolve(kind.name())));
    }

    /** Returns the engines of a test that starts processes for each: two in every check, with {@code --all} all of them. */
    static List<Engine> some() {
        return Extent.all() ? List.of(Engine.values()) : List.of(Engine.POSTGRESQL, Engine.REDIS);
    }

    private static Path folder() {
        try {
            Path folder = Files.createTempDirectory("engines");
            Runtime.getRuntime().addShutdownHook(new Thread(Engines::end, "engines-end"));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static synchronized void end() {
        STARTED.values().forEach(Server::close);
        try (Stream<Path> files = Files.walk(FOLDER)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // What is left is in the build folder, which the next clean build deletes.
        }
    }
}
