package dev.holdfast.testkit;

import static dev.holdfast.testkit.Samples.A;
import static dev.holdfast.testkit.Samples.B;
import static dev.holdfast.testkit.Samples.draft;
import static dev.holdfast.testkit.Samples.draftKey;
import static dev.holdfast.testkit.Samples.event;
import static dev.holdfast.testkit.Samples.lock;
import static dev.holdfast.testkit.Steps.applied;
import static dev.holdfast.testkit.Steps.apply;
import static dev.holdfast.testkit.Steps.entry;
import static dev.holdfast.testkit.Steps.find;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HoldId;
import dev.holdfast.LockEvent;
import dev.holdfast.Subscription;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Group.Audience;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The change feed, for stores that have one: it may skip states, but never the last. */
@SuppressWarnings("resource") // the suite closes what it connects
public interface WatchContract extends ContractPart {

    @Test
    @Tag("safety")
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    default void watch_first_showsWhatIsThere() {
        LockStore store = connect();
        applied(store, Change.put(A, Change.ABSENT, lock("ann")));
        applied(store, Change.put(Key.lock("ab"), Change.ABSENT, lock("bob")));
        applied(store, Change.put(B, Change.ABSENT, lock("bob")));
        applied(store, Change.put(draftKey("a"), Change.ABSENT, draft(1)));
        Onlooker onlooker = Onlooker.of(connect(), Kind.LOCK, "a");
        onlooker.awaits(entry(store, A));
        onlooker.awaits(entry(store, Key.lock("ab")));
        assertThat(onlooker.keys()).containsOnly(A, Key.lock("ab"));
    }

    @Test
    @Tag("safety")
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    default void watch_changeByAnother_isShown() {
        LockStore store = connect();
        LockStore other = connect();
        Onlooker onlooker = Onlooker.of(store, Kind.LOCK, "");
        for (LockStore any : List.of(store, other)) {
            long made = applied(any, Change.put(A, Change.ABSENT, lock("ann"))).version();
            onlooker.awaits(entry(store, A));
            long changed = applied(any, Change.put(A, made, lock("bob"))).version();
            onlooker.awaits(entry(store, A));
            applied(any, Change.delete(A, changed));
            onlooker.awaitsNone(A);
        }
    }

    @Test
    @Tag("safety")
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    default void watch_quietChange_isShownToo() {
        LockStore store = connect();
        LockStore other = connect();
        Onlooker onlooker = Onlooker.of(store, Kind.LOCK, "");
        for (Key key : List.of(A, B)) {
            LockStore any = key.equals(A) ? store : other;
            long made =
                    applied(any, Change.put(key, Change.ABSENT, lock("ann"))).version();
            onlooker.awaits(entry(store, key));
            long quiet = applied(apply(any, quietly(Change.put(key, made, lock("bob")), "bob")))
                    .version();
            onlooker.awaits(entry(store, key));
            // The last of several, and with none of them an event.
            for (int i = 0; i < 3; i++) {
                quiet = applied(apply(any, quietly(Change.put(key, quiet, lock("cid-" + i)))))
                        .version();
            }
            onlooker.awaits(entry(store, key));
            applied(any, Change.delete(key, quiet));
            onlooker.awaitsNone(key);
        }
        assertThat(onlooker.disorder()).isEmpty();
    }

    @Test
    @Tag("safety")
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    default void watch_changeForOneWaiter_isShownToAll() {
        HoldId claim = new HoldId(1, 2);
        LockStore giver = connect();
        List<Onlooker> onlookers = List.of(
                Onlooker.waiting(connect(), claim),
                Onlooker.waiting(giver, new HoldId(3, 4)),
                Onlooker.of(connect(), Kind.LOCK, ""));
        long version = applied(giver, Change.put(A, Change.ABSENT, lock("ann"))).version();
        onlookers.forEach(onlooker -> onlooker.awaits(entry(giver, A)));
        for (int i = 0; i < 3; i++) {
            Group handOver =
                    new Group(List.of(Change.put(A, version, lock("bob-" + i))), List.of(), Audience.of(claim));
            version = applied(apply(giver, handOver)).version();
            onlookers.forEach(onlooker -> onlooker.awaits(entry(giver, A)));
        }
        for (Onlooker onlooker : onlookers) {
            assertThat(onlooker.disorder()).isEmpty();
        }
    }

    private static Group quietly(Change change, String... owners) {
        List<LockEvent> events = Arrays.stream(owners)
                .map(owner -> event(change.key().name(), owner))
                .toList();
        return new Group(List.of(change), events, Audience.NO_ONE);
    }

    @Test
    @Tag("safety")
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    default void watch_underLoad_showsTheLastStateInOrder() throws Exception {
        List<LockStore> stores = List.of(connect(), connect());
        List<Key> keys =
                IntStream.range(0, 6).mapToObj(i -> Key.lock("key-" + i)).toList();
        Onlooker onlooker = Onlooker.of(stores.get(0), Kind.LOCK, "key-");
        Race.run(2, runner -> () -> {
            LockStore store = stores.get(runner);
            for (int i = 0; i < 150; i++) {
                Key key = keys.get(runner * 3 + i % 3);
                var seen = find(store, key);
                if (seen == null) {
                    applied(store, Change.put(key, Change.ABSENT, lock("o" + i)));
                } else if (i % 5 == 0) {
                    applied(store, Change.delete(key, seen.version()));
                } else if (i % 3 == 0) {
                    applied(store, Change.put(key, seen.version(), lock("o" + i)));
                } else {
                    applied(apply(store, quietly(Change.put(key, seen.version(), lock("o" + i)))));
                }
            }
            return runner;
        });
        for (Key key : keys) {
            var last = find(stores.get(0), key);
            if (last == null) {
                onlooker.awaitsNone(key);
            } else {
                onlooker.awaits(last);
            }
        }
        assertThat(onlooker.disorder())
                .as("calls out of order or at the same time")
                .isEmpty();
    }

    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    default void watch_closed_showsNothingMore() {
        LockStore store = connect();
        Onlooker gone = Onlooker.of(store, Kind.LOCK, "");
        Onlooker left = Onlooker.of(store, Kind.LOCK, "");
        gone.close();
        gone.close();
        applied(store, Change.put(A, Change.ABSENT, lock("ann")));
        left.awaits(entry(store, A));
        assertThat(gone.keys()).isEmpty();
        store.close();
        applied(connect(), Change.put(B, Change.ABSENT, lock("ann")));
        Onlooker witness = Onlooker.of(connect(), Kind.LOCK, "b");
        witness.awaits(entry(connect(), B));
        assertThat(left.keys()).containsOnly(A);
    }

    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    default void watch_closed_isNotKept() {
        LockStore store = connect();
        WeakReference<Onlooker> closed = closedOnlooker(store);
        long begin = System.nanoTime();
        while (closed.get() != null) {
            assertThat(System.nanoTime() - begin)
                    .as("time for which the store has kept a closed subscription")
                    .isLessThan(Onlooker.patience);
            System.gc();
        }
        find(store, A); // the store was open meanwhile
    }

    /** Opens, uses and closes a subscription in a method of its own, so that no variable of the test refers to it. */
    private static WeakReference<Onlooker> closedOnlooker(LockStore store) {
        Onlooker onlooker = Onlooker.of(store, Kind.LOCK, "");
        applied(store, Change.put(A, Change.ABSENT, lock("ann")));
        onlooker.awaits(entry(store, A));
        onlooker.close();
        return new WeakReference<>(onlooker);
    }

    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    default void watch_closedByItsOwnSink_ends() {
        LockStore store = connect();
        Onlooker witness = Onlooker.of(store, Kind.LOCK, "");
        AtomicReference<Subscription> own = new AtomicReference<>();
        Onlooker suicidal = new Onlooker(sighting -> {
            while (own.get() == null) {
                Thread.onSpinWait();
            }
            own.get().close();
        });
        own.set(store.watch(Kind.LOCK, "", suicidal).orElseThrow());
        applied(store, Change.put(A, Change.ABSENT, lock("ann")));
        suicidal.awaits(entry(store, A));
        applied(store, Change.put(B, Change.ABSENT, lock("ann")));
        witness.awaits(entry(store, B));
        assertThat(suicidal.keys()).containsOnly(A);
    }
}
