package dev.holdfast.internal.base;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Times as text, as {@link Instant} itself writes and reads them, without what the JDK sets up for it: that takes longer than
 * to read a journal.
 */
public final class Instants {
    private static final String SHAPE = "0000-00-00T00:00:00";
    private static final long YEAR_0 = -62_167_219_200L;
    private static final long YEAR_10000 = 253_402_300_800L;
    private static final int NANO_DIGITS = 9;

    private Instants() {}

    /** Returns the same text as {@link Instant#toString}. */
    public static String write(Instant time) {
        if (time.getEpochSecond() < YEAR_0 || time.getEpochSecond() >= YEAR_10000) {
            return time.toString();
        }
        LocalDateTime utc = LocalDateTime.ofEpochSecond(time.getEpochSecond(), time.getNano(), ZoneOffset.UTC);
        StringBuilder text = new StringBuilder(SHAPE.length() + 1 + NANO_DIGITS + 1);
        digits(utc.getYear(), 4, text);
        digits(utc.getMonthValue(), 2, text.append('-'));
        digits(utc.getDayOfMonth(), 2, text.append('-'));
        digits(utc.getHour(), 2, text.append('T'));
        digits(utc.getMinute(), 2, text.append(':'));
        digits(utc.getSecond(), 2, text.append(':'));
        int nanos = utc.getNano();
        if (nanos % 1_000_000 == 0 && nanos != 0) {
            digits(nanos / 1_000_000, 3, text.append('.'));
        } else if (nanos % 1000 == 0 && nanos != 0) {
            digits(nanos / 1000, 6, text.append('.'));
        } else if (nanos != 0) {
            digits(nanos, NANO_DIGITS, text.append('.'));
        }
        return text.append('Z').toString();
    }

    private static void digits(int number, int count, StringBuilder to) {
        String digits = Integer.toString(number);
        for (int i = digits.length(); i < count; i++) {
            to.append('0');
        }
        to.append(digits);
    }

    /**
     * Returns the time in a text.
     *
     * @throws DateTimeException if it is none
     */
    public static Instant parse(String text) {
        Instant plain = plain(text);
        return plain == null ? Instant.parse(text) : plain;
    }

    /** Returns the time if the text has the form that {@link #write} gives most times, else null. */
    public static @Nullable Instant plain(String text) {
        int end = text.length() - 1;
        boolean hasFraction = end > SHAPE.length() + 1 && end <= SHAPE.length() + 1 + NANO_DIGITS;
        if (!isShaped(text) || text.charAt(end) != 'Z' || (!hasFraction && end != SHAPE.length())) {
            return null;
        }
        int nanos = 0;
        if (hasFraction) {
            if (text.charAt(SHAPE.length()) != '.') {
                return null;
            }
            for (int i = SHAPE.length() + 1; i <= SHAPE.length() + NANO_DIGITS; i++) {
                int digit = i < end ? text.charAt(i) - '0' : 0;
                if (digit < 0 || digit > 9) {
                    return null;
                }
                nanos = 10 * nanos + digit;
            }
        }
        try {
            LocalDateTime utc = LocalDateTime.of(
                    number(text, 0, 4),
                    number(text, 5, 7),
                    number(text, 8, 10),
                    number(text, 11, 13),
                    number(text, 14, 16),
                    number(text, 17, 19),
                    nanos);
            return Instant.ofEpochSecond(utc.toEpochSecond(ZoneOffset.UTC), nanos);
        } catch (DateTimeException e) {
            return null; // midnight at the end of a day and leap seconds have forms of their own
        }
    }

    private static boolean isShaped(String text) {
        if (text.length() <= SHAPE.length()) {
            return false;
        }
        for (int i = 0; i < SHAPE.length(); i++) {
            char wanted = SHAPE.charAt(i);
            char found = text.charAt(i);
            if (wanted == '0' ? found < '0' || found > '9' : found != wanted) {
                return false;
            }
        }
        return true;
    }

    private static int number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            number = 10 * number + text.charAt(i) - '0';
        }
        return number;
    }
}
