package dev.holdfast.servers;

import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's programs, unpacked once in a JVM into a temporary folder that is gone when the JVM ends. */
final class PostgresBinaries {
    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";

    private static @Nullable Path unpacked;

    private PostgresBinaries() {}

    /** A command line for one of the programs. They refuse to run as root, so root calls them as nobody in particular. */
    static List<String> command(String program, List<String> arguments) {
        List<String> command = new ArrayList<>();
        if (LinuxUtils.isUnshareAvailable()) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(folder().resolve("bin").resolve(program).toString());
        command.addAll(arguments);
        return command;
    }

    private static synchronized Path folder() {
        if (unpacked == null) {
            try {
                Path folder = Files.createTempDirectory("postgres-programs");
                Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
                unpack(folder);
                unpacked = folder;
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot unpack PostgreSQL.", e);
            }
        }
        return unpacked;
    }

    private static void unpack(Path folder) throws IOException {
        try (InputStream archive = PostgresBinaries.class.getResourceAsStream(ARCHIVE)) {
            if (archive == null) {
                throw new IOException("There is no " + ARCHIVE + " on the class path.");
            }
            TarArchiveInputStream tar =
                    new TarArchiveInputStream(new XZCompressorInputStream(new BufferedInputStream(archive)));
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                unpack(tar, entry, folder.resolve(entry.getName()).normalize());
            }
        }
    }

    private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path file) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(file);
            return;
        }
        Files.createDirectories(file.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
        } else {
            Files.copy(tar, file);
            boolean program = (entry.getMode() & 0100) != 0;
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // Whatever is left lies in the temporary folder.
            return;
        }
    }
}
