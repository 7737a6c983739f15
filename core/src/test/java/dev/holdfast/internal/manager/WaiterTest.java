package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When a waiter looks again. By a clock that moves when it is looked at, so that nothing sleeps for long. */
@Timeout(120)
class WaiterTest {
    private static final Key A = Key.lock("a");
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration TIMEOUT = Duration.ofMinutes(30);

    private final TableStore store = new TableStore();
    private final Engine engine = new Engine(store, Policies.of(Preset.OFFLINE), Plans.CLOCKS);
    private final AtomicLong nanos = new AtomicLong();
    private final Clocks clocks =
            new Clocks(() -> nanos.addAndGet(Duration.ofMillis(250).toNanos()), store::now);

    /** A wait signal that does not listen yet. */
    private Signals.WaitSignal signal(@Nullable HoldId ticket) {
        return engine.signals().register(List.of("a"), ticket, Scenes.wake());
    }

    /** A wait signal that listens, and that what was seen is no news for. */
    private Signals.WaitSignal listening(Snapshot seen) {
        Signals.WaitSignal signal = signal(null);
        signal.begin();
        signal.saw(seen);
        signal.await(1);
        return signal;
    }

    private Waiter waiter(Signals.WaitSignal signal, Duration timeout) {
        return new Waiter(engine, clocks, signal, List.of(A), timeout);
    }

    private Hold hold(Lease lease, ProcessId... processes) {
        Owner owner = Owner.of("holder").bound(List.of(processes));
        return new Hold(
                List.of(Scenes.id(9)),
                owner,
                Mode.EXCLUSIVE,
                3,
                store.now(),
                store.now(),
                store.now(),
                lease,
                "",
                "",
                true);
    }

    private Snapshot written(LockState state) {
        Change change = Change.put(A, engine.look(List.of(A)).version(A), state);
        assertThat(store.apply(List.of(Group.of(change)))).hasSize(1);
        return engine.look(List.of(A));
    }

    private static Claim claim(int id) {
        return Scenes.claim(id, Scenes.owner("o" + id, ""), Mode.EXCLUSIVE, "");
    }

    private Duration waited(Snapshot seen, Signals.WaitSignal signal, Duration timeout, Duration look)
            throws Exception {
        long before = nanos.get();
        waiter(signal, timeout).await(seen, look, () -> false);
        return Duration.ofNanos(nanos.get() - before);
    }

    @Test
    void patience_endsTheWait() throws Exception {
        store.hasFeed = true;
        Snapshot seen = written(Scenes.state(hold(Lease.NONE)));
        Waiter waiter = waiter(listening(seen), Duration.ofSeconds(2));
        assertThat(waiter.timedOut()).isFalse();
        waiter.await(seen, LONG, () -> false);
        assertThat(waiter.timedOut()).isTrue();
        assertThat(Duration.ofNanos(nanos.get())).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void withoutAFeed_itLooksAfterEachNap() throws Exception {
        Snapshot seen = written(Scenes.state(hold(Lease.NONE)));
        assertThat(waited(seen, listening(seen), TIMEOUT, LONG)).isLessThan(Duration.ofSeconds(3));
    }

    @Test
    void withAFeed_itLooksWhenItMustShowThatItIsThere() throws Exception {
        store.hasFeed = true;
        Snapshot seen = written(Scenes.state(hold(Lease.NONE)));
        assertThat(waited(seen, listening(seen), TIMEOUT, LONG))
                .isBetween(Duration.ofSeconds(5), Duration.ofSeconds(9));
    }

    @Test
    void policyThatLooksOften_countsBeforeTheSignOfLife() throws Exception {
        store.hasFeed = true;
        Snapshot seen = written(Scenes.state(hold(Lease.NONE)));
        assertThat(waited(seen, listening(seen), TIMEOUT, Duration.ofSeconds(2)))
                .isBetween(Duration.ofSeconds(2), Duration.ofMillis(4_900));
    }

    @Test
    void endOfAHold_isAReasonToLook() throws Exception {
        store.hasFeed = true;
        Snapshot seen = written(Scenes.state(hold(Lease.of(Duration.ofSeconds(3)))));
        assertThat(waited(seen, listening(seen), TIMEOUT, LONG))
                .isBetween(Duration.ofSeconds(3), Duration.ofMillis(4_900));
    }

    /** What was over when it was seen is in no one's way. */
    @Test
    void holdThatWasOver_isNoReasonToLookAgain() throws Exception {
        store.hasFeed = true;
        written(Scenes.state(hold(Lease.of(Duration.ofSeconds(3)))));
        store.pass(Duration.ofSeconds(3));
        Snapshot seen = engine.look(List.of(A));
        assertThat(waited(seen, listening(seen), TIMEOUT, LONG)).isGreaterThan(Duration.ofMillis(4_900));
    }

    @Test
    void changeBeforeItListened_isSeen() throws Exception {
        store.hasFeed = true;
        Snapshot seen = written(Scenes.state(hold(Lease.NONE)));
        written(Scenes.state(hold(Lease.NONE), claim(1)));
        assertThat(waited(seen, signal(null), TIMEOUT, LONG)).isLessThan(Duration.ofSeconds(3));
    }

    @Test
    void deadHolder_isNoticed() throws Exception {
        store.hasFeed = true;
        ProcessId self = ProcessTable.system().self();
        ProcessId dead = new ProcessId(self.host(), self.boot(), self.namespace(), self.pid(), "1");
        Snapshot seen = written(Scenes.state(hold(Lease.NONE, dead)));
        assertThat(waited(seen, listening(seen), TIMEOUT, LONG)).isLessThan(Duration.ofSeconds(3));
        Snapshot living = written(Scenes.state(hold(Lease.NONE, self)));
        assertThat(waited(living, listening(living), TIMEOUT, LONG)).isGreaterThan(Duration.ofMillis(4_900));
    }

    private void tell(LockState state, long version) {
        Entry entry = Entry.written(A, version, Instant.EPOCH, state);
        store.feeds.forEach(feed -> feed.accept(new Sighting(A, entry)));
    }

    private Hold handed() {
        Instant now = store.now();
        return new Hold(
                List.of(Scenes.id(1)),
                Scenes.owner("o1", ""),
                Mode.EXCLUSIVE,
                3_000,
                now,
                now,
                now,
                Lease.NONE,
                "",
                "",
                false);
    }

    /** A waiter in the queue looks when it is handed the lock, not when it is told that it goes on waiting. */
    @Test
    void news_isAReasonOnlyIfItsTurnHasCome() throws Exception {
        store.hasFeed = true;
        Snapshot seen = written(Scenes.state(hold(Lease.NONE), claim(1)));
        Signals.WaitSignal signal = signal(Scenes.id(1));
        signal.begin();
        tell(Scenes.state(hold(Lease.NONE), claim(1), claim(2)), 2_000);
        assertThat(waited(seen, signal, TIMEOUT, LONG)).as("still first").isGreaterThan(Duration.ofMillis(4_900));
        tell(new LockState(List.of(handed()), List.of(), null), 3_000);
        assertThat(waited(seen, signal, TIMEOUT, LONG)).isLessThan(Duration.ofSeconds(3));
        int reads = store.reads.size();
        Snapshot heard = waiter(signal, TIMEOUT).look();
        assertThat(heard.hearsay())
                .as("taking it up is a change, which fails if that is wrong")
                .isTrue();
        assertThat(heard.lock(A).holdOf(Scenes.id(1))).isNotNull();
        assertThat(store.reads).hasSize(reads);
    }

    @Test
    void look_asksTheStoreForEverythingElse() {
        store.hasFeed = true;
        written(Scenes.state(hold(Lease.NONE), claim(1)));
        Signals.WaitSignal signal = signal(Scenes.id(1));
        assertThat(waiter(signal, TIMEOUT).look().hearsay()).isFalse();
        signal.begin();
        tell(Scenes.state(hold(Lease.NONE), claim(1), claim(2)), 2_000);
        assertThat(waiter(signal, TIMEOUT).look().hearsay()).isFalse();
        tell(new LockState(List.of(Scenes.hold(1, Scenes.owner("o1", ""))), List.of(), null), 3_000);
        assertThat(waiter(signal, TIMEOUT).look().hearsay())
                .as("it has taken it up already")
                .isFalse();
    }

    @Test
    void interrupt_endsTheWait() {
        Snapshot seen = written(Scenes.state(hold(Lease.NONE)));
        Signals.WaitSignal signal = signal(null);
        signal.begin();
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> waiter(signal, TIMEOUT).await(seen, LONG, () -> false))
                .withMessage("Interrupted while waiting for a.");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void closedManager_endsTheWait() {
        Snapshot seen = written(Scenes.state(hold(Lease.NONE)));
        engine.signals().close();
        assertThatIllegalStateException()
                .isThrownBy(() -> waiter(signal(null), TIMEOUT).await(seen, LONG, () -> false))
                .withMessage("The lock manager was closed while a caller waited for a.");
    }
}
