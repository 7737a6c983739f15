package dev.holdfast.testkit;

import static dev.holdfast.testkit.Samples.A;
import static dev.holdfast.testkit.Samples.B;
import static dev.holdfast.testkit.Samples.draft;
import static dev.holdfast.testkit.Samples.lock;
import static dev.holdfast.testkit.Steps.applied;
import static dev.holdfast.testkit.Steps.conflict;
import static dev.holdfast.testkit.Steps.entry;
import static dev.holdfast.testkit.Steps.wins;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The versions of a key only ever grow: they are the fences. */
@SuppressWarnings("resource") // the suite closes what it connects
interface VersionContract extends ContractPart {

    @Test
    @Tag("safety")
    default void version_ofEachWrite_isLarger() {
        LockStore store = connect();
        LockStore other = connect();
        long last = Change.ABSENT;
        for (int i = 0; i < 20; i++) {
            long next = applied(i % 2 == 0 ? store : other, Change.put(A, last, lock("ann")))
                    .version();
            assertThat(next).isGreaterThan(last);
            last = next;
        }
    }

    @Test
    @Tag("safety")
    default void version_afterDeletion_isLarger() {
        LockStore store = connect();
        long last = 0;
        for (int i = 0; i < 5; i++) {
            long made =
                    applied(store, Change.put(A, Change.ABSENT, lock("ann"))).version();
            assertThat(made).isGreaterThan(last);
            last = applied(store, Change.delete(A, made)).version();
            assertThat(last).isGreaterThan(made);
        }
    }

    @Test
    @Tag("safety")
    default void version_afterDeletionByAnother_isLarger() {
        List<LockStore> stores = List.of(connect(), connect());
        long last = 0;
        for (int i = 0; i < 6; i++) {
            LockStore store = stores.get(i % 2);
            long made =
                    applied(store, Change.put(A, Change.ABSENT, lock("ann"))).version();
            assertThat(made).isGreaterThan(last);
            long changed = applied(store, Change.put(A, made, lock("ann"))).version();
            last = applied(store, Change.delete(A, changed)).version();
        }
    }

    @Test
    @Tag("safety")
    default void version_afterRestart_isLarger() {
        LockStore store = connect();
        long last = Change.ABSENT;
        for (int i = 0; i < 20; i++) {
            last = applied(store, Change.put(A, last, lock("ann"))).version();
        }
        store.close();
        LockStore again = connect();
        assertThat(applied(again, Change.put(A, last, lock("bob"))).version()).isGreaterThan(last);
    }

    @Test
    @Tag("safety")
    default void version_afterDeletionAndRestart_isLarger() {
        LockStore store = connect();
        long last = Change.ABSENT;
        for (int i = 0; i < 20; i++) {
            last = applied(store, Change.put(A, last, lock("ann"))).version();
        }
        applied(store, Change.delete(A, last));
        store.close();
        LockStore again = connect();
        long made = applied(again, Change.put(A, Change.ABSENT, lock("bob"))).version();
        assertThat(made).isGreaterThan(last);
        conflict(again, Change.delete(A, last));
    }

    @Test
    @Tag("safety")
    default void version_ofGroup_isLargerThanAllItsKeysHad() {
        LockStore store = connect();
        long b = Change.ABSENT;
        for (int i = 0; i < 20; i++) {
            b = applied(store, Change.put(B, b, lock("ann"))).version();
        }
        long both = applied(store, Change.put(A, Change.ABSENT, lock("ann")), Change.put(B, b, lock("ann")))
                .version();
        assertThat(both).isGreaterThan(b);
        assertThat(applied(store, Change.put(A, both, lock("bob"))).version()).isGreaterThan(both);
    }

    @Test
    @Tag("safety")
    default void version_inTheBody_isThatOfItsWrite() {
        LockStore store = connect();
        long first = applied(store, Change.put(A, Change.ABSENT, lock("ann"))).version();
        assertThat(LockState.of(entry(store, A)).holds().get(0).fence()).isEqualTo(first);
        // a record that is written unchanged keeps its fence
        long second =
                applied(store, Change.put(A, first, entry(store, A).body())).version();
        assertThat(entry(connect(), A).version()).isEqualTo(second);
        assertThat(LockState.of(entry(connect(), A)).holds().get(0).fence()).isEqualTo(first);
    }

    @Test
    @Tag("safety")
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    default void version_whileManyMakeAndDelete_growsInOrder() throws Exception {
        List<LockStore> stores = List.of(connect(), connect());
        Key key = Samples.draftKey("turn");
        // Each turn begins by making the record and ends by deleting it: between the two no other thread adds to the
        // list.
        List<Long> fences = new ArrayList<>();
        Race.run(4, runner -> () -> {
            LockStore store = stores.get(runner % 2);
            for (int turns = 0; turns < 25; ) {
                if (wins(store, Change.put(key, Change.ABSENT, draft(runner)))) {
                    long fence = entry(store, key).version();
                    synchronized (fences) {
                        fences.add(fence);
                    }
                    applied(store, Change.delete(key, fence));
                    turns++;
                }
            }
            return runner;
        });
        assertThat(fences).hasSize(100).isSorted().doesNotHaveDuplicates();
    }
}
