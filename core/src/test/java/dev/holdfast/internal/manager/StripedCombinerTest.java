package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Mode;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.spi.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many rounds are under way at a time. */
@Timeout(120)
class StripedCombinerTest {
    private final TableStore store = new TableStore();
    private final AtomicInteger under = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();

    private static Attempt attempt(int id, String resource) {
        return new Attempt(
                List.of(new Step(
                        Key.lock(resource),
                        Scenes.acquire(Scenes.claim(id, Scenes.owner("o" + id, ""), Mode.EXCLUSIVE, "")),
                        Preset.OFFLINE.policy())),
                Snapshot.ASSUMED_ABSENT);
    }

    private StripedCombiner combiner(int full) {
        store.full = full;
        store.answer = batch -> {
            most.accumulateAndGet(under.incrementAndGet(), Math::max);
            try {
                assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            under.decrementAndGet();
            return store.applied(batch);
        };
        return new StripedCombiner(store, new Signals(store), new Cohorts(Plans.CLOCKS), Policies.of(Preset.OFFLINE));
    }

    private FutureTask<Attempt> start(StripedCombiner combiner, int id, String resource) {
        FutureTask<Attempt> caller = new FutureTask<>(() -> {
            Attempt own = attempt(id, resource);
            combiner.run(own);
            return own;
        });
        Thread thread = new Thread(caller);
        threads.add(thread);
        thread.start();
        while (thread.getState() == Thread.State.NEW || thread.getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        return caller;
    }

    private int underWay(int full) throws Exception {
        return underWay(full, "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7");
    }

    private int underWay(int full, String... resources) throws Exception {
        StripedCombiner combiner = combiner(full);
        List<FutureTask<Attempt>> callers = new ArrayList<>();
        for (int i = 0; i < resources.length; i++) {
            callers.add(start(combiner, i, resources[i]));
        }
        goOn.countDown();
        for (FutureTask<Attempt> caller : callers) {
            assertThat(caller.get(60, TimeUnit.SECONDS).outcomes().get(0)).isInstanceOf(Outcome.Granted.class);
        }
        return most.get();
    }

    @Test
    void storeThatWantsOneBatch_getsOneAtATime() throws Exception {
        assertThat(underWay(Integer.MAX_VALUE)).isEqualTo(1);
    }

    @Test
    void smallCrowd_isOneRoundAtATime() throws Exception {
        assertThat(underWay(8)).isEqualTo(1);
    }

    @Test
    void crowd_isTwoRoundsAtATime() throws Exception {
        assertThat(underWay(2)).isEqualTo(2);
    }

    /** Names are spread by all bits of their hash: those of the first pair differ in the ninth alone, of the second in the 17th. */
    @ParameterizedTest
    @CsvSource({"page/11, page/44", "order/10, page/44"})
    void namesWithSimilarHashes_takeBothLanes(String one, String other) throws Exception {
        assertThat(underWay(0, one, other)).isEqualTo(2);
    }

    @Test
    void storeThatGainsNothingFromBatches_getsTheChangesOfAllCallersBesideEachOther() throws Exception {
        assertThat(underWay(1)).isEqualTo(8);
        assertThat(store.batches).containsOnly(1);
    }

    /** What is about one resource takes the same lane, however large the crowd. */
    @Test
    void crowdOnOneResource_isFolded() throws Exception {
        StripedCombiner combiner = combiner(0);
        List<FutureTask<Attempt>> callers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            callers.add(start(combiner, i, "r"));
        }
        goOn.countDown();
        int granted = 0;
        for (FutureTask<Attempt> caller : callers) {
            Attempt attempt = caller.get(60, TimeUnit.SECONDS);
            granted += attempt.answer() == Attempt.Answer.DONE
                            && attempt.outcomes().get(0) instanceof Outcome.Granted
                    ? 1
                    : 0;
        }
        assertThat(granted).isEqualTo(1);
        assertThat(most.get()).isEqualTo(1);
    }

    /** Callers that have left are no crowd. */
    @Test
    void crowdThatIsOver_isOneRoundAtATimeAgain() throws Exception {
        goOn.countDown();
        StripedCombiner combiner = combiner(1);
        for (int i = 0; i < 4; i++) {
            Attempt attempt = attempt(i, "before" + i);
            combiner.run(attempt);
            assertThat(attempt.answer()).isEqualTo(Attempt.Answer.DONE);
        }
        combiner.runAll(List.of());
        List<Attempt> several = List.of(attempt(10, "x"), attempt(11, "y"));
        combiner.runAll(several);
        assertThat(several).allMatch(attempt -> attempt.answer() == Attempt.Answer.DONE);
        assertThat(store.batches).containsExactly(1, 1, 1, 1, 2);
    }
}
