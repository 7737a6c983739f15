package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Mode;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.internal.storage.LogLines;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How attempts become batches, and what each caller hears of its own. */
@Timeout(120)
class CombinerTest {
    private static final Policies POLICIES = Policies.of(Preset.OFFLINE);

    private final TableStore store = new TableStore();
    private final Signals signals = new Signals(store);
    private final Combiner combiner = new Combiner(store, signals, new Cohorts(Plans.CLOCKS), POLICIES);

    private static Step step(int id, String resource) {
        Command acquire = Scenes.acquire(Scenes.claim(id, Scenes.owner("o" + id, ""), Mode.EXCLUSIVE, ""));
        return new Step(Key.lock(resource), acquire, Preset.OFFLINE.policy());
    }

    private static Attempt attempt(int id, String... resources) {
        List<Step> steps = new ArrayList<>();
        for (String resource : resources) {
            steps.add(step(id, resource));
        }
        return new Attempt(steps, Snapshot.ASSUMED_ABSENT);
    }

    private static Attempt release(int id, String resource, Snapshot snapshot) {
        return new Attempt(
                List.of(new Step(Key.lock(resource), new Command.Release(Scenes.id(id)), Preset.OFFLINE.policy())),
                snapshot);
    }

    private static void requireGranted(Attempt attempt) {
        assertThat(attempt.answer()).isEqualTo(Attempt.Answer.DONE);
        assertThat(attempt.outcomes()).allMatch(Outcome.Granted.class::isInstance);
    }

    private List<String> names() {
        return store.sent.stream()
                .map(group -> group.changes().get(0).key().name())
                .toList();
    }

    @Test
    void manyAttempts_areFewBatches() {
        List<Attempt> attempts =
                IntStream.range(0, 600).mapToObj(i -> attempt(i, "r" + i)).toList();
        combiner.runAll(attempts);
        attempts.forEach(CombinerTest::requireGranted);
        assertThat(store.batches).containsExactly(512, 88);
    }

    @Test
    void batch_isInTheOrderOfKeys() {
        combiner.runAll(List.of(attempt(1, "c"), attempt(2, "a"), attempt(3, "b", "d")));
        assertThat(names()).containsExactly("a", "b", "c");
        assertThat(store.batches).containsExactly(3);
    }

    @Test
    void attemptsOnOneResource_areOneChange() {
        Attempt first = attempt(1, "a");
        Attempt second = attempt(2, "a");
        combiner.runAll(List.of(first, second));
        assertThat(store.batches).containsExactly(1);
        requireGranted(first);
        assertThat(second.outcomes().get(0)).isInstanceOf(Outcome.Refused.class);
    }

    /** A resource occurs once in a batch: what would be the second change of it waits for the next round. */
    @Test
    void attemptsOnSeveral_thatOverlap_areSentInTurn() {
        Attempt several = attempt(1, "a", "b");
        Attempt overlaps = attempt(2, "b", "c");
        Attempt apart = attempt(3, "x", "y");
        combiner.runAll(List.of(several, overlaps, apart));
        assertThat(store.batches).containsExactly(2, 1);
        requireGranted(several);
        requireGranted(apart);
        assertThat(overlaps.answer()).as("its guess was wrong").isEqualTo(Attempt.Answer.STALE);
    }

    @Test
    void attemptOnSeveral_besideASingleOne_isSentAfterIt() {
        Attempt several = attempt(1, "a", "b");
        Attempt single = attempt(2, "b");
        combiner.runAll(List.of(several, single));
        assertThat(store.batches).containsExactly(1, 1);
        requireGranted(single);
        assertThat(several.answer()).isEqualTo(Attempt.Answer.STALE);
    }

    @Test
    void oneAttempt_isAnsweredByWhatTheStoreSays() {
        Attempt granted = attempt(1, "a");
        combiner.run(granted);
        requireGranted(granted);
        Attempt stale = attempt(2, "a");
        combiner.run(stale);
        assertThat(stale.answer()).isEqualTo(Attempt.Answer.STALE);
        stale.again(Witness.NONE);
        combiner.run(stale);
        assertThat(stale.answer()).as("decided without a trip").isEqualTo(Attempt.Answer.DONE);
        assertThat(store.batches).containsExactly(1, 1);
        store.answer = batch -> List.of(new Result.Busy());
        Attempt busy = attempt(3, "b");
        combiner.run(busy);
        assertThat(busy.answer()).isEqualTo(Attempt.Answer.BUSY);
    }

    /** Several that need no change at all are answered, beside one that does. */
    @Test
    void attempts_someWithoutAChange_areAllAnswered() {
        combiner.run(attempt(1, "a"));
        Attempt refused = attempt(2, "a");
        combiner.run(refused);
        refused.again(Witness.NONE);
        Attempt other = attempt(3, "b");
        int before = store.sent.size();
        combiner.runAll(List.of(refused, other));
        assertThat(refused.outcomes().get(0)).isInstanceOf(Outcome.Refused.class);
        assertThat(refused.answer()).isEqualTo(Attempt.Answer.DONE);
        requireGranted(other);
        assertThat(store.sent).hasSize(before + 1);
    }

    private void unreadable(String resource, boolean late) {
        store.answer = batch -> {
            List<Group> healthy = batch.stream()
                    .filter(group -> !group.changes().get(0).key().name().equals(resource))
                    .toList();
            if (healthy.size() == batch.size()) {
                return store.applied(batch);
            }
            if (late) {
                store.applied(healthy);
            }
            throw new UnreadableRecordException("Damaged.", null);
        };
    }

    @Test
    void recordThatCannotBeRead_failsItsOwnCallerOnly() {
        List<Attempt> attempts =
                List.of(attempt(1, "a"), attempt(2, "b"), attempt(3, "c"), attempt(4, "d"), attempt(5, "e"));
        unreadable("c", false);
        combiner.runAll(attempts);
        assertThat(attempts.get(2).failure()).isInstanceOf(UnreadableRecordException.class);
        assertThat(attempts.get(2).sent()).isNotNull();
        for (int i : new int[] {0, 1, 3, 4}) {
            requireGranted(attempts.get(i));
        }
    }

    /** Some stores find the record after they have changed the others: a conflict after that may be with oneself. */
    @Test
    void releaseBesideARecordThatIsFoundDamagedLate_isNotAnsweredByItsOwnConflict() {
        Attempt holder = attempt(1, "a");
        combiner.run(holder);
        Attempt release = release(1, "a", holder.snapshot());
        Attempt damaged = attempt(2, "b");
        unreadable("b", true);
        combiner.runAll(List.of(release, damaged));
        assertThat(release.answer()).isEqualTo(Attempt.Answer.FAILED);
        assertThat(release.failure()).isInstanceOf(OutcomeUnknownException.class);
        assertThat(damaged.failure()).isInstanceOf(UnreadableRecordException.class);
    }

    /** An acquire finds its own grant when it tries again, and a release that meets no conflict is what it is. */
    @Test
    void othersBesideADamagedRecord_areAnsweredAsUsual() {
        Attempt holder = attempt(1, "a");
        combiner.run(holder);
        unreadable("b", true);
        Attempt acquire = attempt(3, "c");
        combiner.runAll(List.of(acquire, attempt(2, "b")));
        assertThat(acquire.answer()).isEqualTo(Attempt.Answer.STALE);
        unreadable("b", false);
        Attempt release = release(1, "a", holder.snapshot());
        combiner.runAll(List.of(release, attempt(2, "b")));
        assertThat(release.outcomes().get(0)).isInstanceOf(Outcome.Released.class);
        assertThat(release.answer()).isEqualTo(Attempt.Answer.DONE);
        Attempt late = release(1, "a", holder.snapshot());
        store.answer = store::applied;
        combiner.run(late);
        assertThat(late.answer()).as("a conflict in a first try").isEqualTo(Attempt.Answer.STALE);
    }

    @Test
    void storeAway_failsAllInOneTrip() {
        store.answer = batch -> {
            throw new StoreUnreachableException("Away.", null);
        };
        List<Attempt> attempts = List.of(attempt(1, "a"), attempt(2, "b"), attempt(3, "c"));
        combiner.runAll(attempts);
        assertThat(attempts).allMatch(attempt -> attempt.failure() instanceof StoreUnreachableException);
        assertThat(store.batches).containsExactly(3);
    }

    @Test
    void storeThatBreaksDown_leavesAnUnknownOutcome() {
        store.answer = batch -> {
            throw new StackOverflowError("broken");
        };
        Attempt attempt = attempt(1, "a");
        try (LogLines log = new LogLines(Log.MANAGER)) {
            combiner.run(attempt);
            assertThat(log.all()).contains("SEVERE A change has failed.");
        }
        assertThat(attempt.failure()).isInstanceOf(OutcomeUnknownException.class);
        store.answer = store::applied;
        Attempt next = attempt(2, "b");
        combiner.run(next);
        requireGranted(next);
    }

    /** The rules break down over one command: its own caller hears of it, and no other. */
    @Test
    @SuppressWarnings("NullAway")
    void commandThatBreaksTheRules_failsItsOwnCallerOnly() {
        Step broken = new Step(Key.lock("b"), step(2, "b").command(), null);
        Attempt fails = new Attempt(List.of(broken), Snapshot.ASSUMED_ABSENT);
        Attempt other = attempt(1, "a");
        combiner.runAll(List.of(fails, other));
        requireGranted(other);
        assertThat(fails.failure()).isInstanceOf(NullPointerException.class);
        assertThat(fails.sent()).isNull();
        Attempt alone = new Attempt(List.of(broken), Snapshot.ASSUMED_ABSENT);
        combiner.run(alone);
        assertThat(alone.failure()).isInstanceOf(NullPointerException.class);
    }

    @Test
    void change_isToldToWaiters() {
        Signals.WaitSignal signal = signals.register(List.of("a"), null, Scenes.wake());
        assertThat(signal.begin()).isTrue();
        combiner.run(attempt(1, "a"));
        assertThat(signal.await(1)).isTrue();
        assertThat(signal.latest()).isNotNull();
        signal.close();
    }

    /** The change was made by then, so its caller must not take it for undone. */
    @Test
    void waiterThatCannotBeToldOfAChange_leavesAnUnknownOutcome() {
        Signals.WaitSignal signal = signals.register(List.of("a"), null, () -> {
            throw new StackOverflowError("broken");
        });
        assertThat(signal.begin()).isTrue();
        Attempt attempt = attempt(1, "a");
        try (LogLines log = new LogLines(Log.MANAGER)) {
            combiner.run(attempt);
            assertThat(log.all()).contains("SEVERE The answer to a change has failed.");
        }
        assertThat(attempt.failure()).isInstanceOf(OutcomeUnknownException.class);
        assertThat(attempt.sent()).isNotNull();
        Attempt next = attempt(2, "b");
        combiner.run(next);
        requireGranted(next);
        signal.close();
    }

    /** Callers that come in while a round is under way are decided in the next one, by whichever of them leads. */
    @Test
    void callersDuringARound_areServedByTheNext() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        store.answer = batch -> {
            if (inside.getCount() > 0) {
                inside.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return store.applied(batch);
        };
        List<FutureTask<Attempt>> callers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int id = i;
            FutureTask<Attempt> caller = new FutureTask<>(() -> {
                Attempt own = attempt(id, "r" + id);
                combiner.run(own);
                assertThat(Thread.currentThread().isInterrupted())
                        .as("an interrupt is kept")
                        .isEqualTo(id == 3);
                return own;
            });
            Thread thread = new Thread(caller);
            thread.start();
            if (i == 0) {
                assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
            }
            callers.add(caller);
            threads.add(thread);
        }
        for (Thread thread : threads) {
            while (thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }
        threads.get(3).interrupt();
        goOn.countDown();
        for (FutureTask<Attempt> caller : callers) {
            requireGranted(caller.get(60, TimeUnit.SECONDS));
        }
        assertThat(store.batches).hasSizeLessThanOrEqualTo(3);
        assertThat(store.sent).hasSize(6);
    }
}
