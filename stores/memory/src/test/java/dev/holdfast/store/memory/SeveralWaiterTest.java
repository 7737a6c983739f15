package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A caller that waits for several locks at a time. */
@Timeout(180)
class SeveralWaiterTest {
    private final FakeTime time = FakeTime.create();
    private final SlowStore store = new SlowStore(new MemoryStoreProvider().open("memory:" + UUID.randomUUID(), time));

    private static LockRequest request(String owner, String... resources) {
        return LockRequest.of(resources).owner(Owner.of(owner));
    }

    /** By a clock that stands still, only a change of the locks is a reason to look. */
    @Test
    void wait_withAnExpiredLockAmongSeveral_looksOnlyAtChanges() throws Exception {
        try (LockManager locks = StoreManagers.over(
                store,
                ManagerOptions.DEFAULT.clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())))) {
            assertThat(locks.holds()
                            .grant(request("gone", "a").ttl(Duration.ofSeconds(10)))
                            .granted())
                    .isTrue();
            time.advance(Duration.ofSeconds(20));
            LockHandle other = locks.acquire(request("other", "b"));
            FutureTask<LockHandle> waits =
                    new FutureTask<>(() -> locks.acquire(request("me", "a", "b").timeout(Duration.ofSeconds(90))));
            Thread waiter = new Thread(waits);
            waiter.setDaemon(true);
            waiter.start();
            while (store.watches() < 2 || waiter.getState() != Thread.State.TIMED_WAITING) {
                Thread.sleep(1);
            }
            // Long enough for thousands of looks without a pause; a right waiter makes none however long it takes.
            Thread.sleep(300);
            assertThat(store.reads()).isLessThan(20);
            other.close();
            assertThat(waits.get(60, TimeUnit.SECONDS).isHeld()).isTrue();
        }
    }
}
