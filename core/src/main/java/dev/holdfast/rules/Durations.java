package dev.holdfast.rules;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Durations as people write them: {@code 90s}, {@code 15m}, {@code 1h30m}, {@code 500ms}, or ISO 8601. */
public final class Durations {
    /** In the order in which they may follow each other. */
    private enum Unit {
        D(ChronoUnit.DAYS),
        H(ChronoUnit.HOURS),
        M(ChronoUnit.MINUTES),
        S(ChronoUnit.SECONDS),
        MS(ChronoUnit.MILLIS);

        private final ChronoUnit unit;

        Unit(ChronoUnit unit) {
            this.unit = unit;
        }
    }

    private Durations() {}

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it is none, saying how to write it
     */
    public static Duration parse(String text) {
        try {
            return !text.isEmpty() && digit(text, 0) ? brief(text) : Duration.parse(text);
        } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a duration: write it like 90s, 15m, 1h30m or PT15M.", e);
        }
    }

    private static Duration brief(String text) {
        Duration sum = Duration.ZERO;
        @Nullable Unit last = null;
        for (int at = 0; at < text.length(); ) {
            int letters = at;
            while (digit(text, letters)) {
                letters++;
            }
            int next = letters;
            while (next < text.length() && !digit(text, next)) {
                next++;
            }
            Unit unit = Unit.valueOf(text.substring(letters, next).toUpperCase(Locale.ROOT));
            if (last != null && unit.compareTo(last) <= 0) {
                throw new IllegalArgumentException("The larger unit comes first, and each once.");
            }
            last = unit;
            sum = sum.plus(Duration.of(Long.parseLong(text.substring(at, letters)), unit.unit));
            at = next;
        }
        return sum;
    }

    private static boolean digit(String text, int index) {
        return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
    }
}
