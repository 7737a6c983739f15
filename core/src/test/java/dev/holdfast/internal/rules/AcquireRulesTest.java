package dev.holdfast.internal.rules;

import static dev.holdfast.internal.rules.Given.acquire;
import static dev.holdfast.internal.rules.Given.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.LockEvent;
import dev.holdfast.LockView;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.Mode;
import dev.holdfast.Refusal;
import dev.holdfast.internal.rules.Given.Resource;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AcquireRulesTest {
    private final Resource resource = new Resource(Given.OFFLINE);

    private static Refusal.Reason reason(Outcome outcome) {
        return ((Outcome.Refused) outcome).reason();
    }

    private static Hold granted(Outcome outcome) {
        return ((Outcome.Granted) outcome).hold();
    }

    @Test
    void acquire_free_isGranted() {
        Hold hold = granted(resource.on(acquire(1, "ann")));
        assertThat(hold.fence()).isEqualTo(101);
        assertThat(hold.since()).isEqualTo(Given.T0);
        assertThat(resource.told()).containsExactly(LockEvent.EventKind.ACQUIRED);
    }

    @Test
    @DisplayName("P11: refused at once, and a refusal changes nothing")
    void acquire_heldByOther_isRefused() {
        resource.on(acquire(1, "ann"));
        LockState before = resource.state();
        Outcome.Refused refused = (Outcome.Refused) resource.on(acquire(2, "bob"));
        assertThat(refused.reason()).isEqualTo(Refusal.Reason.HELD);
        assertThat(refused.holders()).extracting(LockView.Holder::state).containsExactly(Verdict.LIVE);
        assertThat(refused.retryAt()).isEqualTo(Given.T0.plus(Duration.ofMinutes(5)));
        assertThat(resource.state()).isEqualTo(before);
    }

    @Test
    @DisplayName("P1: many readers or one writer")
    void modes_goTogetherOnlyWhenShared() {
        resource.on(acquire(1, "ann", Mode.SHARED));
        assertThat(resource.on(acquire(2, "bob", Mode.SHARED))).isInstanceOf(Outcome.Granted.class);
        assertThat(reason(resource.on(acquire(3, "cid", Mode.EXCLUSIVE)))).isEqualTo(Refusal.Reason.HELD);
        assertThat(resource.holders()).containsExactly("ann", "bob");
    }

    @Test
    @DisplayName("P4: the same receipt finds its own grant")
    void acquire_sameId_isTheSameGrant() {
        Hold first = granted(resource.on(acquire(1, "ann")));
        Outcome.Granted again =
                (Outcome.Granted) resource.after(Duration.ofMinutes(1)).on(acquire(1, "ann"));
        assertThat(again.again()).isTrue();
        assertThat(again.hold()).isEqualTo(first);
    }

    @Test
    @DisplayName("P4: the same owner enters its hold; the fence does not move; each entry is left by itself")
    void acquire_sameOwner_entersAndLeaves() {
        long fence = granted(resource.on(acquire(1, "ann"))).fence();
        assertThat(granted(resource.on(acquire(2, "ann"))).fence()).isEqualTo(fence);
        resource.on(new Command.Release(id(1)));
        assertThat(resource.holders()).containsExactly("ann");
        assertThat(resource.told()).isEmpty();
        resource.on(new Command.Release(id(2)));
        assertThat(resource.state().isFree()).isTrue();
        assertThat(resource.told()).containsExactly(LockEvent.EventKind.RELEASED);
    }

    @Test
    void acquire_sameOwnerTooOften_isRefused() {
        for (int i = 1; i <= Hold.MAX_ENTRIES; i++) {
            assertThat(resource.on(acquire(i, "ann"))).isInstanceOf(Outcome.Granted.class);
        }
        assertThat(reason(resource.on(acquire(99, "ann")))).isEqualTo(Refusal.Reason.TOO_MANY_ENTRIES);
    }

    @Test
    void acquire_exclusiveOverOnesOwnShared_isRefused() {
        resource.on(acquire(1, "ann", Mode.SHARED));
        assertThat(reason(resource.on(acquire(2, "ann", Mode.EXCLUSIVE)))).isEqualTo(Refusal.Reason.UPGRADE);
    }

    @Test
    void acquire_sharedUnderOnesOwnExclusive_enters() {
        resource.on(acquire(1, "ann"));
        assertThat(resource.on(acquire(2, "ann", Mode.SHARED))).isInstanceOf(Outcome.Granted.class);
        assertThat(resource.state().holds()).hasSize(1);
    }

    @Test
    @DisplayName("B4: override ends the others and says who and why")
    void takeover_endsWhoIsInTheWay() {
        long fence = granted(resource.on(acquire(1, "ann"))).fence();
        Claim claim = Given.claim(2, "bob", Mode.EXCLUSIVE, Lease.NONE);
        Hold taken = granted(resource.on(new Command.Acquire(claim, false, new Command.Takeover("Bob", "gone"))));
        assertThat(taken.fence()).isGreaterThan(fence);
        assertThat(resource.holders()).containsExactly("bob");
        assertThat(resource.notices().get(0))
                .isEqualTo(new Notice(
                        LockEvent.EventKind.OVERRIDDEN,
                        resource.notices().get(0).hold(),
                        "Bob",
                        "gone"));
    }

    @Test
    void takeover_shared_leavesOtherReadersAlone() {
        resource.on(acquire(1, "ann", Mode.SHARED));
        Claim claim = Given.claim(2, "bob", Mode.SHARED, Lease.NONE);
        resource.on(new Command.Acquire(claim, false, new Command.Takeover("Bob", "")));
        assertThat(resource.holders()).containsExactly("ann", "bob");
    }

    @Test
    @DisplayName("P7: an owner that was ended gets nothing any more")
    void acquire_endedOwner_isRefused() {
        resource.knowing(Evidence.about(id(1), new Standing(true, null, null)));
        assertThat(reason(resource.on(acquire(1, "ann")))).isEqualTo(Refusal.Reason.OWNER_ENDED);
    }

    @Test
    @DisplayName("C1: the slot is taken while the hold that fills it lives")
    void acquire_slotTaken_isRefused() {
        Hold elsewhere = granted(new Resource(Given.COMPOSE).on(acquire(7, "mia")));
        resource.knowing(Evidence.about(id(1), new Standing(false, elsewhere, null)));
        Outcome.Refused refused = (Outcome.Refused) resource.on(acquire(1, "mia-2"));
        assertThat(refused.reason()).isEqualTo(Refusal.Reason.SLOT_TAKEN);
        assertThat(refused.holders()).extracting(LockView.Holder::hold).containsExactly(elsewhere);
    }

    @Test
    @DisplayName("C4: too soon after the last operation; a repeat of a granted request is not counted")
    void acquire_tooSoon_isRefusedButNotARepeat() {
        Resource compose = new Resource(Given.COMPOSE);
        compose.on(acquire(1, "mia"));
        compose.knowing(Evidence.about(id(2), new Standing(false, null, Given.T0)));
        compose.after(Duration.ofSeconds(4));
        assertThat(compose.on(acquire(1, "mia"))).isInstanceOf(Outcome.Granted.class);
        Outcome.Refused refused = (Outcome.Refused) compose.on(acquire(2, "tom"));
        assertThat(refused.reason()).isEqualTo(Refusal.Reason.TOO_SOON);
        assertThat(refused.retryAt()).isEqualTo(Given.T0.plusSeconds(5));
        compose.after(Duration.ofSeconds(1));
        assertThat(reason(compose.on(acquire(2, "tom")))).isEqualTo(Refusal.Reason.HELD);
    }

    @Test
    void acquire_onARecordThatOnlyHasAMark_isGranted() {
        resource.on(new Command.Settle());
        assertThat(resource.state().isFree()).isFalse();
        assertThat(resource.on(acquire(1, "ann"))).isInstanceOf(Outcome.Granted.class);
        resource.on(new Command.Release(id(1)));
        assertThat(resource.state().isFree()).as("the mark stays").isFalse();
        resource.after(LockState.MARK_LIFE).on(new Command.Tidy());
        assertThat(resource.state().isFree()).isTrue();
    }
}
