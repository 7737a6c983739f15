package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Mode;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore.Sighting;
import dev.holdfast.spi.LockStore.Watcher;
import dev.holdfast.spi.Result;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What wakes a waiter, what it is told, and how long feeds stay open. */
@Timeout(120)
class SignalsTest {
    private static final Key A = Key.lock("a");
    private static final Hold HOLD = Scenes.hold(9, Scenes.owner("holder", ""));

    private final TableStore store = new TableStore();
    private final Signals signals = new Signals(store);

    private Signals.WaitSignal listening(@Nullable HoldId ticket, String... resources) {
        Signals.WaitSignal signal = signals.register(List.of(resources), ticket, Scenes.wake());
        signal.begin();
        return signal;
    }

    private static Claim waiter(int id) {
        return Scenes.claim(id, Scenes.owner("o" + id, ""), Mode.EXCLUSIVE, "");
    }

    private void changed(long version, @Nullable LockState next) {
        Change change = next == null ? Change.delete(A, 1) : Change.put(A, 1, next);
        signals.changed(change, new Result.Applied(version, Scenes.NOW));
    }

    private Signals.WaitSignal withOthers(String... resources) {
        Signals.WaitSignal signal = signals.register(List.of(resources), null, Scenes.wake());
        signal.beginWithOthers();
        return signal;
    }

    @Test
    void signal_listensByItselfOnlyWhereOthersDo() {
        assertThat(signals.wanted()).isFalse();
        Signals.WaitSignal first = signals.register(List.of("a"), null, Scenes.wake());
        assertThat(signals.wanted()).isFalse();
        assertThat(first.begin()).isTrue();
        assertThat(first.begin()).isFalse();
        assertThat(signals.wanted()).isTrue();
        assertThat(withOthers("a").begin()).as("it did so already").isFalse();
        assertThat(withOthers("a", "b").begin()).isTrue();
    }

    @Test
    void change_wakesAWaiterOnce() {
        Signals.WaitSignal signal = listening(null, "a");
        assertThat(signal.await(1)).isFalse();
        changed(5, Scenes.state(HOLD));
        assertThat(signal.await(1)).isTrue();
        assertThat(signal.await(1)).isFalse();
        assertThat(signal.latest())
                .isNotNull()
                .satisfies(entry -> assertThat(entry.version()).isEqualTo(5));
        assertThat(signal.ticket()).isNull();
    }

    @Test
    void changeOfAnotherRecord_wakesNobody() {
        Signals.WaitSignal signal = listening(null, "a");
        signals.changed(Change.check(A, 3), new Result.Applied(4, Scenes.NOW));
        signals.changed(Change.put(Key.lock("b"), 3, Scenes.state(HOLD)), new Result.Applied(4, Scenes.NOW));
        signals.changed(Change.delete(new Key(Kind.SLOT, "a"), 3), new Result.Applied(4, Scenes.NOW));
        assertThat(signal.await(1)).isFalse();
        assertThat(signal.latest()).isNull();
    }

    /** Fifty that look at each change keep the one from working whose turn it is. */
    @Test
    void waiterInTheQueue_isWokenWhenItIsFirstOrOut() {
        Signals.WaitSignal second = listening(Scenes.id(2), "a");
        assertThat(second.ticket()).isEqualTo(Scenes.id(2));
        changed(5, Scenes.state(HOLD, waiter(1), waiter(2)));
        assertThat(second.await(1)).as("another waiter is before it").isFalse();
        assertThat(second.latest()).as("but it knows").isNotNull();
        changed(6, Scenes.state(HOLD, waiter(2)));
        assertThat(second.await(1)).as("first in the queue").isTrue();
        changed(7, Scenes.state(Scenes.hold(2, Scenes.owner("o2", "")), waiter(3)));
        assertThat(second.await(1)).as("out of the queue").isTrue();
        changed(8, Scenes.state(Scenes.hold(8, Scenes.owner("o2", "")), waiter(1), waiter(2)));
        assertThat(second.await(1)).as("its owner has it, and it may enter").isTrue();
        changed(9, null);
        assertThat(second.await(1)).as("the record is gone").isTrue();
        assertThat(second.latest()).isNull();
    }

    /** A feed tells again of what was told here, and late: what is older than that is no news, after a deletion too. */
    @Test
    void olderNews_isNone() {
        store.hasFeed = true;
        Signals.WaitSignal signal = listening(null, "a");
        assertThat(signal.fed()).isTrue();
        Entry five = Entry.written(A, 5, Scenes.NOW, Scenes.state(HOLD));
        Entry six = Entry.written(A, 6, Scenes.NOW, Scenes.state(HOLD));
        feed(six);
        assertThat(signal.await(1)).isTrue();
        feed(five);
        feed(six);
        assertThat(signal.await(1)).isFalse();
        assertThat(signal.latest()).isSameAs(six);
        changed(7, null);
        assertThat(signal.await(1)).isTrue();
        feed(six);
        assertThat(signal.await(1)).as("older than the deletion").isFalse();
        assertThat(signal.latest()).isNull();
        store.feeds.get(0).accept(new Sighting(A, null));
        assertThat(signal.await(1)).as("a deletion has no version, and is told").isTrue();
    }

    @Test
    void feed_knowsItsWaiters_forAsLongAsTheyWait() {
        HoldId ticket = Scenes.id(7);
        store.hasFeed = true;
        Signals.WaitSignal first = listening(ticket, "a");
        Watcher feed = store.feeds.get(0);
        assertThat(feed.waitsFor(ticket)).isTrue();
        assertThat(feed.waitsFor(Scenes.id(8))).isFalse();
        Signals.WaitSignal again = listening(ticket, "a");
        first.close();
        assertThat(feed.waitsFor(ticket))
                .as("another request with the same receipt waits")
                .isTrue();
        again.close();
        assertThat(feed.waitsFor(ticket)).isFalse();
    }

    private void feed(Entry entry) {
        store.feeds.get(0).accept(new Sighting(entry.key(), entry));
    }

    @Test
    void newer_isOnlyWhatIsNewerThanWhatIsKnown() {
        Signals.WaitSignal signal = listening(null, "a");
        assertThat(signals.newer(A, Snapshot.ASSUMED_ABSENT)).isNull();
        changed(5, Scenes.state(HOLD));
        Entry five = signal.latest();
        assertThat(signals.newer(A, Snapshot.ASSUMED_ABSENT)).isSameAs(five).isNotNull();
        assertThat(signals.newer(A, Scenes.seen(Entry.written(A, 4, Scenes.NOW, Scenes.state(HOLD)))))
                .isSameAs(five);
        assertThat(signals.newer(A, Scenes.seen(Entry.written(A, 5, Scenes.NOW, Scenes.state(HOLD)))))
                .isNull();
        assertThat(signals.newer(Key.lock("b"), Snapshot.ASSUMED_ABSENT)).isNull();
    }

    @Test
    void saw_tellsTheOthers() {
        Signals.WaitSignal one = listening(null, "a");
        Signals.WaitSignal two = listening(null, "a");
        one.saw(Scenes.seen(Entry.written(A, 5, Scenes.NOW, Scenes.state(HOLD))));
        assertThat(two.await(1)).isTrue();
        assertThat(signals.newer(A, Snapshot.ASSUMED_ABSENT)).isNotNull();
    }

    @Test
    void withoutAFeed_nothingLingers() {
        Signals.WaitSignal signal = listening(null, "a");
        assertThat(signal.fed()).isFalse();
        signal.close();
        assertThat(signals.wanted()).isFalse();
    }

    @Test
    void feed_lingersForTheNextWaiter() {
        store.hasFeed = true;
        Signals.WaitSignal one = listening(null, "a");
        Signals.WaitSignal two = listening(null, "a");
        one.close();
        two.close();
        two.close();
        signals.tidy();
        assertThat(store.feeds).hasSize(1);
        listening(null, "a").close();
        assertThat(store.feeds).as("the same feed").hasSize(1);
    }

    @Test
    void feeds_thatLinger_areFew_andTheEldestEnd() {
        store.hasFeed = true;
        List<Signals.WaitSignal> ears = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ears.add(listening(null, "r" + i));
        }
        assertThat(store.feeds)
                .as("16 for a resource each, and one for the rest")
                .hasSize(17);
        ears.forEach(Signals.WaitSignal::close);
        assertThat(store.feeds).hasSize(13);
        listening(null, "r19").close();
        assertThat(store.feeds).as("the newest is there").hasSize(13);
        listening(null, "r0").close();
        assertThat(signals.newer(Key.lock("r4"), Snapshot.ASSUMED_ABSENT)).isNull();
        assertThat(store.feeds).hasSize(13);
    }

    /** A feed may cost a thread or a connection. */
    @Test
    void manyResources_shareOneFeed_whichEndsWithTheLast() {
        store.hasFeed = true;
        List<Signals.WaitSignal> ears = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            ears.add(listening(null, "r" + i));
        }
        assertThat(store.feeds).hasSize(17);
        Signals.WaitSignal last = ears.get(999);
        assertThat(last.fed()).isTrue();
        Key key = Key.lock("r999");
        Entry told = Entry.written(key, 5, Scenes.NOW, Scenes.state(HOLD));
        store.feeds.get(16).accept(new Sighting(key, told));
        assertThat(last.await(1)).isTrue();
        ears.subList(16, 1_000).forEach(Signals.WaitSignal::close);
        ears.subList(0, 16).forEach(Signals.WaitSignal::close);
        assertThat(store.feeds).as("those that linger have a feed each").hasSize(16);
    }

    @Test
    void closing_wakesAll() throws Exception {
        assertThat(signals.closed()).isFalse();
        Thread waits = new Thread(() -> {
            Signals.WaitSignal signal = listening(null, "a");
            while (!signals.closed()) {
                signal.await(Long.MAX_VALUE);
            }
        });
        waits.start();
        while (waits.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        signals.close();
        waits.join();
        assertThat(signals.closed()).isTrue();
        assertThat(listening(null, "b").await(Long.MAX_VALUE))
                .as("none sleeps after it")
                .isFalse();
    }
}
