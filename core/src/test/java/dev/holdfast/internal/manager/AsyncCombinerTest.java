package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Mode;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.internal.storage.LogLines;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Questions that one thread decides together, and those that go on by themselves. */
@Timeout(120)
class AsyncCombinerTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final TableStore store = new TableStore();
    private final AsyncCombiner combiner =
            new AsyncCombiner(new Engine(store, Policies.of(Preset.OFFLINE), Plans.CLOCKS));

    @AfterEach
    void close() {
        combiner.close();
    }

    private static Attempt attempt(int id, String resource) {
        return new Attempt(
                List.of(new Step(
                        Key.lock(resource),
                        Scenes.acquire(Scenes.claim(id, Scenes.owner("o" + id, ""), Mode.EXCLUSIVE, "")),
                        Preset.OFFLINE.policy())),
                Snapshot.ASSUMED_ABSENT);
    }

    private CompletableFuture<Outcome> ask(int id, String resource) {
        return combiner.submit(
                () -> attempt(id, resource), attempt -> attempt.outcomes().get(0));
    }

    @Test
    void questions_areAnswered_afterAWrongGuessToo() {
        assertThat(ask(1, "a")).succeedsWithin(SOON).isInstanceOf(Outcome.Granted.class);
        assertThat(ask(2, "a")).succeedsWithin(SOON).isInstanceOf(Outcome.Refused.class);
        assertThat(store.batches).as("granted, and one conflict").containsExactly(1, 1);
    }

    /** Questions that come in while the store is asked are decided in one further trip. */
    @Test
    void questionsThatComeIn_shareATrip() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        store.answer = batch -> {
            inside.countDown();
            try {
                assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return store.applied(batch);
        };
        List<CompletableFuture<Outcome>> answers = new ArrayList<>(List.of(ask(0, "r0")));
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        for (int i = 1; i <= 600; i++) {
            answers.add(ask(i, "r" + i));
        }
        goOn.countDown();
        for (CompletableFuture<Outcome> answer : answers) {
            assertThat(answer).succeedsWithin(SOON).isInstanceOf(Outcome.Granted.class);
        }
        assertThat(store.batches).containsExactly(1, 512, 88);
    }

    @Test
    void questionThatCannotBeAsked_isItsOwnFailure() {
        RuntimeException refusal = new IllegalArgumentException("No.");
        CompletableFuture<Outcome> opening = combiner.submit(
                () -> {
                    throw refusal;
                },
                attempt -> attempt.outcomes().get(0));
        CompletableFuture<Outcome> ending = combiner.submit(() -> attempt(1, "a"), attempt -> {
            throw refusal;
        });
        for (CompletableFuture<Outcome> answer : List.of(opening, ending)) {
            assertThat(answer).failsWithin(SOON).withThrowableThat().withCause(refusal);
        }
        assertThat(ask(2, "b")).succeedsWithin(SOON).isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void storeAway_isToldToEach() {
        store.answer = batch -> {
            throw new StoreUnreachableException("Away.", null);
        };
        assertThat(ask(1, "a"))
                .failsWithin(SOON)
                .withThrowableThat()
                .withCauseInstanceOf(StoreUnreachableException.class);
        store.answer = store::applied;
        assertThat(ask(1, "a")).succeedsWithin(SOON).isInstanceOf(Outcome.Granted.class);
    }

    private static boolean isAbout(Group group, String resource) {
        return group.changes().get(0).key().name().startsWith(resource);
    }

    /** Holds the thread that decides inside the store, with a call about another resource, until it is let go on. */
    private CountDownLatch occupied() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        TableStore.Applying then = store.answer;
        store.answer = batch -> {
            store.answer = then;
            inside.countDown();
            try {
                assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return then.to(batch);
        };
        assertThat(ask(0, "occupies")).isNotDone();
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        return goOn;
    }

    /** The resources whose names begin like that are busy. Counts the tries, and remembers who makes them. */
    private final class Busy {
        final AtomicInteger tries = new AtomicInteger();
        final Set<Thread> threads = ConcurrentHashMap.newKeySet();
        /** How many of each batch were busy, if any. */
        final List<Integer> batches = new CopyOnWriteArrayList<>();
        /** Batches that were busy in part. */
        final AtomicInteger mixed = new AtomicInteger();

        private volatile boolean over;

        Busy(String resource) {
            store.answer = batch -> {
                List<Result> results = new ArrayList<>();
                boolean free = over;
                int busy = 0;
                for (Group group : batch) {
                    if (!free && isAbout(group, resource)) {
                        busy++;
                        results.add(new Result.Busy());
                    } else {
                        results.addAll(store.applied(List.of(group)));
                    }
                }
                if (busy > 0) {
                    threads.add(Thread.currentThread());
                    batches.add(busy);
                    mixed.addAndGet(busy < batch.size() ? 1 : 0);
                    tries.addAndGet(busy);
                }
                return results;
            };
        }

        void over() {
            over = true;
        }

        void awaitTries(int number) {
            Scenes.awaitThat(() -> tries.get() >= number);
        }
    }

    /** A busy record is tried again after a pause, without a thread of its own, while others are decided. */
    @Test
    void busyRecord_isSetAside() {
        Busy busy = new Busy("a");
        AtomicInteger endings = new AtomicInteger();
        CompletableFuture<Outcome> answer = combiner.submit(() -> attempt(1, "a"), attempt -> {
            endings.incrementAndGet();
            return attempt.outcomes().get(0);
        });
        assertThat(ask(2, "b")).succeedsWithin(SOON).isInstanceOf(Outcome.Granted.class);
        busy.awaitTries(6);
        assertThat(answer).isNotDone();
        assertThat(busy.threads).as("the one that decides").hasSize(1);
        awaitState(busy.threads.iterator().next(), Thread.State.TIMED_WAITING);
        busy.over();
        assertThat(answer).succeedsWithin(SOON).isInstanceOf(Outcome.Granted.class);
        assertThat(ask(3, "c")).succeedsWithin(SOON).isInstanceOf(Outcome.Granted.class);
        assertThat(endings).as("answers to one call").hasValue(1);
    }

    private static void awaitState(Thread thread, Thread.State state) {
        Scenes.awaitThat(() -> thread.getState() == state);
    }

    /** If the answer to them gets lost, that of no other call does; and others do not wait for a large number of them. */
    @Test
    void busyRecords_areTriedAgainByThemselves_someAtATime() throws Exception {
        Busy busy = new Busy("busy");
        CountDownLatch goOn = occupied();
        for (int i = 1; i <= 400; i++) {
            assertThat(ask(i, "busy" + i)).isNotDone();
        }
        goOn.countDown();
        busy.awaitTries(400);
        for (int i = 1_000; busy.tries.get() < 1_500; i++) {
            assertThat(ask(i, "other" + i)).succeedsWithin(SOON);
        }
        busy.over();
        assertThat(busy.mixed).hasValue(0);
        assertThat(busy.batches).startsWith(400);
        assertThat(busy.batches.stream().skip(1)).allMatch(size -> size <= 64);
    }

    /** What waits for busy records is bounded: a call beyond it hears so, and may be made again. */
    @Test
    void busyRecords_tooMany_areRefused() throws Exception {
        Busy busy = new Busy("busy");
        CountDownLatch goOn = occupied();
        List<CompletableFuture<Outcome>> answers = new ArrayList<>();
        for (int i = 1; i <= 4_097; i++) {
            answers.add(ask(i, "busy" + i));
        }
        goOn.countDown();
        assertThat(answers.get(4_096))
                .failsWithin(SOON)
                .withThrowableThat()
                .withCauseInstanceOf(StoreUnreachableException.class)
                .withMessageContaining("More than 4096 requests wait for locks");
        assertThat(answers.get(4_095)).isNotDone();
        busy.over();
        assertThat(answers.get(4_095)).succeedsWithin(SOON).isInstanceOf(Outcome.Granted.class);
    }

    /** Its caller does not wait: after half a second it is refused. */
    @Test
    void busyRecord_ofACallerThatDoesNotWait_isARefusal() {
        Busy busy = new Busy("a");
        CompletableFuture<Outcome> answer = combiner.submit(
                () -> attempt(1, "a").refusedIfBusy(),
                attempt -> attempt.outcomes().get(0));
        assertThat(answer).succeedsWithin(SOON).isEqualTo(RetryState.BUSY);
        assertThat(busy.tries).hasPositiveValue();
    }

    /** Calls that others were faster than share a trip once more. */
    @Test
    void conflicts_areTriedAgainTogether() throws Exception {
        AtomicInteger left = new AtomicInteger(3);
        store.answer = batch -> {
            List<Result> results = new ArrayList<>();
            for (Group group : batch) {
                if (isAbout(group, "r") && left.getAndDecrement() > 0) {
                    results.add(new Result.Conflict(
                            store.read(List.of(group.changes().get(0).key()))));
                } else {
                    results.addAll(store.applied(List.of(group)));
                }
            }
            return results;
        };
        CountDownLatch goOn = occupied();
        List<CompletableFuture<Outcome>> answers = List.of(ask(1, "r1"), ask(2, "r2"), ask(3, "r3"));
        goOn.countDown();
        for (CompletableFuture<Outcome> answer : answers) {
            assertThat(answer).succeedsWithin(SOON).isInstanceOf(Outcome.Granted.class);
        }
        assertThat(store.batches).containsExactly(1, 3, 3);
    }

    /** One that learns something new each time and gets nowhere goes on by itself, on another thread. */
    @Test
    void conflictsWithoutAnEnd_areSetAside() {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        store.answer = batch -> {
            threads.add(Thread.currentThread());
            if (threads.size() <= 20) {
                return List.of(new Result.Conflict(store.read(List.of(Key.lock("a")))));
            }
            return store.applied(batch);
        };
        assertThat(ask(1, "a")).succeedsWithin(SOON).isInstanceOf(Outcome.Granted.class);
        assertThat(threads).hasSize(21);
        assertThat(threads.subList(0, 8)).containsOnly(threads.get(0));
        assertThat(threads.subList(8, 21)).doesNotContain(threads.get(0));
    }

    /** Whatever breaks a round down, an answer goes to each caller of it, and the next call is decided. */
    @Test
    @SuppressWarnings("NullAway")
    void roundThatBreaksDown_answersItsCallers() throws Exception {
        CountDownLatch goOn = occupied();
        CompletableFuture<Outcome> broken =
                combiner.submit(() -> null, attempt -> attempt.outcomes().get(0));
        CompletableFuture<Outcome> beside = ask(1, "a");
        try (LogLines log = new LogLines(Log.MANAGER)) {
            goOn.countDown();
            for (CompletableFuture<Outcome> answer : List.of(broken, beside)) {
                assertThat(answer)
                        .failsWithin(SOON)
                        .withThrowableThat()
                        .withCauseInstanceOf(NullPointerException.class);
            }
            assertThat(ask(2, "b")).succeedsWithin(SOON).isInstanceOf(Outcome.Granted.class);
            assertThat(log.all()).contains("SEVERE A round of decisions has failed.");
        }
        assertThat(ask(3, "a")).succeedsWithin(SOON).isInstanceOf(Outcome.Granted.class);
    }

    /** The thread that decides sleeps while there is nothing to do, and keeps no program from ending. */
    @Test
    void threadThatDecides_withNothingToDo_sleeps() {
        AtomicReference<Thread> decides = new AtomicReference<>();
        CompletableFuture<Outcome> answer = combiner.submit(
                () -> {
                    decides.set(Thread.currentThread());
                    return attempt(1, "a");
                },
                attempt -> attempt.outcomes().get(0));
        assertThat(answer).succeedsWithin(SOON);
        awaitState(decides.get(), Thread.State.WAITING);
        assertThat(decides.get().isDaemon()).isTrue();
    }

    /** Closing does not wait for other transactions: what they delay is decided afterwards. */
    @Test
    void close_whileARecordIsBusy_leavesItsCallToAnotherThread() {
        Busy busy = new Busy("a");
        CompletableFuture<Outcome> answer = ask(1, "a");
        busy.awaitTries(1);
        combiner.close();
        assertThat(answer).isNotDone();
        busy.over();
        assertThat(answer).succeedsWithin(SOON).isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void close_inAnInterruptedThread_keepsTheInterrupt() {
        Thread.currentThread().interrupt();
        combiner.close();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void closedDesk_hasAnsweredAll_andRefuses() {
        List<CompletableFuture<Outcome>> answers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            answers.add(ask(i, "r" + i));
        }
        combiner.close();
        assertThat(answers).allMatch(CompletableFuture::isDone);
        assertThat(ask(99, "late"))
                .failsWithin(SOON)
                .withThrowableThat()
                .withCauseInstanceOf(IllegalStateException.class);
    }
}
