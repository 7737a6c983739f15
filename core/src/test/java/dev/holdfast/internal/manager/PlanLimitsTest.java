package dev.holdfast.internal.manager;

import static dev.holdfast.internal.manager.Scenes.NOW;
import static dev.holdfast.internal.manager.Scenes.POLICIES;
import static dev.holdfast.internal.manager.Scenes.acquire;
import static dev.holdfast.internal.manager.Scenes.attempt;
import static dev.holdfast.internal.manager.Scenes.changes;
import static dev.holdfast.internal.manager.Scenes.claim;
import static dev.holdfast.internal.manager.Scenes.entry;
import static dev.holdfast.internal.manager.Scenes.hold;
import static dev.holdfast.internal.manager.Scenes.holders;
import static dev.holdfast.internal.manager.Scenes.id;
import static dev.holdfast.internal.manager.Scenes.owner;
import static dev.holdfast.internal.manager.Scenes.seen;
import static dev.holdfast.internal.manager.Scenes.state;
import static dev.holdfast.internal.manager.Scenes.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Refusal;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.rules.Slot;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Result;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One change that decides about several locks observes the limits that span them. */
@Tag("safety")
class PlanLimitsTest {
    private static final Key A = Key.lock("scene/9/a");
    private static final Key B = Key.lock("scene/9/b");
    private static final String SLOT = "scene/9\nmia";
    private static final Owner HOLDER = owner("holder", "tom");

    private static Attempt releaseBoth(Claim waitsForA, Claim waitsForB) {
        Command release = new Command.Release(id(8));
        Snapshot snapshot =
                seen(entry(A, 7, state(hold(8, HOLDER), waitsForA)), entry(B, 6, state(hold(8, HOLDER), waitsForB)));
        return attempt(snapshot, step(A, release), step(B, release));
    }

    @Test
    @DisplayName("C4: one release of two locks hands one of them to a user, not both")
    void releaseOfTwo_waitersOfOneUser_handsOverOne() {
        Attempt attempt = releaseBoth(
                claim(1, owner("tab-1", "mia"), Mode.EXCLUSIVE, ""),
                claim(2, owner("tab-2", "mia"), Mode.EXCLUSIVE, ""));
        Plan plan = Plans.of(List.of(attempt), POLICIES);
        assertThat(holders(plan, A)).containsExactly("tab-1");
        assertThat(holders(plan, B)).isEmpty();
        assertThat(changes(plan)).contains(Change.delete(B, 6));
    }

    @Test
    void releaseOfTwo_waitersOfTwoUsers_handsOverBoth() {
        Attempt attempt = releaseBoth(
                claim(1, owner("tab-1", "mia"), Mode.EXCLUSIVE, ""),
                claim(2, owner("tab-2", "ann"), Mode.EXCLUSIVE, ""));
        Plan plan = Plans.of(List.of(attempt), POLICIES);
        assertThat(holders(plan, A)).containsExactly("tab-1");
        assertThat(holders(plan, B)).containsExactly("tab-2");
    }

    @Test
    @DisplayName("C1: one release of two locks fills a slot once")
    void releaseOfTwo_waitersForOneSlot_handsOverOne() {
        Command release = new Command.Release(id(8));
        Claim first = claim(1, owner("tab-1", "mia"), Mode.EXCLUSIVE, SLOT);
        Claim second = claim(2, owner("tab-2", "mia"), Mode.EXCLUSIVE, SLOT);
        Snapshot snapshot =
                seen(entry(A, 7, state(hold(8, HOLDER), first)), entry(B, 6, state(hold(8, HOLDER), second)));
        var unpaced = Scenes.POLICY.toBuilder().cooldown(null).build();
        Attempt attempt = attempt(snapshot, new Step(A, release, unpaced), new Step(B, release, unpaced));
        Plan plan = Plans.of(List.of(attempt), POLICIES);
        assertThat(holders(plan, A)).containsExactly("tab-1");
        assertThat(holders(plan, B)).isEmpty();
        assertThat(changes(plan))
                .filteredOn(change -> change.key().kind() == Kind.SLOT)
                .singleElement()
                .satisfies(change -> assertThat(change.next()).isEqualTo(new Slot(A.name(), id(1))));
    }

    /** A ticket has a slot if a manager with other policies wrote it. */
    @Test
    @DisplayName("C1: a waiter whose slot was filled since is passed over, and told who fills it")
    void release_toAWaiterWhoseSlotIsFilled_passesItOverAndTellsWhy() {
        Claim waits = claim(1, owner("tab-1", "mia"), Mode.EXCLUSIVE, SLOT);
        Claim next = claim(2, owner("next", "ann"), Mode.EXCLUSIVE, "");
        Hold fills = hold(9, owner("tab-0", "mia"), Mode.EXCLUSIVE, SLOT, Lease.NONE);
        Snapshot snapshot = seen(
                entry(A, 7, state(hold(8, HOLDER), waits, next)),
                entry(new Key(Kind.SLOT, SLOT), 5, new Slot(B.name(), id(9))),
                entry(B, 6, state(fills)));
        Attempt release = attempt(snapshot, step(A, new Command.Release(id(8))));
        Plan plan = Plans.of(List.of(release), POLICIES);
        assertThat(holders(plan, A)).containsExactly("next");
        plan.answer(new Result.Applied(9, NOW));

        Attempt again = attempt(release.snapshot(), step(A, new Command.Acquire(waits, true, null)));
        Plans.of(List.of(again), POLICIES);
        assertThat(again.outcomes().get(0)).isInstanceOfSatisfying(Outcome.Refused.class, refused -> {
            assertThat(refused.reason()).isEqualTo(Refusal.Reason.SLOT_TAKEN);
            assertThat(refused.holders())
                    .singleElement()
                    .satisfies(holder -> assertThat(holder.hold().id()).isEqualTo(id(9)));
        });
    }

    @Test
    @DisplayName("C4: a request for several locks is one operation")
    void acquireOfTwo_isOneOperation() {
        Owner mia = owner("tab-1", "mia");
        Attempt attempt = attempt(
                Snapshot.ASSUMED_ABSENT,
                step(A, acquire(claim(1, mia, Mode.EXCLUSIVE, ""))),
                step(B, acquire(claim(1, mia, Mode.EXCLUSIVE, ""))));
        Plans.of(List.of(attempt), POLICIES).answer(new Result.Applied(9, NOW));
        assertThat(attempt.outcomes()).hasSize(2).hasOnlyElementsOfType(Outcome.Granted.class);
    }

    @Test
    @DisplayName("C1: a grant beside an expired hold of the same slot does not hand that resource to the same user")
    void grantBesideAnExpiredSlot_handsTheFormerResourceToNoOtherTab() {
        Owner gone = owner("tab-0", "mia");
        Claim waits = claim(2, owner("tab-2", "mia"), Mode.EXCLUSIVE, SLOT);
        Lease over = Lease.of(Duration.ofSeconds(10));
        Snapshot snapshot = seen(
                entry(new Key(Kind.SLOT, SLOT), 5, new Slot(B.name(), id(9))),
                entry(B, 6, state(hold(9, gone, Mode.EXCLUSIVE, SLOT, over), waits)));
        Attempt attempt = attempt(snapshot, step(A, acquire(claim(1, owner("tab-1", "mia"), Mode.EXCLUSIVE, SLOT))));
        Plan plan = Plans.of(List.of(attempt), POLICIES);
        assertThat(holders(plan, A)).containsExactly("tab-1");
        assertThat(holders(plan, B)).isEmpty();
    }

    @Test
    @DisplayName("C1, C4: a hand-over on the former resource of a slot counts like any other")
    void grantBesideAnExpiredSlot_handsTheFormerResourceOverWithItsLimits() {
        Owner gone = owner("tab-0", "mia");
        Claim waits = claim(2, owner("tab-2", "tom"), Mode.EXCLUSIVE, "scene/9\ntom");
        Lease over = Lease.of(Duration.ofSeconds(10));
        Snapshot snapshot = seen(
                entry(new Key(Kind.SLOT, SLOT), 5, new Slot(B.name(), id(9))),
                entry(B, 6, state(hold(9, gone, Mode.EXCLUSIVE, SLOT, over), waits)));
        Attempt attempt = attempt(snapshot, step(A, acquire(claim(1, owner("tab-1", "mia"), Mode.EXCLUSIVE, SLOT))));
        Plan plan = Plans.of(List.of(attempt), POLICIES);
        assertThat(holders(plan, B)).containsExactly("tab-2");
        assertThat(changes(plan))
                .filteredOn(change -> change.type() == Change.Type.PUT)
                .extracting(Change::key)
                .contains(new Key(Kind.SLOT, "scene/9\ntom"), new Key(Kind.COOLDOWN, "tom"), new Key(Kind.SLOT, SLOT));
        assertThat(changes(plan)).contains(Change.check(new Key(Kind.OWNER_ENDED, "tab-2"), Change.ABSENT));
    }

    @Test
    @DisplayName("C1: entering a hold of the same owner again depends on no other resource, whatever user enters")
    void enteringAgain_asAnotherUser_checksNotThatUsersSlot() {
        Owner session = owner("session", "tom");
        Snapshot snapshot = seen(
                entry(A, 7, state(hold(8, session, Mode.EXCLUSIVE, "scene/9\ntom", Lease.NONE))),
                entry(new Key(Kind.SLOT, SLOT), 5, new Slot(B.name(), id(9))),
                entry(B, 6, state(hold(9, owner("tab-0", "mia"), Mode.EXCLUSIVE, SLOT, Lease.NONE))));
        Attempt again = attempt(snapshot, step(A, acquire(claim(1, owner("session", "mia"), Mode.EXCLUSIVE, SLOT))));
        Plan plan = Plans.of(List.of(again), POLICIES);
        assertThat(again.outcomes().get(0)).isInstanceOf(Outcome.Granted.class);
        assertThat(changes(plan))
                .extracting(Change::key)
                .containsExactlyInAnyOrder(A, new Key(Kind.OWNER_ENDED, "session"));
    }
}
