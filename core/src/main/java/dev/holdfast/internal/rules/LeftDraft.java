package dev.holdfast.internal.rules;

import dev.holdfast.Hold;
import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.Loss.Ending;
import dev.holdfast.Owner;
import dev.holdfast.Policy;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.internal.base.Text;
import org.jspecify.annotations.Nullable;

/**
 * The rules for the draft of a hold that was ended by force. The draft is a record of its author, which no ending touches: it is
 * there in the very step that ends the hold, and accepts the author's last text afterwards.
 */
public final class LeftDraft {
    private static final Owner ANOTHER_USER = Owner.of("another user");

    private LeftDraft() {}

    /**
     * Returns the author of the draft that an owner leaves behind; null if that cannot be told. Without users, all that write
     * have one draft, which may be another owner's by now.
     */
    public static @Nullable String author(Policy policy, Ending ending) {
        String user = ending.owner().user();
        return policy.drafts() && ending.kind().against() && !user.isEmpty() ? user : null;
    }

    /**
     * Returns whether a hold was ended by the takeover that began the taker's. That is one change, so its version is the fence of
     * the taker. Readers may come in by the same change, which did not take it: the actor is another one.
     *
     * @param version of the record of the ending
     */
    public static boolean wasTaken(Ending ending, long version, Hold taker) {
        return ending.kind() == EventKind.OVERRIDDEN
                && version == taker.fence()
                && ending.actor().equals(Text.shown(taker.owner().name()))
                && !ending.owner().user().equals(taker.owner().user());
    }

    /** Returns the owner that lost the hold as its taker may know it. */
    public static Owner shown(Policy policy, Owner owner) {
        return switch (policy.privacy()) {
            case OPEN -> owner;
            case NAME_ONLY -> Owner.of(owner.name());
            case HIDDEN -> ANOTHER_USER;
        };
    }

    /** Returns whether the taker may read the draft, which has an author and times. */
    public static boolean mayRead(Policy policy) {
        return policy.takersReadDrafts() && policy.privacy() == Privacy.OPEN;
    }
}
