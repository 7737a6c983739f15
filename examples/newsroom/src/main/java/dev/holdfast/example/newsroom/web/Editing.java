package dev.holdfast.example.newsroom.web;

import dev.holdfast.Hold;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * An article that is being edited.
 *
 * @param until the latest end; the hold ends sooner without heartbeats
 * @param mine whether it is the session that is told
 */
record Editing(long article, String name, Instant since, Instant until, boolean mine) {

    static Editing of(long article, Hold hold, String session) {
        return new Editing(
                article,
                hold.owner().name(),
                hold.since(),
                latest(hold),
                hold.owner().id().equals(session));
    }

    /** Returns the latest end by the policy, regardless of heartbeats. */
    static Instant latest(Hold hold) {
        return hold.since().plus(Objects.requireNonNullElse(hold.lease().absolute(), Duration.ZERO));
    }
}
