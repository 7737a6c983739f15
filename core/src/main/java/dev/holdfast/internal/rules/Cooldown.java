package dev.holdfast.internal.rules;

import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.spi.Body;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/** The time at which a user last acquired or released a lock, for a limit on how often that is allowed. */
public record Cooldown(String user, Instant last, Duration window) implements Body {
    public Cooldown {
        if (window.isNegative()) {
            throw new IllegalArgumentException("The window of a cooldown cannot be negative, as " + window + " is.");
        }
        last = Moments.boundedOrStamp(last);
        window = Moments.bounded(window);
    }

    @Override
    public Cooldown stamped(long version, Instant stamp) {
        return new Cooldown(user, Stamp.time(last, stamp), window);
    }

    @Override
    public Set<String> users() {
        return Set.of(user);
    }

    @Override
    public Due due() {
        return Due.at(last, window);
    }
}
