package dev.holdfast.engines;

import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** PostgreSQL's programs, unpacked once on a machine. */
final class PostgresBinaries {
    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";

    private PostgresBinaries() {}

    /** Returns a command line for one of the programs. They refuse to run as root, so root uses another account. */
    static List<String> command(String program, List<String> arguments) {
        List<String> command = new ArrayList<>();
        if (LinuxUtils.isUnshareAvailable()) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(folder().resolve("bin").resolve(program).toString());
        command.addAll(arguments);
        return command;
    }

    private static Path folder() {
        return Prepared.folder("postgresql-" + PostgresVersion.FOUND, PostgresBinaries::unpack);
    }

    /** Returns a text that is another one for other programs. */
    static String version() {
        return PostgresVersion.FOUND;
    }

    /** Found when it is first needed. */
    private static final class PostgresVersion {
        private static final String FOUND = find();

        private static String find() {
            URL archive = PostgresBinaries.class.getResource(ARCHIVE);
            try {
                if (archive == null || !(archive.openConnection() instanceof JarURLConnection connection)) {
                    throw new IllegalStateException("There is no " + ARCHIVE + " in a jar on the class path.");
                }
                return Long.toHexString(connection.getJarEntry().getCrc());
            } catch (IOException e) {
                throw new IllegalStateException("Cannot read " + archive + ".", e);
            }
        }
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
}
