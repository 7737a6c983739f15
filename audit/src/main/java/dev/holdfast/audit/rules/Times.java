package dev.holdfast.audit.rules;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses durations in settings: {@code 30m}, {@code 1800}, {@code PT30M}. */
final class Times {
    private static final Pattern SIMPLE = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|h|d)?");

    private Times() {}

    /** Returns empty if it is no duration; a bare number has the given unit in seconds, milliseconds if that is 0. */
    static Optional<Long> seconds(String text, int unit) {
        Matcher simple = SIMPLE.matcher(text.strip());
        if (simple.matches()) {
            long number = Long.parseLong(simple.group(1));
            String of = simple.group(2);
            return Optional.of(of == null ? (unit == 0 ? number / 1000 : number * unit) : scaled(number, of));
        }
        try {
            return Optional.of(Duration.parse(text.strip()).toSeconds());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static long scaled(long number, String unit) {
        return switch (unit) {
            case "ms" -> number / 1000;
            case "m" -> number * 60;
            case "h" -> number * 3600;
            case "d" -> number * 86_400;
            default -> number;
        };
    }
}
