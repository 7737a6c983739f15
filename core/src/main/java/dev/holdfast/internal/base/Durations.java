package dev.holdfast.internal.base;

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
            throw new IllegalArgumentException("'" + text + "' is not a duration: write it like 90s, 15m or 1h30m.", e);
        }
    }

    /**
     * Reads what {@link Duration#toString} writes. Records are full of hours, minutes and seconds, and the JDK's way to read them
     * takes longer than all the rest of one.
     *
     * @throws DateTimeException if it is no such text
     */
    public static Duration iso(String text) {
        long seconds = 0;
        long number = -1;
        for (int i = 2; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (digit(text, i)) {
                number = Math.max(0, number) * 10 + (letter - '0');
            } else if (number < 0 || (letter != 'H' && letter != 'M' && letter != 'S')) {
                return Duration.parse(text);
            } else {
                seconds += number * (letter == 'H' ? 3600 : letter == 'M' ? 60 : 1);
                number = -1;
            }
        }
        boolean usual = text.startsWith("PT") && text.length() > 2 && text.length() < 16 && number < 0;
        return usual && inOrder(text) ? Duration.ofSeconds(seconds) : Duration.parse(text);
    }

    /** Returns whether each unit occurs at most once, the larger first. */
    private static boolean inOrder(String text) {
        int hours = text.indexOf('H');
        int minutes = text.indexOf('M');
        int seconds = text.indexOf('S');
        return text.lastIndexOf('H') == hours
                && text.lastIndexOf('M') == minutes
                && text.lastIndexOf('S') == seconds
                && (minutes < 0 || hours < minutes)
                && (seconds < 0 || (hours < seconds && minutes < seconds));
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
