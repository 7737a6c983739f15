package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.AsyncLocks;
import dev.holdfast.Hold;
import dev.holdfast.Holds.Grant;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.ProcessId;
import dev.holdfast.Receipt;
import dev.holdfast.internal.manager.AsyncGrants;
import dev.holdfast.internal.manager.Managers;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What each call costs the store while no other caller is in the way: changes and reads, counted together. */
@Timeout(120)
class RoundTripsTest {
    private static final Duration TTL = Duration.ofMinutes(1);

    private final String memory = "memory:" + UUID.randomUUID();
    private final FakeTime time = FakeTime.create();
    private final AtomicInteger trips = new AtomicInteger();
    private final AtomicInteger changes = new AtomicInteger();
    private final LockManager locks = manager();

    private LockManager manager() {
        return manager(ManagerOptions.DEFAULT);
    }

    private LockManager manager(ManagerOptions options) {
        LockStore store = Hooked.store(new MemoryStoreProvider().open(memory, time), (method, arguments, call) -> {
            boolean trip = method.equals("apply") || method.equals("read") || method.equals("query");
            trips.addAndGet(trip ? 1 : 0);
            changes.addAndGet(method.equals("apply") ? 1 : 0);
            return call.make();
        });
        return StoreManagers.over(
                store, options.clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));
    }

    @AfterEach
    void close() {
        locks.close();
    }

    private static LockRequest request(String... resources) {
        return LockRequest.of(resources).owner(Owner.of("me")).ttl(TTL);
    }

    private void assertTrips(int expected, String call) {
        assertThat(trips.getAndSet(0)).as(call).isEqualTo(expected);
    }

    @Test
    void handle_costsOneTripForEachCall() throws Exception {
        try (LockHandle handle = locks.acquire(request("a"))) {
            assertTrips(1, "acquire");
            handle.isHeld();
            handle.remaining();
            handle.fence();
            assertTrips(0, "what the handle knows");
            handle.heartbeat();
            assertTrips(1, "heartbeat");
            handle.heartbeat();
            assertTrips(1, "one more heartbeat");
        }
        assertTrips(1, "close");
        locks.acquire(request("a")).close();
        assertTrips(2, "once more, over the record that is left");
    }

    @Test
    @DisplayName("B20: what is over is removed in the change that acquires")
    void acquireOfTheCommand_tidiesInOneChange() throws Exception {
        LockRequest wanted = LockRequest.of("a").owner(Owner.of("me"));
        assertThat(Managers.grantAndTidy(locks, wanted).granted()).isTrue();
        assertTrips(3, "the time, what is due, and the change");
        for (String other : List.of("b", "c")) {
            locks.holds().grant(LockRequest.of(other).owner(Owner.of("gone")).ttl(TTL));
        }
        time.advance(TTL.plusSeconds(1));
        trips.set(0);
        changes.set(0);
        assertThat(Managers.grantAndTidy(locks, LockRequest.of("d").owner(Owner.of("me")))
                        .granted())
                .isTrue();
        assertThat(changes).as("changes").hasValue(1);
        assertThat(locks.list("")).extracting(LockView::resource).containsExactly("a", "d");
        assertThat(locks.admin().history(HistoryQuery.NEWEST))
                .filteredOn(past -> past.event().kind() == EventKind.EXPIRED)
                .hasSize(2);
    }

    @Test
    @DisplayName("The reasons of earlier losses are forgotten when a lock ends, also the one that is acquired")
    void acquireOfTheCommand_forgets() throws Exception {
        LockRequest nightly = LockRequest.of("job").ttl(TTL);
        Receipt lost = Managers.grantAndTidy(locks, nightly.owner(Owner.of("1")))
                .receipts()
                .get(0);
        for (int night = 2; night < 4; night++) {
            time.advance(Duration.ofHours(25));
            Owner next = Owner.of("night " + night);
            assertThat(Managers.grantAndTidy(locks, nightly.owner(next)).granted())
                    .isTrue();
            assertThat(locks.holds().loss(lost).isPresent()).as(next.id()).isEqualTo(night == 2);
        }
    }

    @Test
    @DisplayName("A hand-over to another manager is one change: its receiver needs none of its own")
    void handOver_toAnotherManager_costsOneChange() throws Exception {
        try (LockManager other = manager()) {
            LockHandle first = locks.acquire(request("a"));
            CompletableFuture<LockHandle> waiting = AsyncLocks.of(other)
                    .acquire(LockRequest.of("a").owner(Owner.of("you")).ttl(TTL).timeout(Duration.ofMinutes(5)));
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> locks.view("a").queue().size() == 1);
            first.heartbeat(); // It knows of the waiter from now on.
            changes.set(0);
            first.close();
            LockHandle second = waiting.get(60, TimeUnit.SECONDS);
            assertThat(changes).as("the release").hasValue(1);
            assertThat(second.fence()).isGreaterThan(first.fence());
            assertThat(second.remaining())
                    .as("its first lease")
                    .hasValueSatisfying(left -> assertThat(left).isBetween(Duration.ofSeconds(3), Hold.TAKE_UP));
            second.heartbeat();
            assertThat(second.remaining()).as("a whole lease").hasValue(TTL);
            second.close();
            assertThat(changes).as("with a heartbeat and the second release").hasValue(3);
        }
    }

    /** What is lost closes the resource then, but a hand-over that was never taken up does not. So it must be seen to be. */
    @Test
    void handOver_underALockDelay_isConfirmedFirst() throws Exception {
        ManagerOptions delayed = ManagerOptions.DEFAULT.policies(Policies.of(Preset.OFFLINE)
                .and(Preset.OFFLINE.policy().toBuilder()
                        .lockDelay(Duration.ofMinutes(1))
                        .build()));
        try (LockManager one = manager(delayed);
                LockManager other = manager(delayed)) {
            LockHandle first = one.acquire(request("a"));
            CompletableFuture<LockHandle> waiting = AsyncLocks.of(other)
                    .acquire(LockRequest.of("a").owner(Owner.of("you")).timeout(Duration.ofMinutes(5)));
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> locks.view("a").queue().size() == 1);
            first.close();
            LockHandle second = waiting.get(60, TimeUnit.SECONDS);
            assertThat(one.view("a").holders().get(0).hold().claimed()).isTrue();
            second.close();
        }
    }

    @Test
    void handle_onSeveral_costsOneTripForEachCall() throws Exception {
        try (LockHandle handle = locks.acquire(request("a", "b", "c"))) {
            assertTrips(1, "acquire");
            handle.heartbeat();
            assertTrips(1, "heartbeat");
        }
        assertTrips(1, "close");
    }

    @Test
    void refusal_costsOneTrip() {
        locks.acquire("a");
        trips.set(0);
        assertThat(locks.tryAcquire("a").granted()).isFalse();
        assertTrips(1, "a guess, which brings the record of the holder");
    }

    @Test
    void receipts_costOneTripForEachCall() throws Exception {
        Grant grant = locks.holds().grant(request("a"));
        assertTrips(1, "grant");
        assertThat(locks.holds().renew(grant.receipts().get(0), true)).isPresent();
        assertTrips(1, "renew");
        assertThat(locks.holds().release(grant.receipts())).isTrue();
        assertTrips(1, "release");
    }

    @Test
    void receiptsWithFutures_costOneTripForEachCall() throws Exception {
        try (AsyncGrants async = AsyncGrants.of(locks)) {
            Receipt receipt = async.grant(request("a"))
                    .get(60, TimeUnit.SECONDS)
                    .receipts()
                    .get(0);
            assertTrips(1, "grant");
            assertThat(async.renew(Heartbeat.of(receipt, true))
                            .get(60, TimeUnit.SECONDS)
                            .hold())
                    .isPresent();
            assertTrips(1, "renew");
            assertThat(async.release(List.of(receipt)).get(60, TimeUnit.SECONDS))
                    .isTrue();
            assertTrips(1, "release");
        }
    }

    @Test
    void futures_costOneTripForEachCall() throws Exception {
        LockHandle handle = AsyncLocks.of(locks).acquire(request("a")).get(60, TimeUnit.SECONDS);
        assertTrips(1, "acquire");
        handle.close();
        assertTrips(1, "close");
    }

    @Test
    void receipts_thatThisManagerDoesNotRemember_costOneTripMore() throws Exception {
        Grant grant = locks.holds().grant(request("a"));
        try (LockManager another = manager()) {
            trips.set(0);
            assertThat(another.holds().renew(grant.receipts().get(0), true)).isPresent();
            assertTrips(2, "renew: a guess, which brings the record");
            assertThat(another.holds().renew(grant.receipts().get(0), true)).isPresent();
            assertTrips(1, "renew again");
            assertThat(another.holds().release(grant.receipts())).isTrue();
            assertTrips(1, "release");
        }
    }

    @Test
    void keeper_renewsAllHandlesInOneTrip() throws Exception {
        List<LockHandle> handles = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            handles.add(locks.acquire(request("r" + i)));
        }
        List<Integer> costs = new ArrayList<>();
        for (int renewal = 0; renewal < 3; renewal++) {
            trips.set(0);
            time.advance(TTL.dividedBy(3));
            await().atMost(Duration.ofSeconds(60)).until(() -> handles.stream().allMatch(RoundTripsTest::isRenewed));
            costs.add(trips.get());
        }
        // A round that is under way when the clock is turned finds some of them due, and the next one the others.
        assertThat(costs).contains(1);
    }

    /** The slot of the user, the pause between two operations and the mark of an ended owner are part of the same change. */
    @Test
    void handleOfAUserWithLimits_costsOneTripForEachCall() throws Exception {
        try (LockManager limited = manager(ManagerOptions.DEFAULT.policies(Policies.of(Preset.COMPOSE)))) {
            LockRequest scene =
                    LockRequest.of("scene/1/a").owner(Owner.of("tab").user("ann"));
            try (LockHandle handle = limited.acquire(scene)) {
                assertTrips(1, "acquire");
                handle.heartbeat();
                assertTrips(1, "heartbeat");
            }
            assertTrips(1, "close");
            time.advance(Duration.ofMinutes(1));
            limited.acquire(scene).close();
            assertTrips(3, "once more: a guess, which brings the records that are left");
        }
    }

    @Test
    void handleBoundToAProcess_costsOneTripForEachCall() throws Exception {
        ProcessId self = ProcessTable.system().self();
        try (LockHandle handle = locks.acquire(request("a").owner(Owner.of("me").bound(List.of(self))))) {
            assertTrips(1, "acquire");
            handle.heartbeat();
            assertTrips(1, "heartbeat");
            handle.bind(List.of(self));
            assertTrips(1, "bind");
        }
        assertTrips(1, "close");
    }

    private static boolean isRenewed(LockHandle handle) {
        return handle.remaining().orElseThrow().equals(TTL);
    }
}
