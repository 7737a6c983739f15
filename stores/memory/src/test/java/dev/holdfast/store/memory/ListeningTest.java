package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.rules.Owner;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who may have to wait asks the store for its news only when it does, and then misses nothing. */
@Timeout(60)
class ListeningTest {
    private static final LockRequest WAITING =
            LockRequest.of("r").owner(Owner.of("second")).waiting(Duration.ofSeconds(60));

    private final SlowStore store = new SlowStore(new MemoryStoreProvider().open("memory:", InstantSource.system()));

    @Test
    void freeLock_isTakenByOneTripAndWithoutListening() throws Exception {
        try (LockManager locks = LockManager.over(store, ManagerOptions.USUAL)) {
            locks.acquire(WAITING);

            assertThat(store.trips()).isEqualTo(1);
            assertThat(store.reads()).isZero();
            assertThat(store.watches()).isZero();
        }
    }

    /** By a clock that stands still, and a store that tells nothing: only a look of its own can help the waiter. */
    @Test
    void lockGivenBack_beforeTheWaiterListens_isSeen() throws Exception {
        ManagerOptions timeless = ManagerOptions.USUAL.clocks(InstantSource.system(), () -> 0);
        try (LockManager others = LockManager.over(store, ManagerOptions.USUAL);
                LockManager locks = LockManager.over(store, timeless)) {
            LockHandle first = others.acquire("r");
            store.insteadOfWatching(first::close);

            LockHandle second = locks.acquire(WAITING);

            assertThat(second.held()).isTrue();
            assertThat(store.watches()).isEqualTo(1);
        }
    }
}
