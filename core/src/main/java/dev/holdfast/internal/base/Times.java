package dev.holdfast.internal.base;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Moments as a reader sees them.
 *
 * @param zone the reader's
 * @param now from which ages are counted: the store's time, so that a wrong clock here shows no wrong age
 */
public record Times(ZoneId zone, Instant now) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final DateTimeFormatter TIME_AND_SECOND = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter DAY_AND_TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);

    /** Returns times for the user of the command. */
    public static Times seenAt(Instant now) {
        return new Times(ZoneId.systemDefault(), now);
    }

    /** Returns the time of day, {@code 10:47}, with the date unless it is today. */
    public String at(Instant moment) {
        ZonedDateTime local = moment.atZone(zone);
        boolean today = local.toLocalDate().equals(now.atZone(zone).toLocalDate());
        return local.format(today ? TIME : DAY_AND_TIME);
    }

    /** Returns {@code 3 minutes ago}. */
    public String ago(Instant moment) {
        return Ages.ago(Duration.between(moment, now));
    }

    /** Returns {@code 10:47 (3 minutes ago)}. */
    public String atAndAgo(Instant moment) {
        return at(moment) + " (" + ago(moment) + ")";
    }

    /** Returns the time of day, with the second if it is less than a minute from now. */
    public String exactly(Instant moment) {
        boolean soon = Duration.between(now, moment).compareTo(Duration.ofMinutes(1)) < 0;
        return soon ? moment.atZone(zone).format(TIME_AND_SECOND) : at(moment);
    }
}
