package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Handles of one manager that share a lock. */
@Timeout(120)
class RenewedTogetherTest {
    private static final Duration TTL = Duration.ofMinutes(1);
    private static final int READERS = 5;
    private static final int RENEWALS = 6;

    @Test
    void renewals_ofOneResource_areOneTrip() throws Exception {
        FakeTime time = FakeTime.create();
        AtomicInteger trips = new AtomicInteger();
        LockStore store = Hooked.store(
                new MemoryStoreProvider().open("memory:" + UUID.randomUUID(), time), (method, arguments, call) -> {
                    trips.addAndGet(method.equals("apply") ? 1 : 0);
                    return call.make();
                });
        try (LockManager locks = StoreManagers.over(
                store,
                ManagerOptions.DEFAULT.clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())))) {
            List<LockHandle> readers = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                readers.add(locks.acquire(LockRequest.of("page")
                        .owner(Owner.of("reader-" + i))
                        .mode(Mode.SHARED)
                        .ttl(TTL)));
                time.advance(Duration.ofSeconds(1));
            }
            trips.set(0);
            for (int i = 0; i < RENEWALS; i++) {
                // At first, the renewal of one of them is due.
                time.advance(TTL.dividedBy(3).minusSeconds(i == 0 ? READERS : 0));
                Instant now = time.instant();
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> locks.view("page").holders().stream()
                                .noneMatch(judged -> judged.hold().seen().isBefore(now)));
            }
            assertThat(readers).allMatch(LockHandle::isHeld);
            assertThat(trips.get()).isEqualTo(RENEWALS);
            readers.forEach(LockHandle::close);
        }
    }
}
