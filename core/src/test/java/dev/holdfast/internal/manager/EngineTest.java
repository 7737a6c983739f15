package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.Mode;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.base.TooLargeException;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.rules.OwnerEnded;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore.Sighting;
import dev.holdfast.spi.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How attempts come to an end: divided if they are too large, based on news, together in few trips. */
@Timeout(120)
class EngineTest {
    private final ManagerParts parts = new ManagerParts();
    private final Engine engine = parts.engine;

    private static Command acquire(int id) {
        return Scenes.acquire(Scenes.claim(id, Scenes.owner("o" + id, ""), Mode.EXCLUSIVE, ""));
    }

    private Attempt attempt(Snapshot snapshot, Command command, String... resources) {
        List<Step> steps = new ArrayList<>();
        for (String resource : resources) {
            steps.add(engine.step(resource, command));
        }
        return new Attempt(steps, snapshot);
    }

    private Attempt release(String... resources) {
        return attempt(Snapshot.ASSUMED_ABSENT, new Command.Release(Scenes.id(1)), resources);
    }

    private void hold(String... resources) {
        for (String resource : resources) {
            engine.run(resource, acquire(1), Snapshot.ASSUMED_ABSENT);
            assertThat(parts.isHeld(resource)).isTrue();
        }
    }

    /** As a store does whose bound a record of several together would pass. */
    private void takeOnlyOneAtATime() {
        parts.store.answer = batch -> {
            if (batch.stream().anyMatch(group -> group.changes().size() > 1)) {
                throw new TooLargeException("Too large.");
            }
            return parts.store.applied(batch);
        };
    }

    /** Others can make records so large; that must keep no caller from releasing what it has. */
    @Test
    void releaseOfSeveral_thatIsTooLarge_isDoneOneByOne() {
        hold("a", "b");
        takeOnlyOneAtATime();
        Attempt release = engine.run(release("a", "b"));
        assertThat(release.outcomes()).hasSize(2).allMatch(Outcome.Released.class::isInstance);
        assertThat(parts.isHeld("a") || parts.isHeld("b")).isFalse();
    }

    @Test
    void releaseWithoutWaiting_thatIsTooLarge_isDoneOneByOne() {
        hold("a", "b");
        takeOnlyOneAtATime();
        Attempt release = release("a", "b");
        engine.runWithoutWaiting(List.of(release));
        assertThat(release.answer()).isEqualTo(Attempt.Answer.DONE);
        assertThat(parts.isHeld("a") || parts.isHeld("b")).isFalse();
    }

    /** What is busy is tried again in the next round; what is free is released now. */
    @Test
    void releaseWithoutWaiting_thatIsTooLarge_ofWhichOneIsBusy_staysOpen() {
        hold("a", "b");
        parts.store.answer = batch -> {
            List<Result> results = new ArrayList<>();
            for (Group group : batch) {
                if (group.changes().size() > 1) {
                    throw new TooLargeException("Too large.");
                }
                boolean busy = group.changes().get(0).key().name().equals("b");
                results.addAll(busy ? List.of(new Result.Busy()) : parts.store.applied(List.of(group)));
            }
            return results;
        };
        Attempt release = release("a", "b");
        engine.runWithoutWaiting(List.of(release));
        assertThat(release.answer()).isEqualTo(Attempt.Answer.BUSY);
        assertThat(parts.isHeld("a")).isFalse();
        assertThat(parts.isHeld("b")).isTrue();
    }

    @Test
    void releaseOfSeveral_thatIsTooLarge_ofWhichOneFails_fails() {
        hold("a", "b");
        parts.store.answer = batch -> {
            if (batch.stream().anyMatch(group -> group.changes().size() > 1)) {
                throw new TooLargeException("Too large.");
            }
            throw new StoreUnreachableException("Away.", null);
        };
        Attempt release = release("a", "b");
        engine.runWithoutWaiting(List.of(release));
        assertThat(release.failure()).isInstanceOf(StoreUnreachableException.class);
    }

    /** All or none: what is too large together is not acquired in part. */
    @Test
    void acquireOfSeveral_thatIsTooLarge_isRefused() {
        takeOnlyOneAtATime();
        Attempt acquire = attempt(Snapshot.ASSUMED_ABSENT, acquire(1), "a", "b");
        assertThatExceptionOfType(TooLargeException.class).isThrownBy(() -> engine.run(acquire));
        assertThat(parts.isHeld("a") || parts.isHeld("b")).isFalse();
    }

    private void end(String owner) {
        Change mark = Change.put(
                new Key(Key.Kind.OWNER_ENDED, owner), Change.ABSENT, new OwnerEnded(owner, parts.store.now()));
        assertThat(parts.store.applied(List.of(Group.of(mark)))).allMatch(Result.Applied.class::isInstance);
    }

    @Test
    void ended_namesThoseThatWereEnded_inReadsOfABoundedSize() {
        end("o3");
        end("o255");
        end("o256");
        List<String> owners = IntStream.range(0, 512).mapToObj(i -> "o" + i).toList();
        assertThat(engine.ended(owners)).containsExactlyInAnyOrder("o3", "o255", "o256");
        assertThat(parts.store.reads).hasSize(2).allMatch(keys -> keys.size() == 256);
    }

    /** A waiter here was told of the record that the caller does not know yet, which saves the conflict. */
    @Test
    void callerWithOlderKnowledge_usesWhatAWaiterHereWasTold() {
        parts.store.hasFeed = true;
        Attempt granted = engine.run("a", acquire(1), Snapshot.ASSUMED_ABSENT);
        Snapshot older = granted.snapshot();
        Signals.WaitSignal signal = engine.signals().register(List.of("a"), null, Scenes.wake());
        assertThat(signal.begin()).isTrue();
        Key key = Key.lock("a");
        assertThat(engine.told(key)).as("nothing yet").isSameAs(Snapshot.ASSUMED_ABSENT);
        engine.run("a", new Command.Renew(Scenes.id(1), true, null), older.remembered());
        Entry latest = engine.look(List.of(key)).get(key);
        assertThat(latest).isNotNull();
        parts.store.feeds.forEach(feed -> feed.accept(new Sighting(key, latest)));
        assertThat(engine.told(key).version(key)).isEqualTo(latest.version());
        int before = parts.store.sent.size();
        Attempt release = engine.runOnNews(attempt(older.remembered(), new Command.Release(Scenes.id(1)), "a"));
        assertThat(release.outcomes()).allMatch(Outcome.Released.class::isInstance);
        assertThat(parts.store.sent).as("one change, and no conflict").hasSize(before + 1);
        assertThat(parts.isHeld("a")).isFalse();
        signal.close();
    }

    /** Attempts that met a conflict are tried again together. */
    @Test
    void attempts_thatWereFasterTaken_areDecidedInTwoTrips() {
        hold("a", "b", "c");
        int before = parts.store.batches.size();
        List<Attempt> attempts = List.of(release("a"), release("b"), release("c"));
        engine.runAll(attempts);
        assertThat(attempts).allMatch(attempt -> attempt.answer() == Attempt.Answer.DONE);
        assertThat(parts.store.batches.subList(before, parts.store.batches.size()))
                .containsExactly(3, 3);
    }
}
