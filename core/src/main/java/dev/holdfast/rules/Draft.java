package dev.holdfast.rules;

import java.time.Instant;
import java.util.Set;

/** A user's unfinished text for one resource. It outlives every release of the lock but the one that submits it. */
public record Draft(String resource, String user, long revision, String content, Instant saved) implements Body {
    @Override
    public Draft stamped(long version, Instant stamp) {
        return new Draft(resource, user, revision, content, Stamp.time(saved, stamp));
    }

    @Override
    public Set<String> users() {
        return Set.of(user);
    }
}
