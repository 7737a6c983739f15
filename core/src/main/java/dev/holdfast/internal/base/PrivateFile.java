package dev.holdfast.internal.base;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;

/** A small file of one user, such as secrets or decisions: replaced whole, and readable for its user alone. */
public final class PrivateFile {
    private PrivateFile() {}

    /** Writes the text into a new file, which takes the place of the old one. Makes its folder if it is not there. */
    public static void replace(Path file, String text) throws IOException {
        Path fresh = file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid() + ".new");
        Files.createDirectories(Objects.requireNonNull(file.getParent()), FileRights.ofFolder());
        Files.deleteIfExists(fresh);
        try (FileChannel channel = FileChannel.open(
                fresh,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                FileRights.ofFile())) {
            channel.write(UTF_8.encode(text));
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
