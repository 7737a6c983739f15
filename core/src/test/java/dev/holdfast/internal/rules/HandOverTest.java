package dev.holdfast.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is handed to a waiter counts for its owner; for the waiter itself it has a short lease until it is confirmed. */
class HandOverTest {
    private static final Owner ANN = Owner.of("ann");
    private static final HoldId WAITER = new HoldId(1, 1);
    private static final HoldId OTHER_WAITER = new HoldId(1, 2);
    private static final HoldId CALLER = new HoldId(1, 3);
    private static final HoldId BOB = new HoldId(2, 1);

    private final Policy policy = Preset.OFFLINE.policy();
    private Instant now = Instant.parse("2026-03-02T09:15:30Z");
    private long version = 100;
    private LockState state = LockState.FREE;

    @BeforeEach
    void handOver() {
        acquire(Owner.of("bob"), BOB, false);
        assertThat(acquire(ANN, WAITER, true)).isInstanceOf(Outcome.Queued.class);
    }

    private Outcome acquire(Owner owner, HoldId id, boolean queue) {
        Claim claim = new Claim(id, owner, Mode.EXCLUSIVE, policy.lease());
        return run(new Command.Acquire(claim, queue, null));
    }

    private Outcome run(Command command) {
        Decision decision = Rules.decide(state, command, policy, Evidence.NONE, now);
        version++;
        now = now.plusMillis(10);
        state = decision.next().stamped(version, now);
        return decision.outcome();
    }

    private Verdict verdict() {
        return Judgement.of(state.holds().get(0), policy, Evidence.NONE, now);
    }

    @Test
    void acquire_ofTheSameOwner_lastsLongerThanTheHandOver() {
        run(new Command.Release(BOB));
        assertThat(acquire(ANN, CALLER, false)).isInstanceOf(Outcome.Granted.class);
        run(new Command.Release(WAITER));
        now = now.plus(Hold.TAKE_UP).plus(Duration.ofSeconds(1));
        assertThat(verdict()).isEqualTo(Verdict.LIVE);
    }

    @Test
    void release_ofTheSameOwner_leavesAWaiterThatIsGoneNoMoreThanItsFirstLease() {
        run(new Command.Release(BOB));
        acquire(ANN, CALLER, false);
        now = now.plus(Hold.TAKE_UP);
        run(new Command.Renew(CALLER, true, null));
        assertThat(state.holds().get(0).until())
                .as("a whole lease, for the caller")
                .isAfter(now.plus(Hold.TAKE_UP).plusSeconds(1));
        run(new Command.Release(CALLER));
        assertThat(state.holdOf(WAITER)).as("the waiter may count on it").isNotNull();
        now = now.plus(Hold.TAKE_UP);
        run(new Command.Tidy());
        assertThat(state.isFree()).isTrue();
    }

    @Test
    void release_ofAWaiter_leavesTheSameOwnerAWholeLease() {
        run(new Command.Release(BOB));
        acquire(ANN, CALLER, false);
        run(new Command.Release(WAITER));
        assertThat(state.holds().get(0).claimed()).isTrue();
        assertThat(state.holds().get(0).entries()).containsExactly(CALLER);
    }

    @Test
    void renewal_ofTheSameOwner_doesNotConfirmForTheWaiter() {
        run(new Command.Release(BOB));
        acquire(ANN, CALLER, false);
        run(new Command.Renew(CALLER, true, null));
        assertThat(FirstLease.isOver(state.holds().get(0), WAITER)).isFalse();
        assertThat(FirstLease.isOver(state.holds().get(0), CALLER)).isTrue();
        assertThat(acquire(ANN, CALLER, false))
                .as("a repetition")
                .isInstanceOfSatisfying(
                        Outcome.Granted.class,
                        granted -> assertThat(granted.again()).isTrue());
        run(new Command.Renew(WAITER, false, null));
        assertThat(FirstLease.isOver(state.holds().get(0), WAITER)).isTrue();
    }

    @Test
    void waiter_thatLives_entersWhatItsOwnerTookUp() {
        run(new Command.Release(BOB));
        acquire(ANN, CALLER, false);
        assertThat(acquire(ANN, WAITER, true)).isInstanceOf(Outcome.Granted.class);
        run(new Command.Release(CALLER));
        assertThat(state.holdOf(WAITER)).isNotNull();
        run(new Command.Release(WAITER));
        assertThat(state.isFree()).isTrue();
    }

    @Test
    void secondWaiterOfTheSameOwner_entersWhenItLooks_andLeavesNothingIfItIsGone() {
        acquire(ANN, OTHER_WAITER, true);
        run(new Command.Release(BOB));
        assertThat(state.queue()).as("the other keeps its place").hasSize(1);
        assertThat(acquire(ANN, WAITER, true)).isInstanceOf(Outcome.Granted.class);
        LockState taken = state;
        run(new Command.Release(WAITER));
        assertThat(state.holdOf(OTHER_WAITER)).as("handed over").isNotNull();
        now = now.plus(Hold.TAKE_UP);
        run(new Command.Tidy());
        assertThat(state.isFree()).as("free although the other never came").isTrue();
        state = taken;
        assertThat(acquire(ANN, OTHER_WAITER, true)).isInstanceOf(Outcome.Granted.class);
        assertThat(state.holds())
                .singleElement()
                .satisfies(hold -> assertThat(hold.entries()).containsExactly(WAITER, OTHER_WAITER));
    }
}
