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
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.rules.Relay;
import dev.holdfast.internal.rules.Slot;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a plan checks besides what it writes, and which of several views it decides on. */
@Tag("safety")
class PlanChecksTest {
    private static final Key A = Key.lock("scene/9/a");
    private static final Key B = Key.lock("scene/9/b");
    private static final String SLOT = "scene/9\nmia";
    private static final Owner MIA = owner("tab-1", "mia");
    private static final Owner TOM = owner("tom", "");
    private static final LockState HELD = state(hold(8, TOM));

    @Test
    @DisplayName("C1, C4: a ticket is written only while the limits are as they were seen")
    void ticket_checksAllLimitsOfItsClaim() {
        Lease over = Lease.of(Duration.ofSeconds(10));
        Snapshot snapshot = seen(
                entry(A, 7, HELD),
                entry(new Key(Kind.SLOT, SLOT), 5, new Slot(B.name(), id(9))),
                entry(B, 6, state(hold(9, owner("tab-0", "mia"), Mode.EXCLUSIVE, SLOT, over))));
        Command waits = new Command.Acquire(claim(1, MIA, Mode.EXCLUSIVE, SLOT), true, null);
        Attempt attempt = attempt(snapshot, step(A, waits));
        Plan plan = Plans.of(List.of(attempt), POLICIES);
        assertThat(attempt.outcomes().get(0)).isInstanceOf(Outcome.Queued.class);
        assertThat(changes(plan))
                .contains(
                        Change.check(new Key(Kind.OWNER_ENDED, "tab-1"), Change.ABSENT),
                        Change.check(new Key(Kind.COOLDOWN, "mia"), Change.ABSENT));
        assertThat(changes(plan)).extracting(Change::key).contains(new Key(Kind.SLOT, SLOT), B, A);
    }

    @Test
    void ticket_ofAnOwnerWithoutUserAndSlot_checksOnlyThatItWasNotEnded() {
        Command waits = new Command.Acquire(claim(1, TOM.named("x"), Mode.EXCLUSIVE, ""), true, null);
        Attempt attempt = attempt(seen(entry(A, 7, state(hold(8, MIA)))), step(A, waits));
        assertThat(changes(Plans.of(List.of(attempt), POLICIES)))
                .extracting(Change::key)
                .containsExactlyInAnyOrder(A, new Key(Kind.OWNER_ENDED, "tom"));
    }

    /** A writer leaves the queue, a reader of its manager gets its place, and with it the resource in the same change. */
    @Test
    void placeThatIsPassedOn_andServedInTheSameChange_checksItsReceiver() {
        Hold reader = hold(8, TOM, Mode.SHARED, "", Lease.NONE);
        Ticket leaving = new Ticket(claim(1, owner("writer", ""), Mode.EXCLUSIVE, ""), NOW, NOW);
        LockState queue = new LockState(List.of(reader), List.of(leaving), null);
        Command leaves = new Command.Release(id(1)).to(new Relay(claim(2, owner("next", ""), Mode.SHARED, ""), 0));
        Attempt attempt = attempt(seen(entry(A, 7, queue)), step(A, leaves));
        assertThat(changes(Plans.of(List.of(attempt), POLICIES)))
                .contains(Change.check(new Key(Kind.OWNER_ENDED, "next"), Change.ABSENT));
    }

    @Test
    @DisplayName("C1: two who share one resource do not share a slot there")
    void slot_filledByAReaderOfTheSameResource_refusesAnotherReader() {
        Hold reader = hold(9, owner("tab-0", "mia"), Mode.SHARED, SLOT, Lease.NONE);
        Snapshot snapshot =
                seen(entry(A, 7, state(reader)), entry(new Key(Kind.SLOT, SLOT), 5, new Slot(A.name(), id(9))));
        Attempt attempt = attempt(snapshot, step(A, acquire(claim(1, MIA, Mode.SHARED, SLOT))));
        Plans.of(List.of(attempt), POLICIES);
        assertThat(attempt.outcomes().get(0))
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Refusal.Reason.SLOT_TAKEN));
    }

    /** The order in which the callers came says nothing about whose view is the later one. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void views_ofTwoCallers_theLaterOneCounts(boolean laterFirst) {
        Attempt older = attempt(
                seenAt(NOW.minusSeconds(1), entry(A, 6, HELD)),
                step(A, acquire(claim(1, owner("ann", ""), Mode.EXCLUSIVE, ""))));
        Attempt later = attempt(
                seenAt(NOW, entry(A, 7, state(hold(9, owner("eve", ""))))),
                step(A, acquire(claim(2, owner("bob", ""), Mode.EXCLUSIVE, ""))));
        Plan plan = Plans.of(laterFirst ? List.of(later, older) : List.of(older, later), POLICIES);
        for (Attempt each : List.of(older, later)) {
            assertThat(each.outcomes().get(0))
                    .isInstanceOfSatisfying(
                            Outcome.Refused.class,
                            refused -> assertThat(refused.holders())
                                    .singleElement()
                                    .satisfies(holder ->
                                            assertThat(holder.hold().id()).isEqualTo(id(9))));
        }
        assertThat(plan.group())
                .as("the older view has the older version: no doubt, and no trip")
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void views_readAndRemembered_theOneReadCounts(boolean readFirst) {
        Attempt read = attempt(
                seenAt(NOW.minusSeconds(5), entry(A, 7, HELD)),
                step(A, acquire(claim(1, owner("ann", ""), Mode.EXCLUSIVE, ""))));
        Attempt remembered = attempt(
                seenAt(NOW, entry(A, 6, state(hold(9, owner("eve", ""))))).remembered(),
                step(A, acquire(claim(2, owner("bob", ""), Mode.EXCLUSIVE, ""))));
        Plan plan = Plans.of(readFirst ? List.of(read, remembered) : List.of(remembered, read), POLICIES);
        assertThat(changes(plan)).contains(Change.check(A, 7));
        assertThat(read.outcomes().get(0))
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused ->
                                assertThat(refused.holders().get(0).hold().id()).isEqualTo(id(8)));
    }

    /** It may have begun after the other has read, and the hold may have ended in between. */
    @Test
    void view_thatWasTold_isNoAnswerWithoutACheckByWhatAnotherRead() {
        Attempt read = attempt(
                seenAt(NOW, entry(A, 7, HELD)), step(A, acquire(claim(1, owner("ann", ""), Mode.EXCLUSIVE, ""))));
        Attempt told = attempt(
                Snapshot.heard(entry(A, 7, HELD)), step(A, acquire(claim(2, owner("bob", ""), Mode.EXCLUSIVE, ""))));
        assertThat(changes(Plans.of(List.of(read, told), POLICIES))).contains(Change.check(A, 7));
    }

    @Test
    void view_thatIsLaterButHasTheOlderVersion_isNoAnswerWithoutACheck() {
        Attempt older = attempt(
                seenAt(NOW.minusSeconds(1), entry(A, 8, HELD)),
                step(A, acquire(claim(1, owner("ann", ""), Mode.EXCLUSIVE, ""))));
        Attempt later = attempt(
                seenAt(NOW, entry(A, 7, HELD)), step(A, acquire(claim(2, owner("bob", ""), Mode.EXCLUSIVE, ""))));
        assertThat(changes(Plans.of(List.of(older, later), POLICIES))).contains(Change.check(A, 7));
    }

    @Test
    void queued_behindATicketThatEndsMeanwhile_isDecidedAgain() {
        Instant then = NOW.minusSeconds(4);
        Ticket fading = new Ticket(claim(2, owner("bob", ""), Mode.SHARED, ""), then, then);
        Duration left = Duration.between(NOW, fading.until());
        assertThat(left).isPositive();
        LockState reading =
                new LockState(List.of(hold(8, TOM, Mode.SHARED, "", Lease.NONE)), List.of(exclusive(fading)), null);
        for (boolean ends : new boolean[] {true, false}) {
            Attempt waits = attempt(
                    seen(entry(A, 7, reading)),
                    step(A, new Command.Acquire(claim(1, MIA, Mode.SHARED, ""), true, null)));
            Plan plan = Plans.of(List.of(waits), POLICIES);
            assertThat(waits.outcomes().get(0)).isInstanceOf(Outcome.Queued.class);
            plan.answer(new Result.Applied(9, NOW.plus(left).minusMillis(ends ? 0 : 1)));
            assertThat(waits.answer()).isEqualTo(ends ? Attempt.Answer.STALE : Attempt.Answer.DONE);
        }
    }

    private static Ticket exclusive(Ticket ticket) {
        return new Ticket(claim(2, ticket.claim().owner(), Mode.EXCLUSIVE, ""), ticket.since(), ticket.seen());
    }

    @Test
    void busy_isToldToEveryCaller() {
        Attempt attempt = attempt(Snapshot.ASSUMED_ABSENT, step(A, acquire(claim(1, MIA, Mode.EXCLUSIVE, ""))));
        Plans.of(List.of(attempt), POLICIES).answer(new Result.Busy());
        assertThat(attempt.answer()).isEqualTo(Attempt.Answer.BUSY);
    }

    /** What another caller read before this one began would be an answer from the past. */
    @Test
    void busy_tellsNoCallerWhatAnotherHadRead() {
        Attempt releases = attempt(seen(entry(A, 7, HELD)), step(A, new Command.Release(id(8))));
        Attempt begins = attempt(Snapshot.ASSUMED_ABSENT, step(A, acquire(claim(1, MIA, Mode.EXCLUSIVE, ""))));
        Plans.of(List.of(begins, releases), POLICIES).answer(new Result.Busy());
        assertThat(begins.answer()).isEqualTo(Attempt.Answer.BUSY);
        assertThat(begins.snapshot().guess()).as("asks the store").isTrue();
        assertThat(releases.snapshot().guess())
                .as("what it had read may be too old at the next try")
                .isTrue();
    }

    @Test
    void commandsThatReleaseHolds_areToldFromThoseThatCanBeRepeated() {
        Snapshot snapshot = seen(entry(A, 7, HELD));
        for (Command ends :
                new Command[] {new Command.Release(id(8)), new Command.ReleaseOwner("tom"), new Command.Force("x", "")
                }) {
            assertThat(Plans.of(List.of(attempt(snapshot, step(A, ends))), POLICIES)
                            .endsHolds())
                    .isTrue();
        }
        for (Command other : new Command[] {
            new Command.Renew(id(8), false, null), acquire(claim(1, MIA, Mode.SHARED, "")), new Command.Tidy()
        }) {
            assertThat(Plans.of(List.of(attempt(snapshot, step(A, other))), POLICIES)
                            .endsHolds())
                    .isFalse();
        }
    }

    @Test
    void reader_grantedBesideAnother_isToldItsOwnHold() {
        Hold reader = hold(8, TOM, Mode.SHARED, "", Lease.NONE);
        Attempt attempt = attempt(seen(entry(A, 7, state(reader))), step(A, acquire(claim(1, MIA, Mode.SHARED, ""))));
        Plans.of(List.of(attempt), POLICIES).answer(new Result.Applied(9, NOW));
        Outcome.Granted granted = (Outcome.Granted) attempt.outcomes().get(0);
        assertThat(granted.hold().id()).isEqualTo(id(1));
        assertThat(granted.hold().fence()).isEqualTo(9);
        assertThat(LockState.of(Objects.requireNonNull(attempt.snapshot().get(A)))
                        .holds())
                .hasSize(2);
    }
}
