package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.LockHandle;
import dev.holdfast.LockLostException;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Mode;
import dev.holdfast.spi.StoreManagers;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A hold that ends while it is upgraded. */
@Tag("safety")
@Timeout(120)
class LostUpgradeTest {
    private final String address = "memory:" + UUID.randomUUID();
    private final AtomicInteger changes = new AtomicInteger(Integer.MAX_VALUE);

    @Test
    @DisplayName("A hold that is released by force while it is upgraded is lost, and not acquired again")
    void forcedMeanwhile_isLost_andLeavesNothing() throws InterruptedException {
        MemoryStoreProvider stores = new MemoryStoreProvider();
        try (LockManager admin = LockManager.open(address);
                LockManager locks = StoreManagers.over(
                        Hooked.store(stores.open(address, InstantSource.system()), (method, arguments, call) -> {
                            // After the renewal that begins an upgrade.
                            if (method.startsWith("apply") && changes.decrementAndGet() == 0) {
                                admin.admin().forceRelease("a", "admin", "because");
                            }
                            return call.make();
                        }),
                        ManagerOptions.DEFAULT)) {
            LockHandle handle = locks.tryAcquire(LockRequest.of("a").mode(Mode.SHARED))
                    .handle()
                    .orElseThrow();
            changes.set(2);

            assertThatThrownBy(handle::tryUpgrade).isInstanceOf(LockLostException.class);

            assertThat(handle.isHeld()).isFalse();
            assertThat(handle.lost().join().ending().map(ending -> ending.kind()))
                    .contains(EventKind.FORCED);
            handle.close();
            assertThat(admin.list("")).isEmpty();
        }
    }
}
