package dev.holdfast.store.file;

import dev.holdfast.store.file.sidecar.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The facts that the file system shows about a path itself, not about the target of a link there. */
record Facts(BasicFileAttributes attributes) {
    /** No lock file is longer; a longer one is read no further. */
    static final int MAX_BYTES = 1 << 16;

    static @Nullable Facts of(Path path) throws IOException {
        try {
            return new Facts(Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Stays the same until the file is written to or replaced. */
    String tag() {
        return attributes.fileKey()
                + "@"
                + attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS)
                + (isFile() ? "+" + attributes.size() : kind());
    }

    /** Returns the tag of a file on a file system where its name cannot be given to a file that is already written. */
    static String textTag(byte[] content) {
        CRC32C crc = new CRC32C();
        crc.update(content);
        return "text@" + content.length + "+" + Long.toHexString(crc.getValue());
    }

    boolean isFile() {
        return attributes.isRegularFile();
    }

    boolean isDirectory() {
        return attributes.isDirectory();
    }

    String kind() {
        return isFile()
                ? "a file"
                : isDirectory() ? "a folder" : attributes.isSymbolicLink() ? "a symbolic link" : "a device";
    }

    Instant time() {
        return attributes.lastModifiedTime().toInstant();
    }

    /** Returns the beginning of the file, or nothing if it cannot be read. */
    byte[] content(Path path) {
        try {
            return Disk.read(path, (int) Math.min(attributes.size(), MAX_BYTES));
        } catch (IOException e) {
            return new byte[0];
        }
    }
}
