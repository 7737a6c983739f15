package dev.holdfast.it.processes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A person who looks after a lock directory: one that stays without a {@code pid}, because its maker was killed in the middle,
 * is taken by nobody until somebody removes it by hand.
 */
final class Nameless {
    private final Path lock;
    private @Nullable Object seen;

    Nameless(Path lock) {
        this.lock = lock;
    }

    /** Whether the same directory was there without a name at two looks in a row; it is gone then. */
    boolean removedByHand() throws IOException {
        Object now = identity();
        if (now == null || !now.equals(seen)) {
            seen = now;
            return false;
        }
        seen = null;
        Files.deleteIfExists(lock.resolve("ts"));
        Files.delete(lock);
        return true;
    }

    private @Nullable Object identity() throws IOException {
        try {
            if (!Files.isDirectory(lock, LinkOption.NOFOLLOW_LINKS) || Files.exists(lock.resolve("pid"))) {
                return null;
            }
            return Files.readAttributes(
                            lock, java.nio.file.attribute.BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
        } catch (NoSuchFileException e) {
            return null;
        }
    }
}
