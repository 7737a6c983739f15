package dev.holdfast.cli.options;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as people write them: {@code 90s}, {@code 15m}, {@code 1h30m}, or ISO 8601. */
public final class Durations implements ITypeConverter<Duration> {
    private static final Pattern SHORT = Pattern.compile("(?:(\\d+)d)?(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?");

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it is none, saying how to write it
     */
    public static Duration parse(String text) {
        Matcher parts = SHORT.matcher(text.toLowerCase(Locale.ROOT));
        try {
            if (!text.isEmpty() && parts.matches()) {
                return Duration.ofDays(number(parts, 1))
                        .plusHours(number(parts, 2))
                        .plusMinutes(number(parts, 3))
                        .plusSeconds(number(parts, 4));
            }
            return Duration.parse(text);
        } catch (DateTimeParseException | ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a duration: write it like 90s, 15m, 1h30m or PT15M.", e);
        }
    }

    private static long number(Matcher parts, int group) {
        return parts.group(group) == null ? 0 : Long.parseLong(parts.group(group));
    }

    @Override
    public Duration convert(String text) {
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
