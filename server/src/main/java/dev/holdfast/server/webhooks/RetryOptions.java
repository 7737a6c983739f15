package dev.holdfast.server.webhooks;

import java.time.Duration;

/**
 * The tries of a call and the pauses between them: each pause is twice as long as the one before it.
 *
 * @param tries in all, the first one included
 * @param first the first pause
 * @param longest no pause is longer, whatever the receiver asks for
 */
public record RetryOptions(int tries, Duration first, Duration longest) {
    private static final int MAX_TRIES = 50;
    private static final Duration MAX_PAUSE = Duration.ofDays(1);

    /** Twelve tries within about 40 minutes. */
    public static final RetryOptions DEFAULT = new RetryOptions(12, Duration.ofSeconds(2), Duration.ofMinutes(10));

    public RetryOptions {
        if (tries < 1 || tries > MAX_TRIES) {
            throw new IllegalArgumentException("A webhook is tried 1 to " + MAX_TRIES + " times, not " + tries + ".");
        }
        if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0 || longest.compareTo(MAX_PAUSE) > 0) {
            throw new IllegalArgumentException(
                    "The first pause of a webhook is longer than none, and the longest is at least as long, up to a day.");
        }
    }

    /**
     * Returns the pause after a failed try.
     *
     * @param tried how many tries have failed
     * @param asked the pause that the receiver has asked for; zero for none
     */
    Duration after(int tried, Duration asked) {
        Duration own = first;
        for (int i = 1; i < tried && own.compareTo(longest) < 0; i++) {
            own = own.multipliedBy(2);
        }
        Duration wanted = own.compareTo(asked) < 0 ? asked : own;
        return wanted.compareTo(longest) < 0 ? wanted : longest;
    }
}
