package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.spi.StoreManagers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who may have to wait asks the store for its news only when it does, and then misses nothing. */
@Timeout(180)
class ListeningTest {
    private static final LockRequest WAITING =
            LockRequest.of("r").owner(Owner.of("second")).timeout(Duration.ofSeconds(60));

    private final SlowStore store = new SlowStore(new MemoryStoreProvider().open("memory:", InstantSource.system()));

    @Test
    void freeLock_isTakenByOneTripAndWithoutListening() throws Exception {
        try (LockManager locks = StoreManagers.over(store, ManagerOptions.DEFAULT)) {
            locks.acquire(WAITING);

            assertThat(store.trips()).isEqualTo(1);
            assertThat(store.reads()).isZero();
            assertThat(store.watches()).isZero();
        }
    }

    /** By a clock that stands still, and a store that tells nothing: only a look of its own can help the waiter. */
    @Test
    void lockGivenBack_beforeTheWaiterListens_isSeen() throws Exception {
        ManagerOptions timeless = ManagerOptions.DEFAULT.clocks(InstantSource.system(), () -> 0);
        try (LockManager others = StoreManagers.over(store, ManagerOptions.DEFAULT);
                LockManager locks = StoreManagers.over(store, timeless)) {
            LockHandle first = others.acquire("r");
            store.insteadOfWatching(first::close);

            LockHandle second = locks.acquire(WAITING);

            assertThat(second.isHeld()).isTrue();
            assertThat(store.watches()).isEqualTo(1);
        }
    }

    @Test
    void waiters_oneAfterTheOther_shareOneFeed() throws Exception {
        try (LockManager locks = StoreManagers.over(store, ManagerOptions.DEFAULT)) {
            for (int i = 0; i < 5; i++) {
                waitOnce(locks, "r", 1);
            }
            assertThat(store.watches()).isEqualTo(1);
        }
    }

    @Test
    void feeds_ofWhatNobodyWaitsForAnyMore_areFew() throws Exception {
        try (LockManager locks = StoreManagers.over(store, ManagerOptions.DEFAULT)) {
            for (int i = 0; i < 40; i++) {
                waitOnce(locks, "r" + i, i + 1);
            }
            assertThat(store.watches()).isEqualTo(40);
            assertThat(store.open()).isEqualTo(16);
        }
    }

    /** In line, and told of what goes on before it: no guess that fails, and no look at what is not its turn yet. */
    @Test
    void waiter_wherePeopleWait_costsTheStoreNothing() throws Exception {
        try (LockManager locks = StoreManagers.over(store, ManagerOptions.DEFAULT)) {
            LockHandle first = locks.acquire("r");
            FutureTask<LockHandle> second = waiting(locks, "r", "second", 1);
            while (store.reads() == 0) {
                Thread.sleep(1); // it looks once whether it missed something
            }
            int trips = store.trips();
            FutureTask<LockHandle> third = waiting(locks, "r", "third", 2);
            assertThat(store.trips() - trips).as("it waits in memory").isZero();
            int reads = store.reads();

            first.close();
            LockHandle its = second.get(90, TimeUnit.SECONDS);
            assertThat(store.trips() - trips)
                    .as("one change: the third is first in the queue now, and has nothing to do")
                    .isEqualTo(1);
            its.close();
            third.get(90, TimeUnit.SECONDS).close();

            assertThat(store.trips() - trips).isEqualTo(3);
            assertThat(store.reads() - reads).isZero();
        }
    }

    /** Waits for a lock once; releases it when so many feeds were opened. */
    private void waitOnce(LockManager locks, String name, int watches) throws Exception {
        LockHandle first = locks.acquire(name);
        FutureTask<LockHandle> second = waiting(locks, name, "second", 1);
        while (store.watches() < watches) {
            Thread.sleep(1);
        }
        first.close();
        second.get(90, TimeUnit.SECONDS).close();
    }

    /** One more who waits, at that place in line. */
    private static FutureTask<LockHandle> waiting(LockManager locks, String name, String owner, int place)
            throws InterruptedException {
        LockRequest request = LockRequest.of(name).owner(Owner.of(owner)).timeout(Duration.ofSeconds(60));
        FutureTask<LockHandle> task = new FutureTask<>(() -> locks.acquire(request));
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        while (locks.list(name).get(0).queue().size() < place) {
            Thread.sleep(1);
        }
        return task;
    }
}
