package dev.holdfast.testkit;

import static dev.holdfast.testkit.Samples.A;
import static dev.holdfast.testkit.Samples.B;
import static dev.holdfast.testkit.Samples.lock;
import static dev.holdfast.testkit.Samples.ownerOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Result;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultyStoreTest {
    private final FakeTime time = FakeTime.create();
    private final FlawedStore store = new FlawedStore(new Shelf(), Flaw.NONE, time);

    @Test
    void failsBefore_changesNothing() {
        FaultyStore faulty = FaultyStore.of(store, FaultPlan.script(Fault.FAILS_BEFORE));
        assertThatExceptionOfType(StoreUnreachableException.class).isThrownBy(() -> make(faulty, A, "ann"));
        assertThat(Steps.find(store, A)).isNull();
        assertThat(make(faulty, A, "bob")).isInstanceOf(Result.Applied.class);
    }

    @Test
    void failsAfter_hasChanged() {
        FaultyStore faulty = FaultyStore.of(store, FaultPlan.script(Fault.FAILS_AFTER));
        assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(() -> make(faulty, A, "ann"));
        assertThat(holder(A)).isEqualTo("ann");
    }

    @Test
    void lost_neverChanges() {
        FaultyStore faulty = FaultyStore.of(store, FaultPlan.script(Fault.LOST));
        assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(() -> make(faulty, A, "ann"));
        assertThat(faulty.deliverLate()).isEmpty();
        assertThat(Steps.find(store, A)).isNull();
    }

    @Test
    void appliesLate_onDelivery_changes() {
        FaultyStore faulty = FaultyStore.of(store, FaultPlan.script(Fault.APPLIES_LATE));
        assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(() -> make(faulty, A, "ann"));
        assertThat(Steps.find(store, A)).isNull();
        assertThat(faulty.onTheirWay()).isEqualTo(1);
        assertThat(faulty.deliverLate()).hasSize(1);
        assertThat(faulty.onTheirWay()).isZero();
        assertThat(holder(A)).isEqualTo("ann");
    }

    @Test
    void appliesLate_outrun_conflicts() {
        FaultyStore faulty = FaultyStore.of(store, FaultPlan.script(Fault.APPLIES_LATE));
        assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(() -> make(faulty, A, "ann"));
        make(faulty, A, "bob");
        assertThat(faulty.deliverLate().get(0).get(0)).isInstanceOf(Result.Conflict.class);
        assertThat(holder(A)).isEqualTo("bob");
    }

    @Test
    void appliesLate_afterSomeCalls_arrivesByItself() {
        FaultyStore faulty =
                FaultyStore.of(store, FaultPlan.script(Fault.APPLIES_LATE)).lateAfter(2);
        assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(() -> make(faulty, A, "ann"));
        make(faulty, B, "bob");
        assertThat(Steps.find(store, A)).isNull();
        assertThat(make(faulty, A, "bob")).isInstanceOf(Result.Conflict.class);
        assertThat(holder(A)).isEqualTo("ann");
    }

    @Test
    void duplicated_appliesOnceAndAnswersTheFirst() {
        FaultyStore faulty = FaultyStore.of(store, FaultPlan.script(Fault.DUPLICATED));
        Result.Applied done = (Result.Applied) make(faulty, A, "ann");
        assertThat(Steps.entry(store, A).version()).isEqualTo(done.version());
    }

    @Test
    void delayedAndBusy_areAnswers() {
        FaultyStore faulty = FaultyStore.of(store, FaultPlan.script(Fault.BUSY, Fault.DELAYED));
        assertThat(make(faulty, A, "ann")).isInstanceOf(Result.Busy.class);
        assertThat(Steps.find(store, A)).isNull();
        assertThat(make(faulty, A, "ann")).isInstanceOf(Result.Applied.class);
    }

    @Test
    void random_sameSeed_sameFaults() {
        assertThat(outcomes(1)).isEqualTo(outcomes(1)).isNotEqualTo(outcomes(2));
        FaultPlan plan = FaultPlan.random(3, 0.5);
        assertThat(Stream.generate(plan::next).limit(1000)).contains(Fault.values());
        FaultPlan never = FaultPlan.random(3, 0, EnumSet.allOf(Fault.class));
        assertThat(Stream.generate(never::next).limit(100)).containsOnly(Fault.NONE);
    }

    private List<String> outcomes(long seed) {
        FaultyStore faulty = FaultyStore.of(new FlawedStore(new Shelf(), Flaw.NONE, time), FaultPlan.random(seed, 0.5))
                .lateAfter(3);
        List<String> outcomes = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            try {
                outcomes.add(make(faulty, Key.lock("r" + i % 10), "ann").toString());
            } catch (StoreException e) {
                outcomes.add(e.toString());
            }
        }
        return outcomes;
    }

    private String holder(Key key) {
        return ownerOf(LockState.of(Steps.entry(store, key)));
    }

    private static Result make(FaultyStore store, Key key, String owner) {
        return store.apply(List.of(Group.of(Change.put(key, Change.ABSENT, lock(owner)))))
                .get(0);
    }
}
