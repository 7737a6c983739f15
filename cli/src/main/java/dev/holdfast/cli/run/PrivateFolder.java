package dev.holdfast.cli.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A temporary folder that only this user may read. Its name may be easy to guess, because a folder that exists already is
 * noticed. The JDK's own method loads many classes for a random name.
 */
final class PrivateFolder {
    private static final Set<PosixFilePermission> OWN =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private PrivateFolder() {}

    static File make() throws IOException {
        Path parent = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
        long number = ProcessHandle.current().pid();
        while (true) {
            try {
                return Files.createDirectory(
                                parent.resolve("holdfast-" + number), PosixFilePermissions.asFileAttribute(OWN))
                        .toFile();
            } catch (FileAlreadyExistsException e) {
                number = System.nanoTime(); // left behind, or in the way on purpose
            }
        }
    }
}
