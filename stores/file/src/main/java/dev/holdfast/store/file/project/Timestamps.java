package dev.holdfast.store.file.project;

import dev.holdfast.internal.base.Instants;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Times as the registry shows them. Written in one form, ISO 8601 in UTC to the second, which every reader knows; read in all
 * the forms that programs and people are likely to write. A time without a zone is UTC.
 */
final class Timestamps {
    private static final int MAX_LENGTH = 64;

    /** All that takes long to be made, and is needed for times that others wrote. */
    private static final class Forms {
        static final DateTimeFormatter ISO = new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .append(DateTimeFormatter.ISO_LOCAL_DATE)
                .optionalStart()
                .appendPattern("['T'][' ']")
                .append(DateTimeFormatter.ISO_LOCAL_TIME)
                .appendPattern("[' ']")
                .optionalStart()
                .appendPattern("[XXX][XX][X]")
                .optionalEnd()
                .optionalEnd()
                .toFormatter(Locale.ROOT)
                .withResolverStyle(ResolverStyle.STRICT);

        // A count this large is of the next smaller unit: seconds up to the year 5138, milliseconds, microseconds,
        // nanoseconds.
        static final BigDecimal MIN_SECONDS = new BigDecimal("1e8");
        static final BigDecimal MILLIS = new BigDecimal("1e11");
        static final BigDecimal MICROS = new BigDecimal("1e14");
        static final BigDecimal NANOS = new BigDecimal("1e17");
        static final BigDecimal TOO_LARGE = new BigDecimal("1e20");
    }

    private Timestamps() {}

    static String write(Instant time) {
        return Instants.write(time.truncatedTo(ChronoUnit.SECONDS));
    }

    /** Returns the time that a value of the registry stands for, or null if it stands for none. */
    static @Nullable Instant read(@Nullable Object value) {
        if (!(value instanceof String) && !(value instanceof Number)) {
            return null;
        }
        String text = value.toString().strip();
        if (text.isEmpty() || text.length() > MAX_LENGTH) {
            return null;
        }
        Instant plain = Instants.plain(text);
        if (plain != null) {
            return plain;
        }
        try {
            return isCount(text) ? counted(new BigDecimal(text)) : iso(text);
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            return null;
        }
    }

    private static boolean isCount(String text) {
        return text.indexOf('-', 1) < 0 && text.indexOf(':') < 0;
    }

    private static Instant iso(String text) {
        // ISO 8601 allows both marks before a fraction.
        TemporalAccessor parsed =
                Forms.ISO.parseBest(text.replace(',', '.'), OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
        if (parsed instanceof OffsetDateTime time) {
            return time.toInstant();
        }
        LocalDateTime time = parsed instanceof LocalDate day ? day.atStartOfDay() : LocalDateTime.from(parsed);
        return time.toInstant(ZoneOffset.UTC);
    }

    private static @Nullable Instant counted(BigDecimal count) {
        // Also keeps the arithmetic below away from exponents that would take all memory.
        if (count.compareTo(Forms.MIN_SECONDS) < 0 || count.compareTo(Forms.TOO_LARGE) >= 0) {
            return null;
        }
        int digits = count.compareTo(Forms.MILLIS) < 0
                ? 0
                : count.compareTo(Forms.MICROS) < 0 ? 3 : count.compareTo(Forms.NANOS) < 0 ? 6 : 9;
        BigDecimal seconds = count.movePointLeft(digits);
        long whole = seconds.longValue();
        return Instant.ofEpochSecond(
                whole,
                seconds.subtract(BigDecimal.valueOf(whole)).movePointRight(9).longValue());
    }
}
