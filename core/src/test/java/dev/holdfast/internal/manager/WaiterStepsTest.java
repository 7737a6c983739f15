package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;
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
import dev.holdfast.internal.rules.Ticket;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The steps of a wait, at moments that the test sets. */
@Timeout(120)
class WaiterStepsTest {
    private static final Key A = Key.lock("a");
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration TIMEOUT = Duration.ofMinutes(30);
    private static final long GLANCE = Duration.ofMillis(200).toNanos();

    private final TableStore store = new TableStore();
    private final Engine engine = new Engine(store, Policies.of(Preset.OFFLINE), Plans.CLOCKS);
    private final AtomicLong nanos = new AtomicLong();
    private final Clocks clocks = new Clocks(nanos::get, store::now);

    @BeforeEach
    void haveAFeed() {
        store.hasFeed = true;
    }

    private void at(Duration time) {
        nanos.set(time.toNanos());
    }

    private Hold hold(Lease lease, ProcessId... processes) {
        Instant now = store.now();
        Owner owner = Owner.of("holder").bound(List.of(processes));
        return new Hold(List.of(Scenes.id(9)), owner, Mode.EXCLUSIVE, 3, now, now, now, lease, "", "", true);
    }

    private static Claim claim(int id, ProcessId... processes) {
        Owner owner = Scenes.owner("o" + id, "").bound(List.of(processes));
        return Scenes.claim(id, owner, Mode.EXCLUSIVE, "");
    }

    private Snapshot written(LockState state) {
        Change change = Change.put(A, engine.look(List.of(A)).version(A), state);
        assertThat(store.apply(List.of(Group.of(change)))).hasSize(1);
        return engine.look(List.of(A));
    }

    private Signals.WaitSignal signal(@Nullable HoldId ticket) {
        return engine.signals().register(List.of("a"), ticket, Scenes.wake());
    }

    private Waiter waiter(Signals.WaitSignal signal) {
        return new Waiter(engine, clocks, signal, List.of(A), TIMEOUT);
    }

    /** A waiter that has seen this, and listens since then. */
    private Waiter waiting(Snapshot seen, @Nullable HoldId ticket, Duration longestLook) {
        Waiter waiter = waiter(signal(ticket));
        assertThat(waiter.begin(seen, longestLook)).isFalse();
        return waiter;
    }

    @Test
    void changeBetweenTheTryAndTheListening_isWorthALook() {
        Snapshot tried = written(Scenes.state(hold(Lease.NONE)));
        Snapshot now = written(Scenes.state(hold(Lease.NONE), claim(1)));
        Signals.WaitSignal signal = signal(null);
        Waiter waiter = waiter(signal);
        assertThat(waiter.begin(tried, LONG)).isTrue();
        assertThat(signal.latest())
                .as("told to all callers here that wait for it")
                .isNotNull()
                .satisfies(latest -> assertThat(latest.version()).isEqualTo(now.version(A)));
        int reads = store.reads.size();
        assertThat(waiter.begin(now, LONG)).isFalse();
        assertThat(store.reads).as("it listens already").hasSize(reads);
    }

    @Test
    void closedManager_endsEachStep() {
        Snapshot seen = written(Scenes.state(hold(Lease.NONE)));
        Waiter waiter = waiting(seen, null, LONG);
        engine.signals().close();
        assertThatIllegalStateException().isThrownBy(() -> waiter.isDue(false));
        assertThatIllegalStateException()
                .isThrownBy(() -> waiter(signal(null)).begin(seen, LONG))
                .withMessageContaining("closed");
    }

    @Test
    void nap_endsWithTheTimeout() {
        Waiter waiter = waiting(written(Scenes.state(hold(Lease.NONE))), null, LONG);
        assertThat(waiter.nap()).isEqualTo(GLANCE);
        at(TIMEOUT.minusMillis(50));
        assertThat(waiter.nap()).isEqualTo(Duration.ofMillis(50).toNanos());
        assertThat(waiter.timedOut()).isFalse();
        at(TIMEOUT);
        assertThat(waiter.nap()).isEqualTo(1);
        assertThat(waiter.timedOut()).isTrue();
    }

    @Test
    void nap_endsWithTheHold_thatThenIsAReasonToLook() {
        at(Duration.ofSeconds(7));
        Waiter waiter = waiting(written(Scenes.state(hold(Lease.of(Duration.ofSeconds(1))))), null, LONG);
        assertThat(waiter.nap()).isEqualTo(GLANCE);
        at(Duration.ofMillis(7_900));
        assertThat(waiter.nap()).isEqualTo(Duration.ofMillis(100).toNanos());
        nanos.set(Duration.ofSeconds(8).toNanos() - 1);
        assertThat(waiter.isDue(false)).isFalse();
        at(Duration.ofSeconds(8));
        assertThat(waiter.isDue(false)).isTrue();
        at(Duration.ofSeconds(9));
        assertThat(waiter.nap()).isEqualTo(1);
    }

    @Test
    void longestLook_isAReasonToLook() {
        Waiter waiter = waiting(written(Scenes.state(hold(Lease.NONE))), null, Duration.ofSeconds(2));
        nanos.set(Duration.ofSeconds(2).toNanos() - 1);
        assertThat(waiter.isDue(false)).isFalse();
        at(Duration.ofSeconds(2));
        assertThat(waiter.isDue(false)).isTrue();
    }

    /** A reservation for several resources is in the way until it ends; a place in the queue is none. */
    @Test
    void nap_endsWithAReservation() {
        for (boolean reserved : List.of(true, false)) {
            at(Duration.ZERO);
            Ticket ticket = new Ticket(claim(1), store.now(), store.now(), 0, reserved);
            LockState state = new LockState(List.of(hold(Lease.NONE)), List.of(ticket), null);
            Waiter waiter = waiting(written(state), null, LONG);
            at(Duration.between(store.now(), ticket.until()).minusMillis(30));
            assertThat(waiter.nap()).isEqualTo(reserved ? Duration.ofMillis(30).toNanos() : GLANCE);
        }
    }

    private void tell(LockState state, long version) {
        Entry entry = Entry.written(A, version, Instant.EPOCH, state);
        store.feeds.forEach(feed -> feed.accept(new Sighting(A, entry)));
    }

    @Test
    void news_isAReasonForAWaiterWithoutATicket() {
        Waiter waiter = waiting(written(Scenes.state(hold(Lease.NONE))), null, LONG);
        assertThat(waiter.isDue(false)).isFalse();
        assertThat(waiter.isDue(true)).isTrue();
    }

    /** The holder has renewed: its end is later than the waiter saw, and the waiter still has its place. */
    @Test
    void news_ofARenewal_isNoReason_andPostponesTheLook() {
        Lease seconds = Lease.of(Duration.ofSeconds(3));
        Snapshot seen = written(Scenes.state(hold(Lease.of(Duration.ofSeconds(1))), claim(1)));
        Waiter waiter = waiting(seen, Scenes.id(1), LONG);
        tell(Scenes.state(hold(seconds), claim(1)), 2_000);
        at(Duration.ofSeconds(1));
        assertThat(waiter.isDue(false)).as("before it hears of that").isTrue();
        assertThat(waiter.isDue(true)).isFalse();
        at(Duration.ofSeconds(3));
        assertThat(waiter.isDue(false)).isTrue();
    }

    /** Each watches those directly before it: with a long queue, few look at the same process. */
    @Test
    void deadWaiter_isNoticedByTheNextInTheQueue_andByCallersWithoutAPlace() {
        ProcessId self = ProcessTable.system().self();
        ProcessId dead = new ProcessId(self.host(), self.boot(), self.namespace(), self.pid(), "1");
        Snapshot seen = written(Scenes.state(hold(Lease.NONE), claim(1, dead), claim(2), claim(3)));
        assertThat(waiting(seen, Scenes.id(3), LONG).isDue(false)).isFalse();
        assertThat(waiting(seen, Scenes.id(2), LONG).isDue(false)).isTrue();
        assertThat(waiting(seen, null, LONG).isDue(false)).isTrue();
    }
}
