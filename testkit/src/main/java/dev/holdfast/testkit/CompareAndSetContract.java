package dev.holdfast.testkit;

import static dev.holdfast.testkit.Samples.A;
import static dev.holdfast.testkit.Samples.draft;
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
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A record changes only if it is as the caller last saw it. */
@SuppressWarnings("resource") // the suite closes what it connects
interface CompareAndSetContract extends ContractPart {

    @Test
    default void put_absentAsExpected_isThereForEverybody() {
        LockStore store = connect();
        LockStore other = connect();
        var done = applied(store, Change.put(A, Change.ABSENT, lock("ann")));
        for (LockStore any : List.of(store, other, connect())) {
            Entry entry = entry(any, A);
            assertThat(entry.version()).isEqualTo(done.version());
            assertThat(entry.stamp()).isEqualTo(done.stamp());
            assertThat(ownerOf(LockState.of(entry))).isEqualTo("ann");
        }
    }

    @Test
    @Tag("safety")
    default void put_presentButExpectedAbsent_isRefused() {
        LockStore store = connect();
        applied(store, Change.put(A, Change.ABSENT, lock("ann")));
        for (LockStore any : List.of(store, connect())) {
            Entry current =
                    conflict(any, Change.put(A, Change.ABSENT, lock("bob"))).get(A);
            assertThat(current).isEqualTo(entry(any, A));
            assertThat(ownerOf(LockState.of(entry(any, A)))).isEqualTo("ann");
        }
    }

    @Test
    @Tag("safety")
    default void put_staleVersion_isRefused() {
        LockStore store = connect();
        long first = applied(store, Change.put(A, Change.ABSENT, lock("ann"))).version();
        applied(connect(), Change.put(A, first, lock("bob")));
        conflict(store, Change.put(A, first, lock("eve")));
        conflict(connect(), Change.put(A, first, lock("eve")));
        assertThat(ownerOf(LockState.of(entry(store, A)))).isEqualTo("bob");
    }

    @Test
    @Tag("safety")
    default void put_versionNotYetReached_isRefused() {
        LockStore store = connect();
        long first = applied(store, Change.put(A, Change.ABSENT, lock("ann"))).version();
        conflict(store, Change.put(A, first + 1, lock("eve")));
        conflict(store, Change.put(A, Long.MAX_VALUE, lock("eve")));
        assertThat(ownerOf(LockState.of(entry(store, A)))).isEqualTo("ann");
    }

    @Test
    @Tag("safety")
    default void put_deletedMeanwhile_isRefused() {
        LockStore store = connect();
        long first = applied(store, Change.put(A, Change.ABSENT, lock("ann"))).version();
        applied(connect(), Change.delete(A, first));
        assertThat(conflict(store, Change.put(A, first, lock("eve"))).entries()).isEmpty();
        assertThat(find(store, A)).isNull();
    }

    @Test
    @Tag("safety")
    default void delete_staleVersion_isRefused() {
        LockStore store = connect();
        long first = applied(store, Change.put(A, Change.ABSENT, lock("ann"))).version();
        applied(connect(), Change.put(A, first, lock("bob")));
        conflict(store, Change.delete(A, first));
        assertThat(ownerOf(LockState.of(entry(store, A)))).isEqualTo("bob");
    }

    @Test
    default void delete_currentVersion_leavesNoTrace() {
        LockStore store = connect();
        long first = applied(store, Change.put(A, Change.ABSENT, lock("ann"))).version();
        applied(store, Change.delete(A, first));
        assertThat(find(store, A)).isNull();
        assertThat(find(connect(), A)).isNull();
        applied(store, Change.put(A, Change.ABSENT, lock("bob")));
    }

    @Test
    @Tag("safety")
    default void change_deletedAndMadeAgainMeanwhile_isRefused() {
        LockStore store = connect();
        LockStore other = connect();
        long first = applied(store, Change.put(A, Change.ABSENT, lock("ann"))).version();
        applied(other, Change.delete(A, first));
        applied(other, Change.put(A, Change.ABSENT, lock("ann")));
        conflict(store, Change.put(A, first, lock("eve")));
        conflict(store, Change.delete(A, first));
        conflict(store, Change.check(A, first));
        assertThat(ownerOf(LockState.of(entry(store, A)))).isEqualTo("ann");
    }

    @Test
    @Tag("safety")
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    default void put_byManyAtOnce_losesNoUpdate() throws Exception {
        int each = 50;
        Key key = Samples.draftKey("counter");
        List<LockStore> stores = List.of(connect(), connect());
        Race.<@Nullable Void>run(4, runner -> () -> {
            LockStore store = stores.get(runner % 2);
            for (int done = 0; done < each; ) {
                Entry seen = find(store, key);
                long revision =
                        seen == null ? 0 : ((DraftRecord) seen.body()).draft().revision();
                long version = seen == null ? Change.ABSENT : seen.version();
                done += wins(store, Change.put(key, version, draft(revision + 1))) ? 1 : 0;
            }
            return null;
        });
        assertThat(((DraftRecord) entry(connect(), key).body()).draft().revision())
                .isEqualTo(4L * each);
    }

    @Test
    @Tag("safety")
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    default void put_absentForManyAtOnce_oneWins() throws Exception {
        List<LockStore> stores = List.of(connect(), connect());
        for (int round = 0; round < 40; round++) {
            Key key = Key.lock("round-" + round);
            List<Boolean> won = Race.run(
                    4,
                    runner -> () -> wins(stores.get(runner % 2), Change.put(key, Change.ABSENT, lock("r" + runner))));
            assertThat(won).as("who won round " + round).containsOnlyOnce(true);
            assertThat(ownerOf(LockState.of(entry(stores.get(0), key)))).isEqualTo("r" + won.indexOf(true));
        }
    }
}
