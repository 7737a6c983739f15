package dev.holdfast.internal.manager;

import static dev.holdfast.internal.manager.Scenes.NOW;
import static dev.holdfast.internal.manager.Scenes.POLICIES;
import static dev.holdfast.internal.manager.Scenes.acquire;
import static dev.holdfast.internal.manager.Scenes.attempt;
import static dev.holdfast.internal.manager.Scenes.changes;
import static dev.holdfast.internal.manager.Scenes.claim;
import static dev.holdfast.internal.manager.Scenes.entry;
import static dev.holdfast.internal.manager.Scenes.hold;
import static dev.holdfast.internal.manager.Scenes.id;
import static dev.holdfast.internal.manager.Scenes.owner;
import static dev.holdfast.internal.manager.Scenes.seen;
import static dev.holdfast.internal.manager.Scenes.seenAt;
import static dev.holdfast.internal.manager.Scenes.state;
import static dev.holdfast.internal.manager.Scenes.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Refusal;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Cooldown;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.rules.Slot;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No answer rests on an older view, or an older time, than the same call has. */
@Tag("safety")
class PlanTimeTest {
    private static final Key A = Key.lock("scene/9/a");
    private static final Key B = Key.lock("scene/9/b");
    private static final String SLOT = "scene/9\nmia";
    private static final Instant LATER = NOW.plusMillis(200);
    private static final Owner ANN = owner("ann", "");
    private static final Owner BOB = owner("bob", "");
    /** Ends 100 ms after NOW. */
    private static final Lease ENDING = Lease.of(Duration.ofSeconds(60).plusMillis(100));

    private static final Entry HELD = entry(A, 7, state(hold(8, owner("old", ""), Mode.EXCLUSIVE, "", ENDING)));

    private static Attempt wants(int id, Owner owner, Snapshot snapshot) {
        return attempt(snapshot, step(A, acquire(claim(id, owner, Mode.EXCLUSIVE, ""))));
    }

    @Test
    void refusal_checkedAfterTheLeaseEnded_isNoAnswer() {
        Attempt looked = wants(1, ANN, seen(HELD));
        Attempt first = wants(2, BOB, Snapshot.ASSUMED_ABSENT);
        Plan plan = Plans.of(List.of(looked, first), POLICIES);
        plan.answer(new Result.Applied(9, LATER));
        assertThat(looked.answer()).isEqualTo(Attempt.Answer.STALE);
        assertThat(first.answer()).isEqualTo(Attempt.Answer.STALE);
        assertThat(first.snapshot().asOf()).isEqualTo(LATER);
        Plans.of(List.of(first), POLICIES).answer(new Result.Applied(10, LATER));
        assertThat(first.outcomes().get(0)).isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void refusal_checkedBeforeTheLeaseEnds_isAnAnswer() {
        Attempt looked = wants(1, ANN, seen(HELD));
        Attempt first = wants(2, BOB, Snapshot.ASSUMED_ABSENT);
        Plans.of(List.of(looked, first), POLICIES).answer(new Result.Applied(9, NOW.plusMillis(50)));
        assertThat(first.answer()).isEqualTo(Attempt.Answer.DONE);
        assertThat(first.outcomes().get(0)).isInstanceOf(Outcome.Refused.class);
    }

    @Test
    void refusalOfSeveral_checkedAfterTheLeaseEnded_isNoAnswer() {
        Attempt both = attempt(
                seen(HELD),
                step(A, acquire(claim(1, ANN, Mode.EXCLUSIVE, ""))),
                step(B, acquire(claim(1, ANN, Mode.EXCLUSIVE, ""))));
        Plans.of(List.of(both), POLICIES).answer(new Result.Applied(9, LATER));
        assertThat(both.answer()).isEqualTo(Attempt.Answer.STALE);
    }

    @Test
    void queued_afterTheLeaseEnded_isNoAnswer() {
        Attempt waits =
                attempt(seen(HELD), step(A, new Command.Acquire(claim(1, ANN, Mode.EXCLUSIVE, ""), true, null)));
        Plans.of(List.of(waits), POLICIES).answer(new Result.Applied(9, LATER));
        assertThat(waits.answer()).isEqualTo(Attempt.Answer.STALE);
        Plans.of(List.of(waits), POLICIES).answer(new Result.Applied(10, LATER));
        assertThat(waits.outcomes().get(0)).isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void grantOfBefore_checkedAfterTheLeaseEnded_isNoAnswer() {
        Entry own = entry(A, 7, state(hold(1, ANN, Mode.EXCLUSIVE, "", ENDING)));
        Attempt again = wants(1, ANN, seen(own));
        Attempt first = attempt(Snapshot.ASSUMED_ABSENT, step(A, new Command.Release(id(77))));
        Plans.of(List.of(again, first), POLICIES).answer(new Result.Applied(9, LATER));
        assertThat(again.answer()).isEqualTo(Attempt.Answer.STALE);
    }

    @Test
    void renewal_afterTheAbsoluteEnd_isNoAnswer() {
        Lease absolute = new Lease(Duration.ofSeconds(60).plusMillis(100), null, null);
        Entry own = entry(A, 7, state(hold(1, ANN, Mode.EXCLUSIVE, "", absolute)));
        Attempt renewal = attempt(seen(own), step(A, new Command.Renew(id(1), true, null)));
        Plans.of(List.of(renewal), POLICIES).answer(new Result.Applied(9, LATER));
        assertThat(renewal.answer()).isEqualTo(Attempt.Answer.STALE);
        Plans.of(List.of(renewal), POLICIES).answer(new Result.Applied(10, LATER));
        assertThat(renewal.outcomes().get(0)).isInstanceOf(Outcome.NotHeld.class);
    }

    @Test
    @DisplayName("C4: a cooldown that is over when the refusal is checked refuses no longer")
    void tooSoon_checkedAfterThePace_isNoAnswer() {
        Cooldown cooldown = new Cooldown("mia", NOW.minus(Scenes.COOLDOWN).plusMillis(100), Scenes.COOLDOWN);
        Snapshot snapshot = seen(entry(new Key(Kind.COOLDOWN, "mia"), 5, cooldown));
        Attempt looked = wants(1, owner("tab-1", "mia"), snapshot);
        Attempt first = wants(2, owner("tab-2", "mia"), Snapshot.ASSUMED_ABSENT);
        Plans.of(List.of(looked, first), POLICIES).answer(new Result.Applied(9, LATER));
        assertThat(looked.answer()).isEqualTo(Attempt.Answer.STALE);
    }

    /** A renewal is remembered at a later time than a look of the other caller, and tells no more. */
    @Test
    void look_foldedWithALaterMemory_isAnswered() {
        Hold reader = hold(8, ANN, Mode.SHARED, "", Lease.NONE);
        Entry shared = entry(A, 7, new LockState(List.of(reader), List.of(), null));
        Snapshot memory = new Snapshot(Map.of(A, shared), LATER, Snapshot.Origin.HEARD);
        Attempt renewal = attempt(memory, step(A, new Command.Renew(id(8), true, null)));
        Attempt writer = wants(1, BOB, seen(shared));
        Plans.of(List.of(renewal, writer), POLICIES).answer(new Result.Applied(9, LATER));
        assertThat(renewal.answer()).isEqualTo(Attempt.Answer.DONE);
        assertThat(writer.answer()).isEqualTo(Attempt.Answer.DONE);
        assertThat(writer.outcomes().get(0)).isInstanceOf(Outcome.Refused.class);
    }

    @Test
    void look_foldedWithALaterMemoryOfAnotherVersion_isNoAnswerWithoutACheck() {
        Hold reader = hold(8, ANN, Mode.SHARED, "", Lease.NONE);
        LockState state = new LockState(List.of(reader), List.of(), null);
        Snapshot memory = new Snapshot(Map.of(A, entry(A, 9, state)), NOW.minusSeconds(1), Snapshot.Origin.HEARD);
        Attempt other = attempt(memory, step(A, new Command.Release(id(77))));
        Attempt writer = wants(1, BOB, seen(entry(A, 7, state)));
        Plan plan = Plans.of(List.of(other, writer), POLICIES);
        assertThat(changes(plan)).contains(Change.check(A, 7));
    }

    /** The second caller may have released the resource that fills its slot after the first one looked. */
    @Test
    @DisplayName("C1: another caller's older view of a slot refuses nobody without a check")
    void slotTaken_fromAnOlderView_isNoAnswerWithoutACheck() {
        Key slot = new Key(Kind.SLOT, SLOT);
        Hold elsewhere = hold(9, owner("tab-0", "mia"), Mode.EXCLUSIVE, SLOT, Lease.NONE);
        Snapshot older =
                seenAt(NOW.minusSeconds(1), entry(slot, 5, new Slot(B.name(), id(9))), entry(B, 6, state(elsewhere)));
        Attempt first = attempt(older, step(A, acquire(claim(1, owner("tab-1", "mia"), Mode.EXCLUSIVE, SLOT))));
        Attempt second = attempt(seen(), step(A, acquire(claim(2, owner("tab-2", "mia"), Mode.EXCLUSIVE, SLOT))));
        Plan plan = Plans.of(List.of(first, second), POLICIES);
        assertThat(((Outcome.Refused) second.outcomes().get(0)).reason()).isEqualTo(Refusal.Reason.SLOT_TAKEN);
        assertThat(changes(plan)).contains(Change.check(slot, 5), Change.check(B, 6));
    }

    @Test
    @DisplayName("C1: a view of one moment refuses without another trip")
    void slotTaken_fromOneView_isAnsweredAtOnce() {
        Key slot = new Key(Kind.SLOT, SLOT);
        Hold elsewhere = hold(9, owner("tab-0", "mia"), Mode.EXCLUSIVE, SLOT, Lease.NONE);
        Snapshot snapshot = seen(entry(slot, 5, new Slot(B.name(), id(9))), entry(B, 6, state(elsewhere)));
        Attempt only = attempt(snapshot, step(A, acquire(claim(1, owner("tab-1", "mia"), Mode.EXCLUSIVE, SLOT))));
        assertThat(Plans.of(List.of(only), POLICIES).group()).isNull();
    }
}
