package dev.holdfast.session;

import dev.holdfast.internal.base.Ages;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/**
 * Moments in the words of a language.
 *
 * @param zone the reader's
 * @param now the store's time of the answer
 */
record WordTimes(Words words, ZoneId zone, Instant now) {
    private static final Duration SOON = Duration.ofMinutes(1);

    /** Returns the time of day, with the date unless it is today. */
    String at(Instant moment) {
        ZonedDateTime local = moment.atZone(zone);
        boolean today = local.toLocalDate().equals(now.atZone(zone).toLocalDate());
        return format(local, today ? "time" : "time.day");
    }

    /** Returns the time of day, with the second if it is less than a minute from now. */
    String exactly(Instant moment) {
        boolean soon = Duration.between(now, moment).compareTo(SOON) < 0;
        return soon ? format(moment.atZone(zone), "time.exact") : at(moment);
    }

    /** Returns the age in English. */
    String ago(Instant moment) {
        return Ages.ago(Duration.between(moment, now));
    }

    private String format(ZonedDateTime local, String pattern) {
        return words.time(pattern).format(local);
    }
}
