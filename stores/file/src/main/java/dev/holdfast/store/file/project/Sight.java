package dev.holdfast.store.file.project;

import dev.holdfast.internal.json.JsonException;
import dev.holdfast.store.file.sidecar.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The result of one look at the file: a registry, or a fault, or nothing at all.
 *
 * @param stat of the file when its content was read
 * @param content of a registry
 * @param fault why the file is no registry, as part of a sentence
 * @param mayBeUnfinished whether it could be a registry that another program has not finished writing
 */
record Sight(
        @Nullable Stat stat,
        @Nullable ByteBuffer content,
        @Nullable Registry registry,
        @Nullable String fault,
        boolean mayBeUnfinished) {
    static final int MAX_BYTES = 16 << 20;

    private static final Sight NOTHING = new Sight(null, null, null, null, true);

    /** Returns the sight of what we have just written there. */
    static Sight written(Path file, byte[] content, Registry registry) throws IOException {
        Stat stat;
        try {
            stat = Stat.of(file);
        } catch (NoSuchFileException e) {
            stat = null;
        }
        return new Sight(stat, ByteBuffer.wrap(content).asReadOnlyBuffer(), registry, null, false);
    }

    /**
     * Looks, and reads the file only if it could have another content than at an earlier look.
     *
     * @param last an earlier sight: its registry is returned again if the content is the same
     */
    static Sight of(Path file, @Nullable Sight last) throws IOException {
        return look(file, last, true);
    }

    /** Looks, and reads the file in any case. */
    static Sight exactly(Path file, Sight last) throws IOException {
        return look(file, last, false);
    }

    private static Sight look(Path file, @Nullable Sight last, boolean mayTrust) throws IOException {
        try {
            Stat stat = Stat.of(file);
            if (stat.isLink()) {
                throw new IOException(file + " is a symbolic link, which is never followed; put a file in its place, or"
                        + " open the store in the folder that it points to");
            }
            if (!stat.isFile()) {
                return corrupt("it is not a file", false);
            }
            if (mayTrust && last != null && last.stat != null && last.stat.vouchesFor(stat)) {
                return last;
            }
            byte[] content = read(file);
            if (content.length > MAX_BYTES) {
                return corrupt("it is larger than " + MAX_BYTES + " bytes", false);
            }
            if (last != null && ByteBuffer.wrap(content).equals(last.content)) {
                return new Sight(stat, last.content, last.registry, null, false);
            }
            return parsed(stat, content);
        } catch (NoSuchFileException e) {
            return NOTHING;
        }
    }

    private static Sight parsed(Stat stat, byte[] content) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(content).asReadOnlyBuffer();
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(bytes.duplicate())
                    .toString();
            Instant written = stat.written();
            return new Sight(stat, bytes, Registry.read(text, written), null, false);
        } catch (CharacterCodingException e) {
            return corrupt("it is not UTF-8", true);
        } catch (JsonException e) {
            return corrupt(content.length == 0 ? "it is empty" : "it is not JSON: " + e.getMessage(), true);
        } catch (IllegalArgumentException e) {
            return corrupt(String.valueOf(e.getMessage()), true);
        }
    }

    private static Sight corrupt(String fault, boolean mayBeUnfinished) {
        return new Sight(null, null, null, fault, mayBeUnfinished);
    }

    private static byte[] read(Path file) throws IOException {
        return Disk.read(file, MAX_BYTES + 1);
    }
}
