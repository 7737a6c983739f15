package dev.holdfast.store.file;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Times as other programs write them. */
final class Times {
    private static final DateTimeFormatter ISO = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
            .appendPattern("[XXX][XX][X]")
            .toFormatter(Locale.ROOT);

    private Times() {}

    /** Returns a time in ISO 8601, in UTC if it names no zone, or in seconds since 1970; null if the text is none. */
    static @Nullable Instant parse(String text) {
        String time = text.strip().replace(' ', 'T');
        try {
            if (time.matches("\\d{1,12}")) {
                return Instant.ofEpochSecond(Long.parseLong(time));
            }
            TemporalAccessor parsed = ISO.parseBest(time, OffsetDateTime::from, LocalDateTime::from);
            return parsed instanceof OffsetDateTime zoned
                    ? zoned.toInstant()
                    : ((LocalDateTime) parsed).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
