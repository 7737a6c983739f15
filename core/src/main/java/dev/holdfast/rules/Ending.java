package dev.holdfast.rules;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Why a hold ended against its owner's will, kept for a day so that the loser can be told. */
public record Ending(
        String resource, Notice.Kind kind, Owner owner, long fence, String actor, String reason, Instant at)
        implements Body {
    public static final Duration LIFE = Duration.ofDays(1);

    public Ending {
        actor = Text.shown(actor);
        reason = Text.shown(reason);
        at = Moments.boundedOrStamp(at);
    }

    public static Ending of(String resource, Notice notice) {
        Hold hold = notice.hold();
        // Without its processes: there may be many endings, and those take the most room.
        Owner owner = hold.owner().bound(List.of());
        return new Ending(resource, notice.kind(), owner, hold.fence(), notice.actor(), notice.reason(), Stamp.TIME);
    }

    /** Returns this ending without the actor of a takeover, who is the present holder. */
    public Ending anonymous() {
        return kind == Notice.Kind.OVERRIDDEN ? new Ending(resource, kind, owner, fence, "", reason, at) : this;
    }

    @Override
    public Ending stamped(long version, Instant stamp) {
        return new Ending(resource, kind, owner, fence, actor, reason, Stamp.time(at, stamp));
    }

    @Override
    public Set<String> owners() {
        return Set.of(owner.id());
    }

    @Override
    public Set<String> users() {
        return owner.user().isEmpty() ? Set.of() : Set.of(owner.user());
    }

    @Override
    public Due due() {
        return Due.at(at, LIFE);
    }
}
