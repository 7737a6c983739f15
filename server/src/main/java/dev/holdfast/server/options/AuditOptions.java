package dev.holdfast.server.options;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The file and the settings of a server's audit log.
 *
 * @param file the current file; older files have its name with a number appended
 * @param refuse whether no lock is granted while the log cannot be written
 * @param maxBytes the size at which a new file is begun
 * @param keep how many older files are kept
 * @param keepDays the maximum age of older files in days, with a new file each day; 0 for no limit
 * @param sync whether each line is flushed to the disk before its grant is answered
 * @param key the secret without which the chain cannot be computed; null for none
 */
public record AuditOptions(
        Path file,
        boolean refuse,
        long maxBytes,
        int keep,
        int keepDays,
        boolean sync,
        @Nullable String key) {
    /** The size of a file unless another one is set. */
    public static final long DEFAULT_BYTES = 64L << 20;
    /** The number of older files unless another one is set. */
    public static final int DEFAULT_KEEP = 16;

    private static final long MIN_BYTES = 64L << 10;
    private static final int MIN_KEY_LENGTH = 32;

    public AuditOptions {
        if (maxBytes < MIN_BYTES) {
            throw new IllegalArgumentException("A file of the audit log must have at least " + MIN_BYTES + " bytes.");
        }
        if (keep < 1 || keepDays < 0) {
            throw new IllegalArgumentException("At least one older file of the audit log must be kept.");
        }
        if (key != null && key.length() < MIN_KEY_LENGTH) {
            throw new IllegalArgumentException("A key must have at least " + MIN_KEY_LENGTH
                    + " characters. Create one with: openssl rand -base64 32");
        }
    }

    /** Returns the default options for a file. */
    public static AuditOptions of(Path file) {
        return new AuditOptions(file, true, DEFAULT_BYTES, DEFAULT_KEEP, 0, false, null);
    }

    /** Returns the options without the key. */
    @Override
    public String toString() {
        return "AuditOptions[" + file + ", refuse=" + refuse + ", maxBytes=" + maxBytes + ", keep=" + keep
                + ", keepDays=" + keepDays + ", sync=" + sync + "]";
    }
}
