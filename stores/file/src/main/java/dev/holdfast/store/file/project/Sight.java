package dev.holdfast.store.file.project;

import dev.holdfast.store.JsonException;
import dev.holdfast.store.StoreUnwritableException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one look at the file found: a registry, or a fault, or nothing at all.
 *
 * @param content of a registry
 * @param fault why what is there is no registry, as part of a sentence
 * @param mayBeUnfinished whether it could be a registry that another program has not finished writing
 */
record Sight(
        @Nullable ByteBuffer content,
        @Nullable Registry registry,
        @Nullable String fault,
        boolean mayBeUnfinished) {
    static final int LARGEST = 16 << 20;

    private static final Sight NOTHING = new Sight(null, null, null, true);

    static Sight written(byte[] content, Registry registry) {
        return new Sight(ByteBuffer.wrap(content).asReadOnlyBuffer(), registry, null, false);
    }

    /**
     * Looks.
     *
     * @param last an earlier sight: the very same is returned if the content is, which saves reading it again and again
     */
    static Sight of(Path file, @Nullable Sight last) throws IOException {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isSymbolicLink()) {
                throw new StoreUnwritableException(
                        file
                                + " is a symbolic link, which is never followed; put a file in its place, or open the store"
                                + " in the folder that it points to.",
                        null);
            }
            if (!attributes.isRegularFile()) {
                return corrupt("it is not a file", false);
            }
            byte[] content = read(file);
            if (content.length > LARGEST) {
                return corrupt("it is larger than " + LARGEST + " bytes", false);
            }
            if (last != null && ByteBuffer.wrap(content).equals(last.content)) {
                return last;
            }
            return parsed(content, attributes.lastModifiedTime().toInstant());
        } catch (NoSuchFileException e) {
            return NOTHING;
        }
    }

    private static Sight parsed(byte[] content, Instant written) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
            return written(content, Registry.read(text, written));
        } catch (CharacterCodingException e) {
            return corrupt("it is not UTF-8", true);
        } catch (JsonException e) {
            return corrupt(content.length == 0 ? "it is empty" : "it is not JSON: " + e.getMessage(), true);
        } catch (IllegalArgumentException e) {
            return corrupt(String.valueOf(e.getMessage()), true);
        }
    }

    private static Sight corrupt(String fault, boolean mayBeUnfinished) {
        return new Sight(null, null, fault, mayBeUnfinished);
    }

    private static byte[] read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return in.readNBytes(LARGEST + 1);
        }
    }
}
