package dev.holdfast.rules;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The rules for waiting callers. Waiting is always opt-in and bounded.
 *
 * @param allowed whether a caller may ask for it at all
 * @param usual the default wait of commands and servers; zero does not wait
 * @param look the maximum time between two looks
 * @param ask the time after which a command asks the person whether to go on, or null
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
