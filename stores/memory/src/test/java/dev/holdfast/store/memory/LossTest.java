package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.Subscription;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import dev.holdfast.testkit.Fault;
import dev.holdfast.testkit.FaultPlan;
import dev.holdfast.testkit.FaultyStore;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A holder hears of its loss while the store says nothing. */
@Timeout(180)
class LossTest {
    private static final Duration TTL = Duration.ofMinutes(1);
    private final String address = "memory:" + UUID.randomUUID();
    private final FakeTime time = FakeTime.create();
    private final CountDownLatch over = new CountDownLatch(1);
    private LockStore raw;

    @BeforeEach
    void open() {
        raw = store();
    }

    @AfterEach
    void close() {
        over.countDown();
        raw.close();
    }

    private LockStore store() {
        return new MemoryStoreProvider().open(address, time);
    }

    private LockManager over(LockStore store) {
        return StoreManagers.over(
                store,
                ManagerOptions.DEFAULT
                        .owner(Owner.of("ann"))
                        .clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));
    }

    @Test
    void hold_timeUpWhileTheStoreHangs_isToldAtOnce() throws Exception {
        SlowStore slow = new SlowStore(store());
        CountDownLatch renewing = new CountDownLatch(1);
        LockManager locks = over(slow);
        LockHandle handle = locks.acquire(LockRequest.of("a").ttl(TTL));
        CountDownLatch warned = new CountDownLatch(1);
        handle.onWarning(left -> warned.countDown());
        slow.beforeNext(() -> {
            renewing.countDown();
            over.await();
        });
        time.advance(TTL.dividedBy(2));
        assertThat(renewing.await(90, TimeUnit.SECONDS)).as("asks the store").isTrue();
        assertThat(warned.await(90, TimeUnit.SECONDS)).as("warned").isTrue();
        time.advance(TTL.dividedBy(2));
        assertThat(handle.lost().get(90, TimeUnit.SECONDS).sentence()).contains("time ran out");
        assertThat(handle.isHeld()).isFalse();
        over.countDown();
        locks.close();
    }

    @Test
    void close_oneHandleFails_givesBackTheOthers() {
        FaultPlan plan = FaultPlan.script(Fault.NONE, Fault.NONE, Fault.NONE, Fault.FAILS_BEFORE);
        LockManager locks = over(FaultyStore.of(store(), plan));
        for (String name : new String[] {"a", "b", "c"}) {
            assertThat(locks.acquire(name).isHeld()).isTrue();
        }
        assertThatExceptionOfType(StoreUnreachableException.class).isThrownBy(locks::close);
        try (LockManager fresh = over(store())) {
            assertThat(fresh.list("")).as("what failed is tried once more").isEmpty();
        }
    }

    @Test
    void hold_feedTellsOfItsEnd_isToldWithoutWaitingForTheNextLook() throws Exception {
        try (LockManager holder = over(store());
                LockManager admin = over(store());
                Subscription feed = holder.listen("", view -> {})) {
            LockHandle handle = holder.acquire("a");
            admin.admin().forceRelease("a", "Ada", "shift is over");
            // No time passes here, so that no look is ever due by itself.
            assertThat(handle.lost().get(120, TimeUnit.SECONDS).sentence())
                    .isEqualTo("Your lock on a has ended: Ada released it (shift is over).");
            assertThat(feed).isNotNull();
        }
    }

    @Test
    void hold_endedByItsOwnManager_isToldWithoutWaitingForTheNextLook() throws Exception {
        try (LockManager locks = over(store())) {
            LockHandle forced = locks.acquire("a");
            locks.admin().forceRelease("a", "Ada", "");
            forced.lost().get(120, TimeUnit.SECONDS);
            LockHandle released = locks.acquire("b");
            locks.holds().release("b", "ann");
            released.lost().get(120, TimeUnit.SECONDS);
            LockHandle cleared = locks.acquire("c");
            locks.admin().clear("Ada");
            cleared.lost().get(120, TimeUnit.SECONDS);
        }
    }
}
