package dev.holdfast.server.audit;

import dev.holdfast.internal.auditlog.AuditFiles;
import dev.holdfast.server.options.AuditOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.time.Duration;
import java.time.Instant;

/** Which older files of an audit log are kept: at most so many, and of at most so many days. */
record LogRetention(AuditOptions options, AuditFiles files) {
    /**
     * Returns the number of the oldest file to keep. A file that another program deleted counts as kept.
     *
     * @param oldest the oldest file that was kept so far
     * @param next the file that is begun
     */
    long oldestKept(long oldest, long next, Instant now) throws IOException {
        long kept = Math.max(oldest, next - options.keep());
        if (options.keepDays() > 0) {
            Instant limit = now.minus(Duration.ofDays(options.keepDays()));
            while (Files.exists(files.numbered(kept), LinkOption.NOFOLLOW_LINKS)
                    && lastWritten(kept).isBefore(limit)) {
                kept++;
            }
        }
        return kept;
    }

    private Instant lastWritten(long file) throws IOException {
        return Files.getLastModifiedTime(files.numbered(file), LinkOption.NOFOLLOW_LINKS)
                .toInstant();
    }

    /** Deletes all files before that one. */
    void deleteBefore(long kept) throws IOException {
        for (long old : files.numbers().headSet(kept)) {
            Files.deleteIfExists(files.numbered(old));
        }
    }
}
