package dev.holdfast.server.webhooks;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** Reads the header {@code Retry-After}: seconds, or a time. */
final class RetryAfter {
    private RetryAfter() {}

    /** Returns the pause that it asks for; zero if it is missing, over or unreadable. */
    static Duration of(@Nullable String header, Instant now) {
        if (header == null || header.isBlank()) {
            return Duration.ZERO;
        }
        String text = header.strip();
        if (text.matches("\\d{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(text));
        }
        try {
            Instant then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return then.isAfter(now) ? Duration.between(now, then) : Duration.ZERO;
        } catch (DateTimeParseException e) {
            return Duration.ZERO;
        }
    }
}
