package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.AsyncLocks;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.check.Extent;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Thousands who wait for one lock through four managers: they cost the store nothing while they wait. */
@Timeout(300)
class ManyWaitersTest {
    private static final Duration LONG = Duration.ofMinutes(4);
    private static final int MANAGERS = 4;
    private static final int WAITERS = Extent.of(500, 2_500);
    /** For each manager: a heartbeat of its ticket every 5 s, a look at its owners every 4 s, each in some trips. */
    private static final int MOST_TRIPS = MANAGERS * 100;

    private final FakeTime time = FakeTime.create();
    private final LockStore store = new MemoryStoreProvider().open("memory:" + UUID.randomUUID(), time);
    private final AtomicInteger trips = new AtomicInteger();
    private final List<LockManager> managers = new ArrayList<>();

    @AfterEach
    void close() {
        managers.get(0).close(); // and the store with it, which all share
    }

    private LockManager manager() {
        return StoreManagers.over(
                Hooked.store(store, (method, arguments, call) -> {
                    if (method.equals("read") || method.equals("apply")) {
                        trips.incrementAndGet();
                    }
                    return call.make();
                }),
                ManagerOptions.DEFAULT.clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));
    }

    @Test
    void waiters_costTheStoreNothing_andAllAreServed() throws Exception {
        for (int i = 0; i < MANAGERS; i++) {
            managers.add(manager());
        }
        LockHandle held = managers.get(0).acquire("r");
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < MANAGERS * WAITERS; i++) {
            LockRequest request = LockRequest.of("r").owner(Owner.of("o" + i)).timeout(Duration.ofDays(1));
            LockRequest asked = i % 2 == 0 ? request : request.receipt(Receipt.create("r"));
            all.add(AsyncLocks.of(managers.get(i % MANAGERS))
                    .tryAcquire(asked)
                    .thenAccept(acquisition -> acquisition.orThrow().close()));
        }
        for (LockManager one : managers) {
            await().atMost(LONG).until(() -> one.view("r").queue().size() == WAITERS + MANAGERS - 1);
        }
        int before = trips.get();
        for (int i = 0; i < 3; i++) {
            int since = trips.get();
            time.advance(Duration.ofSeconds(5));
            await().atMost(LONG).until(() -> trips.get() >= since + MANAGERS);
        }
        await().atMost(LONG).until(() -> managers.get(0).view("r").waiting() == MANAGERS * WAITERS);
        assertThat(trips.get() - before).isLessThan(MOST_TRIPS);

        held.close();

        for (CompletableFuture<Void> one : all) {
            one.get(240, TimeUnit.SECONDS);
        }
        assertThat(managers.get(0).view("r").queue()).isEmpty();
    }
}
