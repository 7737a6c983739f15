package dev.holdfast.testkit;

import static dev.holdfast.testkit.Samples.A;
import static dev.holdfast.testkit.Samples.B;
import static dev.holdfast.testkit.Samples.draft;
import static dev.holdfast.testkit.Samples.draftKey;
import static dev.holdfast.testkit.Samples.lock;
import static dev.holdfast.testkit.Samples.ownerOf;
import static dev.holdfast.testkit.Steps.applied;
import static dev.holdfast.testkit.Steps.conflict;
import static dev.holdfast.testkit.Steps.entry;
import static dev.holdfast.testkit.Steps.find;
import static dev.holdfast.testkit.Steps.wins;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.rules.DraftRecord;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Reading;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The changes of a group apply together or not at all, for every reader. */
@SuppressWarnings("resource") // the suite closes what it connects
interface GroupContract extends ContractPart {

    @Test
    @Tag("safety")
    default void group_oneStaleChange_changesNothing() {
        LockStore store = connect();
        long a = applied(store, Change.put(A, Change.ABSENT, lock("ann"))).version();
        Key c = Key.lock("c");
        Change good = Change.put(B, Change.ABSENT, lock("bob"));
        Change alsoGood = Change.put(c, Change.ABSENT, lock("bob"));
        Change stale = Change.put(A, Change.ABSENT, lock("bob"));
        conflict(store, good, stale, alsoGood);
        conflict(store, stale, good, alsoGood);
        conflict(store, good, alsoGood, stale);
        assertThat(find(store, B)).isNull();
        assertThat(find(store, c)).isNull();
        assertThat(entry(store, A).version()).isEqualTo(a);
        conflict(store, Change.delete(A, a), Change.put(B, a, lock("bob")));
        assertThat(ownerOf(LockState.of(entry(connect(), A)))).isEqualTo("ann");
    }

    @Test
    @Tag("safety")
    default void group_failingCheck_changesNothing() {
        LockStore store = connect();
        long a = applied(store, Change.put(A, Change.ABSENT, lock("ann"))).version();
        conflict(store, Change.put(B, Change.ABSENT, lock("bob")), Change.check(A, Change.ABSENT));
        conflict(store, Change.check(A, a + 1), Change.put(B, Change.ABSENT, lock("bob")));
        conflict(store, Change.check(B, a), Change.delete(A, a));
        assertThat(find(store, B)).isNull();
        assertThat(entry(store, A).version()).isEqualTo(a);
    }

    @Test
    default void group_checkThatHolds_changesOnlyTheRest() {
        LockStore store = connect();
        Entry before = entryAfter(store, Change.put(A, Change.ABSENT, lock("ann")));
        Key absent = Key.lock("absent");
        applied(
                store,
                Change.check(A, before.version()),
                Change.check(absent, Change.ABSENT),
                Change.put(B, Change.ABSENT, lock("bob")));
        assertThat(entry(store, A)).isEqualTo(before);
        assertThat(find(store, absent)).isNull();
        applied(store, Change.check(A, before.version()));
        assertThat(entry(connect(), A)).isEqualTo(before);
    }

    @Test
    default void group_deletesWritesAndMakes_allAtOneVersionAndTime() {
        LockStore store = connect();
        long a = applied(store, Change.put(A, Change.ABSENT, lock("ann"))).version();
        long b = applied(store, Change.put(B, Change.ABSENT, lock("ann"))).version();
        Key slot = draftKey("a\nann");
        var done = applied(
                store, Change.delete(A, a), Change.put(B, b, lock("bob")), Change.put(slot, Change.ABSENT, draft(1)));
        assertThat(find(store, A)).isNull();
        for (Key key : List.of(B, slot)) {
            assertThat(entry(store, key).version()).isEqualTo(done.version());
            assertThat(entry(store, key).stamp()).isEqualTo(done.stamp());
        }
    }

    @Test
    @Tag("safety")
    default void conflict_bringsEveryRecordOfTheGroup() {
        LockStore store = connect();
        Entry a = entryAfter(store, Change.put(A, Change.ABSENT, lock("ann")));
        Entry b = entryAfter(store, Change.put(B, Change.ABSENT, lock("bob")));
        Key absent = Key.lock("absent");
        Key other = Key.lock("other");
        applied(store, Change.put(other, Change.ABSENT, lock("eve")));
        Reading current = conflict(
                connect(),
                Change.check(A, a.version()),
                Change.put(B, b.version() + 1, lock("eve")),
                Change.put(absent, Change.ABSENT, lock("bob")));
        assertThat(current.entries()).containsOnlyKeys(A, B);
        assertThat(current.entries()).containsValues(a, b);
        assertThat(current.version(absent)).isEqualTo(Change.ABSENT);
        assertThat(current.now()).isAfterOrEqualTo(b.stamp());
    }

    @Test
    @Tag("safety")
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    default void group_whileOthersRead_isNeverSeenInPart() throws Exception {
        Key left = draftKey("left");
        Key right = draftKey("right");
        LockStore writer = connect();
        LockStore reader = connect();
        applied(writer, Change.put(left, Change.ABSENT, draft(0)), Change.put(right, Change.ABSENT, draft(0)));
        AtomicBoolean done = new AtomicBoolean();
        List<Long> torn = Race.run(2, runner -> () -> {
            long count = 0;
            if (runner == 0) {
                while (!done.get()) {
                    Reading seen = reader.read(List.of(left, right));
                    count += revision(seen, left) == revision(seen, right) && seen.version(left) == seen.version(right)
                            ? 0
                            : 1;
                }
                return count;
            }
            try {
                for (int revision = 1; revision <= 150; revision++) {
                    Reading seen = writer.read(List.of(left, right));
                    applied(
                            writer,
                            Change.put(left, seen.version(left), draft(revision)),
                            Change.put(right, seen.version(right), draft(revision)));
                }
            } finally {
                done.set(true);
            }
            return count;
        });
        assertThat(torn).as("readings of half a group").containsOnly(0L);
    }

    @Test
    @Tag("safety")
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    default void check_whileTheOtherIsWritten_isPartOfTheAtomicStep() throws Exception {
        List<LockStore> stores = List.of(connect(), connect());
        for (int round = 0; round < 60; round++) {
            List<Key> keys = List.of(Key.lock("left-" + round), Key.lock("right-" + round));
            List<Boolean> won = Race.run(
                    2,
                    runner -> () -> wins(
                            stores.get(runner),
                            Change.check(keys.get(1 - runner), Change.ABSENT),
                            Change.put(keys.get(runner), Change.ABSENT, lock("r" + runner))));
            assertThat(won).as("who won round " + round).containsOnlyOnce(true);
        }
    }

    private static Entry entryAfter(LockStore store, Change change) {
        applied(store, change);
        return entry(store, change.key());
    }

    private static long revision(Reading seen, Key key) {
        Entry entry = seen.get(key);
        return entry == null ? -1 : ((DraftRecord) entry.body()).draft().revision();
    }
}
