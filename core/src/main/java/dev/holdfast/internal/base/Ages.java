package dev.holdfast.internal.base;

import java.time.Duration;

/** Ages in words: {@code 5 minutes ago}. */
public final class Ages {
    private static final int HOURS_UNTIL_DAYS = 48;

    private Ages() {}

    /** Returns the age in the largest unit of which there are at least two, or in minutes. The age of a future time is zero. */
    public static String ago(Duration age) {
        return words(age) + " ago";
    }

    /** Returns the length of time in words, rounded down. */
    public static String words(Duration length) {
        if (length.toMinutes() < 1) {
            return counted(Math.max(0, length.toSeconds()), "second");
        } else if (length.toHours() < 2) {
            return counted(length.toMinutes(), "minute");
        } else if (length.toHours() < HOURS_UNTIL_DAYS) {
            return counted(length.toHours(), "hour");
        }
        return counted(length.toDays(), "day");
    }

    private static String counted(long number, String unit) {
        return number + " " + unit + (number == 1 ? "" : "s");
    }
}
