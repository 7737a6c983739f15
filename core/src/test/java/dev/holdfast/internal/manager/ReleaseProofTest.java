package dev.holdfast.internal.manager;

import static dev.holdfast.internal.manager.Scenes.POLICIES;
import static dev.holdfast.internal.manager.Scenes.attempt;
import static dev.holdfast.internal.manager.Scenes.claim;
import static dev.holdfast.internal.manager.Scenes.entry;
import static dev.holdfast.internal.manager.Scenes.hold;
import static dev.holdfast.internal.manager.Scenes.id;
import static dev.holdfast.internal.manager.Scenes.owner;
import static dev.holdfast.internal.manager.Scenes.seen;
import static dev.holdfast.internal.manager.Scenes.state;
import static dev.holdfast.internal.manager.Scenes.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.LockEvent;
import dev.holdfast.Mode;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.EndedHold;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How the records show, after a lost answer, that a release was applied. */
@Tag("safety")
class ReleaseProofTest {
    private static final Key A = Key.lock("a");
    private static final Hold HOLD = hold(1, owner("ann", ""));
    private static final LockState HELD = state(HOLD);
    private static final Entry SEEN = entry(A, 7, HELD);

    private static ReleaseProof decided(Command command) {
        Attempt attempt = attempt(seen(SEEN), step(A, command));
        assertThat(Plans.of(List.of(attempt), POLICIES).group()).isNotNull();
        return new ReleaseProof(attempt);
    }

    private static Entry ending(LockEvent.EventKind kind, String actor, String reason) {
        return entry(Key.ending("a", id(1)), 8, EndedHold.of(new LockEvent("a", kind, HOLD, actor, reason)));
    }

    @Test
    void release_isShownByAHoldThatIsGoneWithoutAnEnding() {
        ReleaseProof released = decided(new Command.Release(id(1)));
        assertThat(released.endings()).containsExactly(Key.ending("a", id(1)));
        assertThat(released.isShownBy(seen())).isTrue();
        assertThat(released.isShownBy(seen(SEEN))).isFalse();
        assertThat(released.isShownBy(seen(ending(LockEvent.EventKind.FORCED, "bob", ""))))
                .isFalse();
        LockState waits = state(hold(2, owner("bob", "")), claim(1, owner("ann", ""), Mode.EXCLUSIVE, ""));
        assertThat(released.isShownBy(seen(entry(A, 9, waits)))).isFalse();
    }

    @Test
    void releaseOfAnOwner_isNotShownWhileTheOwnerWaits() {
        ReleaseProof released = decided(new Command.ReleaseOwner("ann"));
        LockState waits = state(hold(2, owner("bob", "")), claim(3, owner("ann", ""), Mode.EXCLUSIVE, ""));
        LockState otherWaits = state(hold(2, owner("bob", "")), claim(3, owner("cid", ""), Mode.EXCLUSIVE, ""));
        assertThat(released.isShownBy(seen(entry(A, 9, waits)))).isFalse();
        assertThat(released.isShownBy(seen(entry(A, 9, otherWaits)))).isTrue();
        assertThat(released.isShownBy(seen())).isTrue();
    }

    @Test
    void forcedRelease_isShownByItsOwnEndingOnly() {
        ReleaseProof forced = decided(new Command.Force("eve", "why"));
        assertThat(forced.endings()).containsExactly(Key.ending("a", id(1)));
        assertThat(forced.isShownBy(seen(ending(LockEvent.EventKind.FORCED, "eve", "why"))))
                .isTrue();
        assertThat(forced.isShownBy(seen(ending(LockEvent.EventKind.FORCED, "bob", "why"))))
                .isFalse();
        assertThat(forced.isShownBy(seen(ending(LockEvent.EventKind.FORCED, "eve", "other"))))
                .isFalse();
        assertThat(forced.isShownBy(seen(ending(LockEvent.EventKind.EXPIRED, "eve", "why"))))
                .isFalse();
        assertThat(forced.isShownBy(seen())).isFalse();
        assertThat(forced.isShownBy(seen(SEEN, ending(LockEvent.EventKind.FORCED, "eve", "why"))))
                .isFalse();
    }

    @Test
    void renewal_releasesNothing() {
        ReleaseProof none = decided(new Command.Renew(id(1), true, null));
        assertThat(none.endings()).isEmpty();
        assertThat(none.isShownBy(seen())).isFalse();
    }
}
