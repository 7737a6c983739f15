package dev.holdfast;

import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.base.Text;
import java.time.Instant;
import java.util.Optional;

/**
 * A hold that is over although its owner did not release it.
 *
 * @param ending who or what ended it, if the store knows; empty if its time ran out without an answer of the store
 * @param draft when the owner's unfinished text was saved that is kept; empty if none is known
 */
public record Loss(String resource, Optional<Ending> ending, Optional<Instant> draft) {

    /** Makes a loss without a text. */
    public Loss(String resource, Optional<Ending> ending) {
        this(resource, ending, Optional.empty());
    }

    /** Returns one sentence for people. */
    public String sentence() {
        String how = "Your lock on " + Text.name(resource) + " has ended: "
                + ending.map(Loss::why).orElse("its time ran out before it could be renewed.");
        return draft.isPresent() ? how + " Your text is kept, as it was last saved." : how;
    }

    /** Returns this loss without the name of the present holder, for readers who may not know it. */
    public Loss anonymous() {
        return new Loss(resource, ending.map(Ending::anonymous), draft);
    }

    private static String why(Ending ending) {
        String by = ending.actor().isEmpty() ? "another user" : ending.actor();
        String reason = ending.reason().isEmpty() ? "" : " (" + ending.reason() + ")";
        return switch (ending.kind()) {
            case OVERRIDDEN -> by + " took it over" + reason + ".";
            case FORCED -> by + " released it" + reason + ".";
            case CLEARED -> by + " cleared all locks" + reason + ".";
            case EXPIRED -> "its time ran out.";
            case DIED -> "its processes were found to be gone.";
            case LOST -> "another program removed or replaced its entry.";
            case YIELDED -> "it was handed over to " + by + reason + ".";
            case ACQUIRED, HANDED_OVER, RELEASED, REQUESTED, PROMISED, DECLINED, UNANSWERED, WITHDRAWN, LAPSED ->
                "it was released.";
        };
    }

    /** Why a hold ended against its owner's will, kept for a day so that the loser can be told. */
    public record Ending(
            String resource,
            LockEvent.EventKind kind,
            Owner owner,
            long fence,
            String actor,
            String reason,
            Instant at) {
        public Ending {
            actor = Text.shown(actor);
            reason = Text.shown(reason);
            at = Moments.boundedOrStamp(at);
        }

        /** Returns this ending without the actor of a takeover or hand-over, who is the present holder. */
        public Ending anonymous() {
            return kind == LockEvent.EventKind.OVERRIDDEN || kind == LockEvent.EventKind.YIELDED
                    ? new Ending(resource, kind, owner, fence, "", reason, at)
                    : this;
        }

        /** Returns it with the time of the write that carries it, in place of all placeholders. */
        public Ending stamped(Instant stamp) {
            return new Ending(resource, kind, owner, fence, actor, reason, Stamp.time(at, stamp));
        }
    }
}
