package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Mode;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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

    /** A busy record is tried again by another thread, while this one decides about others. */
    @Test
    void busyRecord_isSetAside() {
        AtomicInteger tries = new AtomicInteger();
        CountDownLatch free = new CountDownLatch(1);
        store.answer = batch -> {
            List<Result> results = new ArrayList<>();
            for (Group group : batch) {
                boolean stuck = group.changes().get(0).key().name().equals("a") && free.getCount() > 0;
                tries.addAndGet(stuck ? 1 : 0);
                results.add(
                        stuck
                                ? new Result.Busy()
                                : store.applied(List.of(group)).get(0));
            }
            return results;
        };
        CompletableFuture<Outcome> busy = ask(1, "a");
        assertThat(ask(2, "b")).succeedsWithin(SOON).isInstanceOf(Outcome.Granted.class);
        while (tries.get() < 3) {
            Thread.onSpinWait();
        }
        assertThat(busy).isNotDone();
        free.countDown();
        assertThat(busy).succeedsWithin(SOON).isInstanceOf(Outcome.Granted.class);
    }

    /** One that learns something new each time and gets nowhere goes on by itself. */
    @Test
    void conflictsWithoutAnEnd_areSetAside() {
        AtomicInteger conflicts = new AtomicInteger();
        store.answer = batch -> {
            if (batch.get(0).changes().get(0).key().name().equals("a") && conflicts.incrementAndGet() <= 20) {
                return List.of(new Result.Conflict(store.read(List.of(Key.lock("a")))));
            }
            return store.applied(batch);
        };
        assertThat(ask(1, "a")).succeedsWithin(SOON).isInstanceOf(Outcome.Granted.class);
        assertThat(conflicts).hasValue(21);
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
