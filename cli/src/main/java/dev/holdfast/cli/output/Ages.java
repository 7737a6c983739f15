package dev.holdfast.cli.output;

import java.time.Duration;

/** How long ago something was, in words: {@code 5 minutes ago}. */
public final class Ages {
    private static final int HOURS_UNTIL_DAYS = 48;

    private Ages() {}

    /** In the largest unit of which there are two, or in minutes; what lies in the future has the age zero. */
    public static String ago(Duration age) {
        return words(age) + " ago";
    }

    /** A length of time, rounded down. */
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
