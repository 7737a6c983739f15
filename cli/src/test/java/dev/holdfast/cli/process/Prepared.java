package dev.holdfast.cli.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Folders that are made once per build from the classes under test, however many JVMs run tests. A folder belongs to one state
 * of the class path and to one JDK; a file lock, which ends with its process, lets one JVM make it while the others wait.
 */
public final class Prepared {
    private static final Path ALL = Path.of("target", "prepared").toAbsolutePath();
    private static final String DONE = "done";
    private static final Duration KEPT = Duration.ofDays(1);

    /** Fills a new folder. */
    public interface Maker {
        void fill(Path folder) throws IOException;
    }

    private Prepared() {}

    /** Returns the folder of that name, made if there is none yet. */
    public static synchronized Path folder(String name, Maker maker) {
        try {
            Files.createDirectories(ALL);
            Path folder = ALL.resolve(name + "-" + key());
            try (FileChannel file = FileChannel.open(
                            ALL.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = file.lock()) {
                assert lock.isValid();
                if (!Files.exists(folder.resolve(DONE))) {
                    removeOld(name);
                    remove(folder);
                    Files.createDirectories(folder);
                    maker.fill(folder);
                    Files.createFile(folder.resolve(DONE));
                }
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A name for the state of all files of the class path, and the JDK. */
    private static String key() throws IOException {
        MessageDigest digest = sha();
        digest.update((System.getProperty("java.home") + Runtime.version()).getBytes(UTF_8));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            if (!path.endsWith("test-classes") && Files.exists(path)) {
                for (Path file : files(path)) {
                    BasicFileAttributes state = Files.readAttributes(file, BasicFileAttributes.class);
                    digest.update((file + " " + state.size() + " " + state.lastModifiedTime() + "\n").getBytes(UTF_8));
                }
            }
        }
        return HexFormat.of().formatHex(digest.digest(), 0, 8);
    }

    private static MessageDigest sha() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Path> files(Path path) throws IOException {
        try (Stream<Path> found = Files.walk(path)) {
            return found.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Removes what earlier builds have left; not what is new, which another JDK may be using. */
    private static void removeOld(String name) throws IOException {
        List<Path> found;
        try (Stream<Path> listed = Files.list(ALL)) {
            found = listed.filter(path -> path.getFileName().toString().startsWith(name + "-"))
                    .toList();
        }
        for (Path folder : found) {
            if (Files.getLastModifiedTime(folder)
                    .toInstant()
                    .isBefore(Instant.now().minus(KEPT))) {
                remove(folder);
            }
        }
    }

    private static void remove(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> found = Files.walk(folder)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }
}
