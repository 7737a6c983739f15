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
public record Waiting(
        boolean allowed,
        Duration usual,
        Duration look,
        @Nullable Duration ask) {
    private static final Duration LOOK = Duration.ofSeconds(5);

    public static final Waiting NEVER = new Waiting(false, Duration.ZERO, LOOK, null);
    public static final Waiting ON_REQUEST = new Waiting(true, Duration.ZERO, LOOK, null);

    public static Waiting usually(Duration usual) {
        return new Waiting(true, usual, LOOK, null);
    }

    public Waiting askingAfter(Duration pause) {
        return new Waiting(allowed, usual, look, pause);
    }
}
