package dev.holdfast.rules;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether and how callers may wait. Waiting is always opt-in and bounded.
 *
 * @param allowed whether a caller may ask for it at all
 * @param usual how long a face waits when nobody says; zero is not at all
 * @param look the longest time between two looks
 * @param ask after which a face asks the person whether to go on, or null
 */
public record WaitPolicy(
        boolean allowed,
        Duration usual,
        Duration look,
        @Nullable Duration ask) {
    private static final Duration LOOK = Duration.ofSeconds(5);

    public static final WaitPolicy NEVER = new WaitPolicy(false, Duration.ZERO, LOOK, null);
    public static final WaitPolicy ON_REQUEST = new WaitPolicy(true, Duration.ZERO, LOOK, null);

    public static WaitPolicy usually(Duration usual) {
        return new WaitPolicy(true, usual, LOOK, null);
    }

    public WaitPolicy askingAfter(Duration pause) {
        return new WaitPolicy(allowed, usual, look, pause);
    }
}
