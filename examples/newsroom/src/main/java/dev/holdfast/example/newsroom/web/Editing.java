package dev.holdfast.example.newsroom.web;

import dev.holdfast.rules.Hold;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Somebody edits an article.
 *
 * @param until when it is over at the latest; sooner if nothing is heard of the page
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

    /** As the policy has it, however often the page is heard of. */
    static Instant latest(Hold hold) {
        return hold.since().plus(Objects.requireNonNullElse(hold.lease().absolute(), Duration.ZERO));
    }
}
