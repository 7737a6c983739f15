package dev.holdfast.store.file.project;

import dev.holdfast.store.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A short text that stands for all entries of one resource: another one if anything in them changes. */
final class Tag {
    private static final int BYTES = 16;

    private Tag() {}

    /** The tag, or null if there are no entries. */
    static @Nullable String of(List<RegistryEntry> entries) {
        if (entries.isEmpty()) {
            return null;
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (RegistryEntry entry : entries) {
                digest.update(Json.write(entry.fields()).getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }
}
