package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.Mode;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of a change whose answer got lost, and how much the settler writes for it. */
@Timeout(120)
class SettlerTest {
    private static final Key A = Key.lock("a");

    private final TableStore store = new TableStore();
    private final Engine engine = new Engine(store, Policies.of(Preset.OFFLINE), Plans.CLOCKS);
    private final Settler settler = new Settler(store);

    private static Attempt acquire(int id, Snapshot snapshot, String... resources) {
        List<Step> steps = new ArrayList<>();
        for (String resource : resources) {
            Command command = Scenes.acquire(Scenes.claim(id, Scenes.owner("o" + id, ""), Mode.EXCLUSIVE, ""));
            steps.add(new Step(Key.lock(resource), command, Preset.OFFLINE.policy()));
        }
        return new Attempt(steps, snapshot);
    }

    private static Attempt command(Command command, Snapshot snapshot) {
        return new Attempt(List.of(new Step(A, command, Preset.OFFLINE.policy())), snapshot);
    }

    private static Group planned(Attempt attempt) {
        return Objects.requireNonNull(
                Plans.of(List.of(attempt), Policies.of(Preset.OFFLINE)).group());
    }

    private Settler.Found settle(Attempt attempt, Group sent) {
        return settler.settle(attempt, sent, new OutcomeUnknownException("Lost.", null));
    }

    private LockState lock() {
        return engine.look(List.of(A)).lock(A);
    }

    private void requireNeverApplies(Group late) {
        assertThat(store.applied(List.of(late)).get(0)).isInstanceOf(Result.Conflict.class);
    }

    @Test
    void acquire_thatWasApplied_isShownAndNothingIsWritten() {
        Attempt attempt = acquire(1, Snapshot.ASSUMED_ABSENT, "a");
        Group sent = planned(attempt);
        store.applied(List.of(sent));
        assertThat(settle(attempt, sent)).isEqualTo(Settler.Found.IN_DOUBT);
        assertThat(store.sent).isEmpty();
        assertThat(attempt.snapshot().lock(A).holds()).hasSize(1);
        requireNeverApplies(sent);
    }

    @Test
    void acquire_thatWasNotApplied_isRuledOutByAMark() {
        Attempt attempt = acquire(1, Snapshot.ASSUMED_ABSENT, "a");
        Group sent = planned(attempt);
        assertThat(settle(attempt, sent)).isEqualTo(Settler.Found.RULED_OUT);
        assertThat(store.sent).hasSize(1);
        assertThat(lock().marked()).isEqualTo(store.now());
        assertThat(attempt.snapshot().version(A))
                .isEqualTo(engine.look(List.of(A)).version(A));
        requireNeverApplies(sent);
    }

    /** A mark that lasts for as long as the lost change may be on its way is enough for further ones. */
    @Test
    void acquire_whereAFreshMarkIs_needsNoOther() {
        Attempt first = acquire(1, Snapshot.ASSUMED_ABSENT, "a");
        assertThat(settle(first, planned(first))).isEqualTo(Settler.Found.RULED_OUT);
        Attempt second = acquire(2, Snapshot.ASSUMED_ABSENT, "a");
        store.pass(LockState.MARK_LIFE.minus(LockState.LATEST_CHANGE).minusNanos(1));
        assertThat(settle(second, planned(second))).isEqualTo(Settler.Found.RULED_OUT);
        assertThat(store.sent).hasSize(1);
        store.pass(Duration.ofNanos(1));
        Attempt third = acquire(3, Snapshot.ASSUMED_ABSENT, "a");
        assertThat(settle(third, planned(third))).isEqualTo(Settler.Found.RULED_OUT);
        assertThat(store.sent).as("a mark that is too old is made again").hasSize(2);
        assertThat(lock().marked()).isEqualTo(store.now());
    }

    /** The record is there, and has changed since: the lost change cannot apply any more. */
    @Test
    void change_ofARecordThatHasChangedSince_isRuledOutWithoutAWrite() {
        engine.run(acquire(1, Snapshot.ASSUMED_ABSENT, "a"));
        Attempt release = command(new Command.Release(Scenes.id(1)), engine.look(List.of(A)));
        Group sent = planned(release);
        engine.run("a", new Command.Renew(Scenes.id(1), true, null), Snapshot.ASSUMED_ABSENT);
        int before = store.sent.size();
        assertThat(settle(release, sent)).isEqualTo(Settler.Found.IN_DOUBT);
        assertThat(store.sent).hasSize(before);
        requireNeverApplies(sent);
    }

    /** The record is as the change expects it: a write of the same content makes it fail, without a mark. */
    @Test
    void change_ofARecordThatIsTheSame_isRuledOutByAWrite() {
        engine.run(acquire(1, Snapshot.ASSUMED_ABSENT, "a"));
        Attempt release = command(new Command.Release(Scenes.id(1)), engine.look(List.of(A)));
        Group sent = planned(release);
        int before = store.sent.size();
        assertThat(settle(release, sent)).isEqualTo(Settler.Found.IN_DOUBT);
        assertThat(store.sent).hasSize(before + 1);
        assertThat(lock().marked()).isNull();
        assertThat(lock().holds()).hasSize(1);
        requireNeverApplies(sent);
    }

    @Test
    void release_thatWasApplied_isKnown() {
        engine.run(acquire(1, Snapshot.ASSUMED_ABSENT, "a"));
        Attempt release = command(new Command.Release(Scenes.id(1)), engine.look(List.of(A)));
        Group sent = planned(release);
        store.applied(List.of(sent));
        int before = store.sent.size();
        assertThat(settle(release, sent)).isEqualTo(Settler.Found.APPLIED);
        assertThat(store.sent).hasSize(before);
    }

    /** The hold ends, its record goes, and the change that expected none is still on its way. */
    @Test
    void waiterThatAnotherCallerHandedTheLock_isRuledOutByAMark() {
        Attempt waiting = command(
                new Command.Acquire(Scenes.claim(1, Scenes.owner("o1", ""), Mode.EXCLUSIVE, ""), true, null),
                Snapshot.ASSUMED_ABSENT);
        Group sent = planned(waiting);
        engine.run(acquire(1, Snapshot.ASSUMED_ABSENT, "a"));
        assertThat(settle(waiting, sent)).isEqualTo(Settler.Found.IN_DOUBT);
        assertThat(lock().marked()).isEqualTo(store.now());
        engine.run("a", new Command.Release(Scenes.id(1)), Snapshot.ASSUMED_ABSENT);
        assertThat(lock().holds()).isEmpty();
        requireNeverApplies(sent);
    }

    /** Of several one may be lost again while a copy is on its way; a used id may show an earlier request. */
    @Test
    void grantThatMayNotBeItsOwn_isRuledOutByAWriteToo() {
        Attempt several = acquire(1, Snapshot.ASSUMED_ABSENT, "a", "b");
        Group sent = planned(several);
        store.applied(List.of(sent));
        assertThat(settle(several, sent)).isEqualTo(Settler.Found.IN_DOUBT);
        assertThat(store.sent).hasSize(1);
        Attempt used = acquire(1, Snapshot.ASSUMED_ABSENT, "a").withUsedIds();
        assertThat(settle(used, planned(used))).isEqualTo(Settler.Found.IN_DOUBT);
        assertThat(store.sent).as("the mark is fresh").hasSize(1);
    }

    /** A hold that was handed over shows nothing: the lost change may be the one that takes it up. */
    @Test
    void handOver_thatIsNotTakenUp_showsNothing() {
        engine.run(acquire(1, Snapshot.ASSUMED_ABSENT, "a"));
        Command.Acquire waits =
                new Command.Acquire(Scenes.claim(2, Scenes.owner("o2", ""), Mode.EXCLUSIVE, ""), true, null);
        engine.run("a", waits, engine.look(List.of(A)));
        engine.run("a", new Command.Release(Scenes.id(1)), engine.look(List.of(A)));
        assertThat(lock().holds().get(0).claimed()).isFalse();
        Attempt takes = command(waits, engine.look(List.of(A)));
        Group sent = planned(takes);
        assertThat(settle(takes, sent)).isEqualTo(Settler.Found.RULED_OUT);
        requireNeverApplies(sent);
    }

    @Test
    void checksAlone_needNoWrite() {
        Attempt attempt = acquire(1, Snapshot.ASSUMED_ABSENT, "a");
        planned(attempt);
        Group checks = Group.of(Change.check(A, Change.ABSENT));
        assertThat(settle(attempt, checks)).isEqualTo(Settler.Found.RULED_OUT);
        assertThat(store.sent).isEmpty();
    }

    /** Reads and writes fail, or meet another change, until they do not. */
    @Test
    void settling_goesOnAfterFailures() {
        List<String> failures = new ArrayList<>(List.of("read", "conflict", "lost", "busy"));
        store.beforeRead = () -> {
            if (failures.remove("read")) {
                throw new StoreUnreachableException("Away.", null);
            }
        };
        store.answer = batch -> {
            if (failures.remove("conflict")) {
                return List.of(new Result.Conflict(store.read(List.of(A))));
            }
            if (failures.remove("lost")) {
                throw new OutcomeUnknownException("Lost again.", null);
            }
            return failures.remove("busy") ? List.of(new Result.Busy()) : store.applied(batch);
        };
        Attempt attempt = acquire(1, Snapshot.ASSUMED_ABSENT, "a");
        OutcomeUnknownException lost = new OutcomeUnknownException("Lost.", null);
        assertThat(settler.settle(attempt, planned(attempt), lost)).isEqualTo(Settler.Found.RULED_OUT);
        assertThat(failures).isEmpty();
        assertThat(lost.getSuppressed()).hasSize(2);
    }

    /** Else a caller that was interrupted would take a processor until the store answers again. */
    @Test
    void settling_whileInterrupted_pausesBetweenTries() {
        List<Integer> busy = new ArrayList<>(List.of(1, 2, 3, 4));
        store.answer = batch -> busy.isEmpty() ? store.applied(batch) : List.of(refused(busy));
        Attempt attempt = acquire(1, Snapshot.ASSUMED_ABSENT, "a");
        Group sent = planned(attempt);
        long begin = System.nanoTime();
        Thread.currentThread().interrupt();
        assertThat(settle(attempt, sent)).isEqualTo(Settler.Found.RULED_OUT);
        assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .as("four pauses, each about twice as long as the one before")
                .isGreaterThan(Duration.ofMillis(100));
    }

    private static Result refused(List<Integer> busy) {
        busy.remove(0);
        return new Result.Busy();
    }

    @Test
    void found_isASentenceForTheLog() {
        assertThat(Settler.Found.APPLIED.sentence()).contains("was applied");
        assertThat(Settler.Found.RULED_OUT.sentence()).contains("not applied");
        assertThat(Settler.Found.IN_DOUBT.sentence()).contains("may have been applied");
        assertThat(settler.log()).isNotNull();
    }

    // ---- through the engine

    /** The store applies the next change, or not, and loses its answer. */
    private void loseAnswer(boolean applies) {
        store.answer = batch -> {
            store.answer = store::applied;
            if (applies) {
                store.applied(batch);
            }
            throw new OutcomeUnknownException("Lost.", null);
        };
    }

    @Test
    void acquireWithALostAnswer_isGrantedOnce() {
        for (boolean applies : new boolean[] {true, false}) {
            String name = "r" + applies;
            loseAnswer(applies);
            Attempt attempt = engine.run(acquire(1, Snapshot.ASSUMED_ABSENT, name));
            assertThat(attempt.outcomes().get(0)).isInstanceOf(Outcome.Granted.class);
            Key key = Key.lock(name);
            assertThat(engine.look(List.of(key)).lock(key).holds()).hasSize(1);
        }
    }

    @Test
    void releaseWithALostAnswer_saysThatItReleased() {
        for (boolean applies : new boolean[] {true, false}) {
            engine.run(acquire(1, Snapshot.ASSUMED_ABSENT, "a"));
            loseAnswer(applies);
            Attempt release = engine.run(command(new Command.Release(Scenes.id(1)), engine.look(List.of(A))));
            assertThat(release.outcomes().get(0)).isInstanceOf(Outcome.Released.class);
            assertThat(lock().holds()).isEmpty();
        }
    }

    /** After a doubt no failure may be told as one that changed nothing. */
    @Test
    void failureAfterADoubt_isTheDoubt() {
        engine.run(acquire(1, Snapshot.ASSUMED_ABSENT, "a"));
        Attempt renew = command(new Command.Renew(Scenes.id(1), true, null), engine.look(List.of(A)));
        List<String> way = new ArrayList<>(List.of("lost", "settle"));
        store.answer = batch -> {
            if (way.remove("lost")) {
                throw new OutcomeUnknownException("The first.", null);
            }
            if (way.remove("settle")) {
                return store.applied(batch);
            }
            throw new StoreUnreachableException("Away.", null);
        };
        assertThatExceptionOfType(OutcomeUnknownException.class)
                .isThrownBy(() -> engine.run(renew))
                .withMessage("The first.")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    }

    @Test
    void failureWithoutADoubt_isToldAsItIs() {
        store.answer = batch -> {
            throw new StoreUnreachableException("Away.", null);
        };
        assertThatExceptionOfType(StoreUnreachableException.class)
                .isThrownBy(() -> engine.run(acquire(1, Snapshot.ASSUMED_ABSENT, "a")));
        assertThat(store.batches).as("it is not tried again").hasSize(1);
    }

    /** A record that is busy is tried again until it is not, and the others are not held up by it. */
    @Test
    void busyRecord_isTriedAgain() {
        List<Integer> busy = new ArrayList<>(List.of(1, 2, 3));
        store.answer = batch -> {
            List<Result> results = new ArrayList<>();
            for (Group group : batch) {
                boolean stuck = group.changes().get(0).key().equals(A) && !busy.isEmpty();
                if (stuck) {
                    busy.remove(0);
                }
                results.add(
                        stuck
                                ? new Result.Busy()
                                : store.applied(List.of(group)).get(0));
            }
            return results;
        };
        List<Attempt> attempts =
                List.of(acquire(1, Snapshot.ASSUMED_ABSENT, "a"), acquire(2, Snapshot.ASSUMED_ABSENT, "b"));
        engine.runAll(attempts);
        assertThat(attempts).allMatch(attempt -> attempt.outcomes().get(0) instanceof Outcome.Granted);
        assertThat(store.batches).containsExactly(2, 1, 1, 1);
    }
}
