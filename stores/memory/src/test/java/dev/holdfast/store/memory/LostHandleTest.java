package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is left of a lost handle is released, and taking the lock again is a new grant, never an entry into the old one. */
@Tag("safety")
@Timeout(120)
class LostHandleTest {
    private static final Duration TTL = Duration.ofMinutes(1);
    private static final LockRequest MINE =
            LockRequest.of("a").owner(Owner.of("ann")).ttl(TTL);
    private final String address = "memory:" + UUID.randomUUID();
    private final FakeTime time = FakeTime.create();
    private final CountDownLatch over = new CountDownLatch(1);
    private final SlowStore slow = new SlowStore(store());
    private LockManager locks;
    private LockManager others;

    @BeforeEach
    void open() {
        locks = over(slow);
        others = over(store());
    }

    @AfterEach
    void close() {
        over.countDown();
        locks.close();
        others.close();
    }

    private LockStore store() {
        return new MemoryStoreProvider().open(address, time);
    }

    private LockManager over(LockStore store) {
        return StoreManagers.over(
                store,
                ManagerOptions.DEFAULT.clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));
    }

    @Test
    void handleOnSeveral_oneLost_releasesTheOthersByItself() throws Exception {
        LockHandle handle = locks.acquire("a", "b");
        assertThat(others.admin().forceRelease("a", "admin", "because")).hasSize(1);
        time.advance(Duration.ofSeconds(3));
        assertThat(handle.lost().get(60, TimeUnit.SECONDS).resource()).isEqualTo("a");
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(others.list("")).isEmpty());
    }

    @Test
    void handleOnSeveral_oneLost_closeReleasesTheOthers() throws Exception {
        try (LockHandle handle = locks.acquire("a", "b")) {
            assertThat(others.admin().forceRelease("a", "admin", "because")).hasSize(1);
            time.advance(Duration.ofSeconds(3));
            assertThat(handle.lost().get(60, TimeUnit.SECONDS).resource()).isEqualTo("a");
        }
        assertThat(others.list("")).isEmpty();
    }

    /** A renewal is on its way while the holder's own time runs out, so that the store still has the hold. */
    private LockHandle lostWhileARenewalIsOnItsWay() throws Exception {
        CountDownLatch renewing = new CountDownLatch(1);
        LockHandle handle = locks.acquire(MINE);
        slow.beforeNext(() -> {
            renewing.countDown();
            over.await();
        });
        time.advance(TTL.dividedBy(2));
        assertThat(renewing.await(60, TimeUnit.SECONDS)).isTrue();
        time.advance(TTL.dividedBy(2).minusMillis(1));
        assertThat(handle.lost().get(60, TimeUnit.SECONDS).resource()).isEqualTo("a");
        return handle;
    }

    @Test
    void lostByItsOwnCount_takenAgain_isANewGrant() throws Exception {
        LockHandle lost = lostWhileARenewalIsOnItsWay();
        assertThat(others.view("a").holders()).as("still there for others").hasSize(1);
        over.countDown();
        try (LockHandle again = locks.acquire(MINE)) {
            assertThat(again.fence()).isGreaterThan(lost.fence());
        }
        assertThat(others.tryAcquire(LockRequest.of("a").owner(Owner.of("bob"))).granted())
                .as("no entry is left behind")
                .isTrue();
    }

    /** Its threads may not have noticed yet that the time is over. */
    @Test
    void takenAgainRightAfterTheTimeRanOut_isANewGrant() throws Exception {
        for (int i = 0; i < 20; i++) {
            LockHandle old = locks.acquire(MINE);
            time.advance(TTL.minusMillis(1));
            assertThat(old.isHeld()).isFalse();
            LockHandle again = locks.acquire(MINE);
            assertThat(again.fence()).isGreaterThan(old.fence());
            assertThat(old.lost().get(60, TimeUnit.SECONDS).resource()).isEqualTo("a");
            again.close();
            assertThat(others.list("")).isEmpty();
        }
    }

    @Test
    void lostByItsOwnCount_isReleasedWithoutBeingClosed() throws Exception {
        assertThat(lostWhileARenewalIsOnItsWay().isHeld()).isFalse();
        over.countDown();
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(others.list("")).isEmpty());
    }
}
