package dev.holdfast.config.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A text file that may have come with a clone. A link of that name may lead to a pipe or a device, which would never end. So only
 * a regular file is opened, and no more is read than its size says.
 */
public final class SmallFile {
    private static final int MAX_BYTES = 16 << 20;

    private SmallFile() {}

    /**
     * Returns the text of the file.
     *
     * @throws CharacterCodingException if it is not UTF-8
     * @throws java.nio.file.NoSuchFileException if there is none
     * @throws IOException if it is not a regular file, is too large, or cannot be read
     */
    public static String read(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        if (!attributes.isRegularFile()) {
            throw new IOException("it is not a regular file");
        }
        if (attributes.size() > MAX_BYTES) {
            throw new IOException("it has more than " + (MAX_BYTES >> 20) + " MiB");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes((int) attributes.size());
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        }
    }

    /** Returns in words why a file could not be read or written. */
    public static String reason(IOException failure) {
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        } else if (failure instanceof NoSuchFileException) {
            return "there is no such file";
        }
        String reason = failure instanceof FileSystemException known ? known.getReason() : failure.getMessage();
        return reason == null ? failure.toString() : reason;
    }
}
