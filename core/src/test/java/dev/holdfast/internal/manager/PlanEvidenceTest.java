package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import dev.holdfast.ProcessId;
import dev.holdfast.Refusal;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Cooldown;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.rules.OwnerEnded;
import dev.holdfast.internal.rules.Slot;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every command of a plan is decided on evidence made from the records that the plan is based on. */
@Tag("safety")
class PlanEvidenceTest {
    private static final Instant NOW = Instant.parse("2026-03-02T10:50:00Z");
    private static final Key A = Key.lock("scene/9/a");
    private static final Key B = Key.lock("scene/9/b");
    private static final String SLOT = "scene/9\nu";
    private static final Policy POLICY = Preset.OFFLINE.policy().toBuilder()
            .cooldown(Duration.ofSeconds(5))
            .suspectAfter(Duration.ofMinutes(15))
            .reclaimAfter(Duration.ofHours(1))
            .build();
    private static final Policies POLICIES = new Policies(List.of(), POLICY);

    private static Owner owner(String id) {
        return new Owner(id, id, "u", List.of());
    }

    private static Claim claim(int id, Owner owner, Mode mode, String slot) {
        return new Claim(new HoldId(0, id), owner, mode, Lease.NONE, "", slot);
    }

    private static Attempt acquire(int id, String owner, Snapshot snapshot) {
        return attempt(new Command.Acquire(claim(id, owner(owner), Mode.EXCLUSIVE, SLOT), false, null), snapshot);
    }

    private static Attempt attempt(Command command, Snapshot snapshot) {
        return new Attempt(List.of(new Step(A, command, POLICY)), snapshot);
    }

    private static Entry entry(Key key, long version, Body body) {
        return Entry.written(key, version, NOW.minusSeconds(1), body);
    }

    private static Snapshot seen(Entry... entries) {
        Map<Key, Entry> known = new HashMap<>();
        for (Entry entry : entries) {
            known.put(entry.key(), entry);
        }
        return Snapshot.of(new Reading(known, NOW));
    }

    /** A hold whose last sign of life was that long ago. */
    private static Hold hold(int id, Owner owner, Mode mode, String slot, Duration age) {
        Instant then = NOW.minus(age);
        return new Hold(List.of(new HoldId(0, id)), owner, mode, 3, then, then, then, Lease.NONE, "", slot, true);
    }

    private static LockState held(Hold... holds) {
        return new LockState(List.of(holds), List.of(), null);
    }

    private static Refusal.Reason reason(Attempt attempt) {
        return ((Outcome.Refused) attempt.outcomes().get(0)).reason();
    }

    private static List<Change> changes(Plan plan) {
        return Objects.requireNonNull(plan.group()).changes();
    }

    private static ProcessId running() {
        return ProcessTable.system().self();
    }

    /** A process of this machine that is not there any more. */
    private static ProcessId ended() {
        ProcessId self = running();
        return new ProcessId(self.host(), self.boot(), self.namespace(), self.pid(), "1");
    }

    @Test
    @DisplayName("P7: an ended owner gets nothing, also folded at its first try")
    void guess_foldedWithOneWhoSawTheOwnersEnd_isRefused() {
        Key ended = new Key(Kind.OWNER_ENDED, "tab");
        Snapshot snapshot = seen(entry(ended, 5, new OwnerEnded("tab", NOW)));
        Attempt first = acquire(1, "tab", snapshot);
        Attempt folded = acquire(2, "tab", Snapshot.ASSUMED_ABSENT);
        Plans.of(List.of(first, folded), POLICIES).answer(new Result.Applied(9, NOW));
        assertThat(reason(first)).isEqualTo(Refusal.Reason.OWNER_ENDED);
        assertThat(reason(folded)).isEqualTo(Refusal.Reason.OWNER_ENDED);
    }

    @Test
    @DisplayName("C1: one per scene and user, also folded at the first try")
    void guess_foldedWithOneWhoSawTheSlot_isRefused() {
        Hold other = hold(9, owner("tab-0"), Mode.EXCLUSIVE, SLOT, Duration.ofSeconds(1));
        Snapshot snapshot =
                seen(entry(new Key(Kind.SLOT, SLOT), 5, new Slot(B.name(), other.id())), entry(B, 6, held(other)));
        Attempt first = acquire(1, "tab-1", snapshot);
        Attempt folded = acquire(2, "tab-2", Snapshot.ASSUMED_ABSENT);
        Plans.of(List.of(folded, first), POLICIES).answer(new Result.Applied(9, NOW));
        assertThat(reason(first)).isEqualTo(Refusal.Reason.SLOT_TAKEN);
        assertThat(reason(folded)).isEqualTo(Refusal.Reason.SLOT_TAKEN);
    }

    @Test
    @DisplayName("C4: one operation in 5 s, also folded at the first try")
    void guess_foldedWithOneWhoSawThePace_isRefused() {
        Cooldown cooldown = new Cooldown("u", NOW.minusSeconds(1), Duration.ofSeconds(5));
        Snapshot snapshot = seen(entry(new Key(Kind.COOLDOWN, "u"), 5, cooldown));
        Attempt first = acquire(1, "tab-1", snapshot);
        Attempt folded = acquire(2, "tab-2", Snapshot.ASSUMED_ABSENT);
        Plans.of(List.of(first, folded), POLICIES).answer(new Result.Applied(9, NOW));
        assertThat(reason(first)).isEqualTo(Refusal.Reason.TOO_SOON);
        assertThat(reason(folded)).isEqualTo(Refusal.Reason.TOO_SOON);
    }

    @Test
    void oldHoldOfALivingProcess_isNotTakenByOneWhoNeverLooked() {
        Owner worker = new Owner("w", "w", "", List.of(running()));
        LockState state = held(hold(9, worker, Mode.EXCLUSIVE, "", Duration.ofHours(2)));
        Snapshot snapshot = seen(entry(A, 7, state));
        Attempt looked = acquire(1, "ann", snapshot);
        looked.again(Witness.of(List.of(state)));
        Attempt folded = acquire(2, "bob", Snapshot.ASSUMED_ABSENT);
        Plan plan = Plans.of(List.of(looked, folded), POLICIES);
        assertThat(changes(plan)).contains(Change.check(A, 7)).allMatch(change -> change.type() == Change.Type.CHECK);
        assertThat(reason(looked)).isEqualTo(Refusal.Reason.HELD);
        assertThat(reason(folded)).isEqualTo(Refusal.Reason.HELD);
    }

    @Test
    void holdThatNobodyLookedAt_isNoReasonToRefuse() {
        Owner dead = new Owner("w", "w", "", List.of(ended()));
        LockState state = held(hold(9, dead, Mode.EXCLUSIVE, "", Duration.ofSeconds(5)));
        Attempt attempt = acquire(1, "ann", seen(entry(A, 7, state)));
        Plans.of(List.of(attempt), POLICIES).answer(null);
        assertThat(attempt.answer()).as("looks, and tries again").isEqualTo(Attempt.Answer.STALE);
        attempt.again(Witness.of(List.of(state)));
        Plans.of(List.of(attempt), POLICIES).answer(new Result.Applied(8, NOW));
        assertThat(attempt.outcomes().get(0)).isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void renewalAndRelease_endNoHoldThatNobodyLookedAt() {
        Owner worker = new Owner("w", "w", "", List.of(running()));
        Hold old = hold(9, worker, Mode.SHARED, "", Duration.ofHours(2));
        Hold own = hold(8, owner("me"), Mode.SHARED, "", Duration.ofSeconds(5));
        for (Command command : List.of(new Command.Renew(own.id(), true, null), new Command.Release(own.id()))) {
            Plan plan = Plans.of(List.of(attempt(command, seen(entry(A, 7, held(old, own))))), POLICIES);
            assertThat(changes(plan))
                    .filteredOn(change -> change.key().equals(A))
                    .singleElement()
                    .satisfies(change -> assertThat(((LockState) Objects.requireNonNull(change.next())).holds())
                            .contains(old));
        }
    }

    @Test
    @DisplayName("C1: a slot whose hold is dead is taken together with that hold, so that no renewal can revive it")
    void grantBesideADeadSlot_endsTheHoldThatFilledIt() {
        Owner dead = new Owner("w", "w", "u", List.of(ended()));
        LockState there = held(hold(9, dead, Mode.EXCLUSIVE, SLOT, Duration.ofSeconds(5)));
        Attempt attempt = acquire(
                1,
                "tab",
                seen(entry(new Key(Kind.SLOT, SLOT), 5, new Slot(B.name(), new HoldId(0, 9))), entry(B, 6, there)));
        attempt.again(Witness.of(List.of(there)));
        Plan plan = Plans.of(List.of(attempt), POLICIES);
        assertThat(attempt.outcomes().get(0)).isInstanceOf(Outcome.Granted.class);
        assertThat(changes(plan)).contains(Change.delete(B, 6));
        assertThat(changes(plan)).anyMatch(change -> change.key().kind() == Kind.ENDING);
        assertThat(changes(plan))
                .filteredOn(change -> change.key().kind() == Kind.SLOT)
                .singleElement()
                .satisfies(change -> assertThat(change.next()).isEqualTo(new Slot(A.name(), new HoldId(0, 1))));
    }

    @Test
    @DisplayName("C4: one change hands a lock to a user once, and not to the one who released by it")
    void handOver_countsItsOwnOperations() {
        Hold holder = hold(8, new Owner("me", "me", "other", List.of()), Mode.EXCLUSIVE, "", Duration.ofSeconds(5));
        Ticket first = new Ticket(claim(1, owner("tab-1"), Mode.SHARED, ""), NOW.minusSeconds(2), NOW.minusSeconds(2));
        Ticket second = new Ticket(claim(2, owner("tab-2"), Mode.SHARED, ""), NOW.minusSeconds(1), NOW.minusSeconds(1));
        LockState state = new LockState(List.of(holder), List.of(first, second), null);
        Plan plan = Plans.of(List.of(attempt(new Command.Release(holder.id()), seen(entry(A, 7, state)))), POLICIES);
        assertThat(changes(plan))
                .filteredOn(change -> change.key().equals(A))
                .singleElement()
                .satisfies(change -> assertThat(((LockState) Objects.requireNonNull(change.next())).holds())
                        .extracting(hold -> hold.owner().id())
                        .containsExactly("tab-1"));
    }

    private static LockState withWaiter(Hold holder, Claim waiter) {
        return new LockState(
                List.of(holder), List.of(new Ticket(waiter, NOW.minusSeconds(2), NOW.minusSeconds(2))), null);
    }

    @Test
    void handOver_checksThatItsReceiverWasNotEnded() {
        Hold holder = hold(8, new Owner("me", "me", "other", List.of()), Mode.EXCLUSIVE, "", Duration.ofSeconds(5));
        Claim waiter = claim(1, owner("tab"), Mode.EXCLUSIVE, "");
        Entry lock = entry(A, 7, withWaiter(holder, waiter));
        Key ended = new Key(Kind.OWNER_ENDED, "tab");
        Command release = new Command.Release(holder.id());

        assertThat(changes(Plans.of(List.of(attempt(release, seen(lock))), POLICIES)))
                .contains(Change.check(ended, Change.ABSENT));

        Snapshot known = seen(lock, entry(ended, 5, new OwnerEnded("tab", NOW)));
        assertThat(changes(Plans.of(List.of(attempt(release, known)), POLICIES)))
                .as("the waiter is skipped")
                .contains(Change.delete(A, 7));
    }

    @Test
    @DisplayName("C1, C4: who is handed a lock must be allowed to acquire it")
    void handOver_skipsWhoMayNotAcquire() {
        Hold holder = hold(8, new Owner("me", "me", "other", List.of()), Mode.EXCLUSIVE, "", Duration.ofSeconds(5));
        Entry lock = entry(A, 7, withWaiter(holder, claim(1, owner("tab"), Mode.EXCLUSIVE, SLOT)));
        Hold elsewhere = hold(9, owner("tab-2"), Mode.EXCLUSIVE, SLOT, Duration.ofSeconds(1));
        Snapshot slotTaken = seen(
                lock,
                entry(new Key(Kind.SLOT, SLOT), 5, new Slot(B.name(), elsewhere.id())),
                entry(B, 6, held(elsewhere)));
        Snapshot tooSoon = seen(
                lock,
                entry(new Key(Kind.COOLDOWN, "u"), 5, new Cooldown("u", NOW.minusSeconds(1), Duration.ofSeconds(5))));
        for (Snapshot snapshot : List.of(slotTaken, tooSoon)) {
            Plan plan = Plans.of(List.of(attempt(new Command.Release(holder.id()), snapshot)), POLICIES);
            assertThat(changes(plan)).contains(Change.delete(A, 7));
        }
    }

    @Test
    @DisplayName("C1: a release frees no slot that another resource has filled since")
    void release_leavesASlotThatAnotherResourceFilled() {
        Hold own = hold(8, owner("me"), Mode.EXCLUSIVE, SLOT, Duration.ofSeconds(5));
        Key slot = new Key(Kind.SLOT, SLOT);
        Snapshot snapshot = seen(entry(A, 7, held(own)), entry(slot, 9, new Slot(B.name(), new HoldId(0, 4))));
        Plan plan = Plans.of(List.of(attempt(new Command.Release(own.id()), snapshot)), POLICIES);
        assertThat(changes(plan)).noneMatch(change -> change.key().equals(slot));
    }

    @Test
    void hearsay_answersNothingByItself() {
        Hold own = hold(1, owner("tab"), Mode.EXCLUSIVE, "", Duration.ofSeconds(5));
        Snapshot told = Snapshot.heard(entry(A, 7, held(own)));
        Attempt same = acquire(1, "tab", told);
        Attempt again = acquire(2, "tab", told);
        Attempt other = acquire(3, "bob", told);
        Attempt gone = attempt(new Command.Renew(new HoldId(0, 77), true, null), told);
        for (Attempt attempt : List.of(same, again, other, gone)) {
            Plan plan = Plans.of(List.of(attempt), POLICIES);
            assertThat(plan.group()).isNull();
            plan.answer(null);
            assertThat(attempt.answer()).isEqualTo(Attempt.Answer.STALE);
            assertThat(attempt.snapshot().guess()).as("asks the store").isTrue();
        }
    }

    @Test
    void hearsay_savesTheTripBeforeAChange() {
        Hold own = hold(1, owner("tab"), Mode.EXCLUSIVE, "", Duration.ofSeconds(5));
        Attempt release = attempt(new Command.Release(own.id()), Snapshot.heard(entry(A, 7, held(own))));
        assertThat(changes(Plans.of(List.of(release), POLICIES))).contains(Change.delete(A, 7));
    }

    /** Two views of one moment, by a clock that stood still: the answer rests on the wrong one, or must be checked. */
    @Test
    void viewsOfTheSameMoment_thatDiffer_areNoAnswerWithoutACheck() {
        Hold own = hold(1, owner("tab"), Mode.EXCLUSIVE, "", Duration.ofSeconds(5));
        Attempt before = attempt(new Command.Release(new HoldId(0, 77)), seen(entry(A, 5, held())));
        Attempt after = attempt(new Command.Release(own.id()), seen(entry(A, 6, held(own))));
        Plan plan = Plans.of(List.of(before, after), POLICIES);
        assertThat(changes(plan)).anyMatch(change -> change.key().equals(A));
    }

    /** It may have acquired the lock itself after the other had looked. */
    @Test
    void firstTry_foldedWithAnOlderView_isNoAnswerWithoutACheck() {
        Hold other = hold(9, owner("other"), Mode.EXCLUSIVE, "", Duration.ofSeconds(5));
        Attempt looked = acquire(1, "ann", seen(entry(A, 5, held(other))));
        Attempt first = attempt(new Command.Release(new HoldId(0, 2)), Snapshot.ASSUMED_ABSENT);
        Plan plan = Plans.of(List.of(looked, first), POLICIES);
        assertThat(changes(plan)).contains(Change.check(A, 5)).allMatch(change -> change.type() == Change.Type.CHECK);
    }

    @Test
    void refusedByAGrantOfTheSamePlan_isAnsweredInTheSameTrip() {
        Owner worker = new Owner("w", "w", "", List.of(running()));
        Command.Acquire winner = new Command.Acquire(claim(1, worker, Mode.EXCLUSIVE, ""), false, null);
        Attempt first = attempt(winner, Snapshot.ASSUMED_ABSENT);
        Attempt second = acquire(2, "bob", Snapshot.ASSUMED_ABSENT);
        Plans.of(List.of(first, second), POLICIES).answer(new Result.Applied(9, NOW));
        assertThat(first.outcomes().get(0)).isInstanceOf(Outcome.Granted.class);
        assertThat(reason(second)).isEqualTo(Refusal.Reason.HELD);
    }
}
