package dev.holdfast.internal.rules;

import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.spi.Body;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/** The mark that an owner is gone, so that a request of that owner still in flight cannot take a lock any more. */
public record OwnerEnded(String owner, Instant at) implements Body {
    /** How long it is remembered: longer than any request can still be on its way. */
    public static final Duration LIFE = Duration.ofHours(24);

    public OwnerEnded {
        at = Moments.boundedOrStamp(at);
    }

    @Override
    public OwnerEnded stamped(long version, Instant stamp) {
        return new OwnerEnded(owner, Stamp.time(at, stamp));
    }

    @Override
    public Set<String> owners() {
        return Set.of(owner);
    }

    @Override
    public Due due() {
        return Due.at(at, LIFE);
    }
}
