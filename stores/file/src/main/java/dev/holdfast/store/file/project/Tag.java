package dev.holdfast.store.file.project;

import dev.holdfast.internal.base.Sha256;
import dev.holdfast.internal.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A short text that stands for all entries of one resource: another one if anything in them changes. */
final class Tag {
    private static final int BYTES = 16;

    private Tag() {}

    /** Returns the tag, or null if there are no entries. */
    static @Nullable String of(List<RegistryEntry> entries) {
        if (entries.isEmpty()) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        for (RegistryEntry entry : entries) {
            text.append(Json.write(entry.fields()));
        }
        byte[] hash = Sha256.of(text.toString().getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash, 0, BYTES);
    }
}
