package dev.holdfast.store.file.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The facts about a file that are known without reading it.
 *
 * @param settled whether the file was old enough when this was taken that any later writing would show in its time
 * @param nanos when this was taken, by the process's own clock
 */
record Stat(
        boolean isFile,
        boolean isLink,
        long size,
        Instant written,
        @Nullable Object identity,
        boolean settled,
        long nanos) {
    /** The coarsest times of files in use. */
    private static final Duration COARSEST = Duration.ofSeconds(2);

    static Stat of(Path file) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        Instant written = attributes.lastModifiedTime().toInstant();
        // The system's clock, not the store's: the file's time comes from there.
        boolean settled = written.plus(COARSEST).isBefore(Instant.now());
        return new Stat(
                attributes.isRegularFile(),
                attributes.isSymbolicLink(),
                attributes.size(),
                written,
                attributes.fileKey(),
                settled,
                System.nanoTime());
    }

    /**
     * Returns whether the content that was read right after this was taken is still the file's. In a file that was just written
     * it is for as long as reading it takes, about a nanosecond a byte: so a look at each of many locks does not read it each
     * time.
     */
    boolean vouchesFor(Stat now) {
        return isSame(now) && (settled || now.nanos - nanos < size);
    }

    private boolean isSame(Stat now) {
        return size == now.size && written.equals(now.written) && Objects.equals(identity, now.identity);
    }

    /** Returns a text that changes when the file does, as far as can be known without reading it. */
    String signature() {
        return size + " " + written + " " + identity;
    }
}
