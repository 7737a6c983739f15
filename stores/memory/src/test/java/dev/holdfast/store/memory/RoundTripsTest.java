package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.AsyncLocks;
import dev.holdfast.Holds.Grant;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.internal.manager.AsyncGrants;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What each call costs the store while no other caller is in the way: changes and reads, counted together. */
@Timeout(120)
class RoundTripsTest {
    private static final Duration TTL = Duration.ofMinutes(1);

    private final String memory = "memory:" + UUID.randomUUID();
    private final FakeTime time = FakeTime.create();
    private final AtomicInteger trips = new AtomicInteger();
    private final LockManager locks = manager();

    private LockManager manager() {
        LockStore store = Hooked.store(new MemoryStoreProvider().open(memory, time), (method, arguments, call) -> {
            boolean trip = method.equals("apply") || method.equals("read") || method.equals("query");
            trips.addAndGet(trip ? 1 : 0);
            return call.make();
        });
        return StoreManagers.over(
                store,
                ManagerOptions.DEFAULT.clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));
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

    private static boolean isRenewed(LockHandle handle) {
        return handle.remaining().orElseThrow().equals(TTL);
    }
}
