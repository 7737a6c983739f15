package dev.holdfast.cli.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.config.internal.SmallFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Files that are set up or taken away, and what was done with each. Not thread-safe. */
public final class Installation {
    private final List<String> made = new ArrayList<>();
    private final List<String> changed = new ArrayList<>();
    private final List<String> removed = new ArrayList<>();
    private final List<String> kept = new ArrayList<>();

    public List<String> made() {
        return made;
    }

    public List<String> changed() {
        return changed;
    }

    public List<String> removed() {
        return removed;
    }

    /** Returns the files that were up to date already. */
    public List<String> kept() {
        return kept;
    }

    /** Returns the text of a file; null if there is none. */
    static @Nullable String read(Path file) {
        try {
            return SmallFile.read(file);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw CommandFailure.unwritable(
                    file + " cannot be read (" + SmallFile.reason(e) + "): make it readable text.");
        }
    }

    /** Gives a file that text, whole or not at all, or takes it away if that is null. */
    void write(Path file, @Nullable String before, @Nullable String after, boolean executable) {
        if (Objects.equals(before, after)) {
            if (after != null) {
                kept.add(file.toString());
            }
            return;
        }
        try {
            if (after == null) {
                Files.delete(file);
                removed.add(file.toString());
                return;
            }
            Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent()));
            replace(Files.exists(file) ? file.toRealPath() : file, after, executable);
            (before == null ? made : changed).add(file.toString());
        } catch (IOException e) {
            throw CommandFailure.unwritable(file + " cannot be written (" + e + ").");
        }
    }

    private static void replace(Path file, String text, boolean executable) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".holdfast-new");
        // A clone may have a link of that name, which would lead the text elsewhere.
        Files.deleteIfExists(temporary);
        Files.writeString(temporary, text, UTF_8, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (Files.getFileStore(temporary).supportsFileAttributeView("posix")) {
            if (Files.exists(file)) {
                Files.setPosixFilePermissions(temporary, Files.getPosixFilePermissions(file));
            }
            if (executable) {
                Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
        Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Moves a file out of the way, or back. */
    void move(Path from, Path to) {
        try {
            Files.move(from, to);
            changed.add(from + " is now " + to.getFileName());
        } catch (IOException e) {
            throw CommandFailure.unwritable(from + " cannot be moved (" + e + ").");
        }
    }
}
