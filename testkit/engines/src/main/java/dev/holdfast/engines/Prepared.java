package dev.holdfast.engines;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Folders that take long to make: unpacked programs and the data of a new server. Each is made once on a machine, in the cache
 * of its user, and found there by later JVMs. A folder appears under its name only when it is complete, however many JVMs want
 * it at the same time.
 */
final class Prepared {
    private static final String PART = ".part";

    private static @Nullable Path root;

    private Prepared() {}

    /** Fills an empty folder. */
    interface Maker {
        void fill(Path folder) throws IOException;
    }

    /**
     * Returns the folder of that name, which must not be changed, and makes it first if it is missing.
     *
     * @param name changes with whatever the content depends on
     */
    static synchronized Path folder(String name, Maker maker) {
        try {
            Path folder = root().resolve(name);
            if (!Files.exists(folder)) {
                make(folder, maker);
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot prepare " + name + ".", e);
        }
    }

    private static void make(Path folder, Maker maker) throws IOException {
        try (FileChannel file = FileChannel.open(
                        sibling(folder, ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = file.lock()) {
            if (lock.isValid() && !Files.exists(folder)) {
                deleteParts(folder);
                // Another name each time: a program that a killed JVM started may still write to its folder.
                Path part = Files.createTempDirectory(folder.getParent(), folder.getFileName() + PART);
                maker.fill(part);
                // A machine that fails now must not leave a folder with empty files behind.
                call(List.of("sync", "-f", part.toString()));
                Files.move(part, folder, StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }

    /** Deletes what JVMs left that were ended meanwhile. */
    private static void deleteParts(Path folder) throws IOException {
        try (DirectoryStream<Path> parts =
                Files.newDirectoryStream(folder.getParent(), folder.getFileName() + PART + "*")) {
            parts.forEach(Prepared::delete);
        }
    }

    private static Path sibling(Path folder, String suffix) {
        return folder.resolveSibling(folder.getFileName() + suffix);
    }

    /** Copies a prepared folder to one that does not exist yet, as cheaply as the file system can. */
    static void copy(Path prepared, Path to) {
        try {
            Files.createDirectories(to.toAbsolutePath().getParent());
            Path part = sibling(to, PART);
            delete(part);
            call(List.of("cp", "-a", "--reflink=auto", "--sparse=always", prepared.toString(), part.toString()));
            Files.move(part, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot copy " + prepared + ".", e);
        }
    }

    private static void call(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", command) + " failed: " + said);
            }
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private static Path root() throws IOException {
        if (root == null) {
            String cache = System.getenv("XDG_CACHE_HOME");
            Path home = Path.of(System.getProperty("user.home"), ".cache");
            Path wanted = (cache == null || cache.isEmpty() ? home : Path.of(cache)).resolve("holdfast-servers");
            root = usable(wanted) ? wanted : temporary("servers");
        }
        return root;
    }

    private static boolean usable(Path folder) {
        try {
            Files.createDirectories(folder);
            return Files.isWritable(folder);
        } catch (IOException e) {
            return false;
        }
    }

    /** Makes a folder that is deleted when the JVM ends. */
    static Path temporary(String name) throws IOException {
        Path folder = Files.createTempDirectory(name);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
        return folder;
    }

    /** Deletes a folder with all that is in it; what cannot be deleted stays. */
    static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            return;
        }
    }
}
