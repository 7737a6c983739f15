package dev.holdfast.internal.rules;

import dev.holdfast.Hold;
import dev.holdfast.LockEvent;
import dev.holdfast.Loss.Ending;
import dev.holdfast.Owner;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.spi.Body;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** The record of a hold that ended against its owner's will. */
public record EndedHold(Ending ending) implements Body {
    public static final Duration LIFE = Duration.ofDays(1);

    /** Returns the record of the end that an event announces. */
    public static EndedHold of(LockEvent event) {
        Hold hold = event.hold();
        // Without its processes: there may be many endings, and those take the most room.
        Owner owner = hold.owner().bound(List.of());
        return new EndedHold(new Ending(
                event.resource(), event.kind(), owner, hold.fence(), event.actor(), event.reason(), Stamp.TIME));
    }

    @Override
    public EndedHold stamped(long version, Instant stamp) {
        return new EndedHold(ending.stamped(stamp));
    }

    @Override
    public Set<String> owners() {
        return Set.of(ending.owner().id());
    }

    @Override
    public Set<String> users() {
        String user = ending.owner().user();
        return user.isEmpty() ? Set.of() : Set.of(user);
    }

    @Override
    public Due due() {
        return Due.at(ending.at(), LIFE);
    }
}
