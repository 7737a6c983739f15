package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Policy.RequestPolicy;
import dev.holdfast.Policy.Silence;
import dev.holdfast.Preset;
import dev.holdfast.Requests;
import dev.holdfast.Requests.Asked;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A promise, or the silence of a holder, ends its hold in time. The holder knows that as well as the store. */
interface PromiseContract extends FakeTimePart {
    private static Requests requests(LockManager locks) {
        return locks.holds().requests();
    }

    @Test
    @Tag("safety")
    default void promise_endsTheHoldThen_forItsHolderToo() throws Exception {
        LockManager ours = manager();
        LockManager theirs = manager();
        LockHandle held = ours.acquire(LockRequest.of("a").owner(ours.newOwner()));
        LockRequest wanted = LockRequest.of("a").owner(theirs.newOwner());
        Asked asked = requests(theirs).ask(wanted, "");
        HandOverRequest request = asked.requests().get(0);
        assertThat(held.answer(request, Reply.promise(Duration.ofMinutes(8)))).isPresent();
        for (int i = 0; i < 7; i++) {
            pass(Duration.ofMinutes(1));
            held.heartbeat();
        }
        assertThat(held.isHeld()).isTrue();
        assertThat(held.remaining().orElseThrow())
                .as("the promise, not the lease")
                .isLessThanOrEqualTo(Duration.ofMinutes(1));
        pass(Duration.ofMinutes(1));
        assertThat(held.isHeld()).isFalse();
        assertThat(requests(theirs).find(asked.receipt()).get(0).state()).isEqualTo(RequestState.HANDED);
        try (LockHandle got = theirs.acquire(wanted.receipt(asked.receipt()))) {
            assertThat(got.fence()).isGreaterThan(held.fence());
        }
    }

    @Test
    default void silence_handsOverWhereThePolicySaysSo_onceTheHolderWasShownTheRequest() throws Exception {
        Policy policy = Preset.OFFLINE.policy().toBuilder()
                .requests(new RequestPolicy(true, false, 3, Silence.HAND_OVER, Duration.ofMinutes(10)))
                .build();
        Policies silent = Policies.of(Preset.OFFLINE).and(policy);
        LockManager ours = manager(silent);
        LockManager theirs = manager(silent);
        LockHandle held = ours.acquire(LockRequest.of("a").owner(ours.newOwner()));
        Asked asked = requests(theirs).ask(LockRequest.of("a").owner(theirs.newOwner()), "");
        for (int i = 0; i < 12; i++) {
            pass(Duration.ofMinutes(1));
            held.heartbeat();
        }
        assertThat(held.isHeld()).as("not shown, so not silent").isTrue();
        assertThat(requests(ours).shown("a", held.holds().get(0).owner().id())).isTrue();
        for (int i = 0; i < 9; i++) {
            pass(Duration.ofMinutes(1));
            held.heartbeat();
        }
        assertThat(held.isHeld()).isTrue();
        pass(Duration.ofMinutes(1));
        assertThat(held.isHeld()).isFalse();
        assertThat(requests(theirs).find(asked.receipt()).get(0).state()).isEqualTo(RequestState.HANDED);
    }

    private static List<EventKind> told(LockManager locks) {
        return locks.admin().history(HistoryQuery.NEWEST).stream()
                .map(entry -> entry.event().kind())
                .toList();
    }

    /** A renewal is decided at the time that its holder knows from the one before. So it may be the second that reports. */
    @Test
    default void silence_isReportedWhereThePolicySaysSo_byTheRenewalsOfItsHolder() throws Exception {
        Policy policy = Preset.OFFLINE.policy().toBuilder()
                .requests(new RequestPolicy(true, false, 3, Silence.REPORT, Duration.ofMinutes(10)))
                .build();
        Policies silent = Policies.of(Preset.OFFLINE).and(policy);
        LockManager ours = manager(silent);
        LockManager theirs = manager(silent);
        LockHandle held = ours.acquire(LockRequest.of("a").owner(ours.newOwner()));
        requests(theirs).ask(LockRequest.of("a").owner(theirs.newOwner()), "");
        assertThat(requests(ours).shown("a", held.holds().get(0).owner().id())).isTrue();
        for (int i = 0; i < 9; i++) {
            pass(Duration.ofMinutes(1));
            held.heartbeat();
        }
        assertThat(told(theirs)).doesNotContain(EventKind.UNANSWERED);
        for (int i = 0; i < 2; i++) {
            pass(Duration.ofMinutes(1));
            held.heartbeat();
        }
        assertThat(told(theirs)).containsOnlyOnce(EventKind.UNANSWERED);
        assertThat(held.isHeld()).isTrue();
    }
}
