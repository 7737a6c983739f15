package dev.holdfast.testkit;

import static dev.holdfast.testkit.Samples.A;
import static dev.holdfast.testkit.Samples.B;
import static dev.holdfast.testkit.Samples.lock;
import static dev.holdfast.testkit.Samples.ownerOf;
import static dev.holdfast.testkit.Steps.applied;
import static dev.holdfast.testkit.Steps.conflict;
import static dev.holdfast.testkit.Steps.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The groups of a batch are judged one by one, in order, each by itself. */
@SuppressWarnings("resource") // the suite closes what it connects
interface BatchContract extends ContractPart {

    @Test
    default void batch_empty_hasNoAnswers() {
        assertThat(connect().apply(List.of())).isEmpty();
    }

    @Test
    @Tag("safety")
    default void batch_someGroupsRefused_appliesTheOthers() {
        LockStore store = connect();
        applied(store, Change.put(A, Change.ABSENT, lock("ann")));
        List<Result> results = store.apply(List.of(
                Group.of(Change.put(Key.lock("x"), Change.ABSENT, lock("bob"))),
                Group.of(Change.put(A, Change.ABSENT, lock("bob"))),
                Group.of(Change.put(Key.lock("y"), Change.ABSENT, lock("bob"))),
                Group.of(Change.put(B, 1, lock("bob")), Change.put(Key.lock("z"), Change.ABSENT, lock("bob")))));
        assertThat(results).hasSize(4);
        applied(results.get(0));
        assertThat(conflict(results.get(1)).entries()).containsOnlyKeys(A);
        applied(results.get(2));
        assertThat(conflict(results.get(3)).entries()).isEmpty();
        assertThat(store.read(List.of(A, Key.lock("x"), Key.lock("y"), Key.lock("z")))
                        .entries())
                .containsOnlyKeys(A, Key.lock("x"), Key.lock("y"));
        assertThat(ownerOf(LockState.of(entry(store, A)))).isEqualTo("ann");
    }

    @Test
    @Tag("safety")
    default void batch_sameKeyTwice_isAppliedOneAfterTheOther() {
        LockStore store = connect();
        List<Result> results = store.apply(List.of(
                Group.of(Change.put(A, Change.ABSENT, lock("ann"))),
                Group.of(Change.put(A, Change.ABSENT, lock("bob")))));
        long version = applied(results.get(0)).version();
        assertThat(conflict(results.get(1)).version(A)).isEqualTo(version);
        assertThat(ownerOf(LockState.of(entry(store, A)))).isEqualTo("ann");
    }

    @Test
    @Tag("safety")
    default void batch_deleteThenMake_isAppliedInThatOrder() {
        LockStore store = connect();
        long first = applied(store, Change.put(A, Change.ABSENT, lock("ann"))).version();
        List<Result> results = store.apply(List.of(
                Group.of(Change.delete(A, first)),
                Group.of(Change.put(A, Change.ABSENT, lock("bob"))),
                Group.of(Change.put(A, first, lock("eve")))));
        long deleted = applied(results.get(0)).version();
        long made = applied(results.get(1)).version();
        assertThat(made).isGreaterThan(deleted);
        assertThat(deleted).isGreaterThan(first);
        assertThat(conflict(results.get(2)).version(A)).isEqualTo(made);
        assertThat(ownerOf(LockState.of(entry(store, A)))).isEqualTo("bob");
    }

    @Test
    default void batch_ofManyGroups_isAnsweredInOrder() {
        LockStore store = connect();
        List<Group> batch = new ArrayList<>();
        List<Key> keys = new ArrayList<>();
        // not in the order of the names
        for (int i = 0; i < 150; i++) {
            Key key = Key.lock("resource-" + (i * 37) % 150);
            keys.add(key);
            batch.add(Group.of(Change.put(key, Change.ABSENT, lock("owner-" + i))));
        }
        List<Result> results = store.apply(batch);
        assertThat(results).hasSameSizeAs(batch);
        for (int i = 0; i < batch.size(); i++) {
            assertThat(entry(store, keys.get(i)).version())
                    .isEqualTo(applied(results.get(i)).version());
            assertThat(ownerOf(LockState.of(entry(store, keys.get(i))))).isEqualTo("owner-" + i);
        }
    }
}
