package dev.holdfast.store.file;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Times as other programs write them. */
final class Times {
    private Times() {}

    /** A time in ISO 8601, in UTC if it names no zone, or in seconds since 1970; null if it is none. */
    static @Nullable Instant parse(String text) {
        String time = text.strip().replace(' ', 'T');
        try {
            if (time.matches("\\d{1,12}")) {
                return Instant.ofEpochSecond(Long.parseLong(time));
            }
            if (time.matches(".*T.*([Zz]|[+-]\\d\\d(:?\\d\\d)?)")) {
                return OffsetDateTime.parse(time).toInstant();
            }
            return LocalDateTime.parse(time).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
