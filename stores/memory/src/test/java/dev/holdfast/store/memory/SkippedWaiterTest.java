package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.Refusal;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A waiter that may not have what is released is passed over, and told why. */
@Tag("safety")
@Timeout(120)
class SkippedWaiterTest {
    private static final Duration COOLDOWN = Duration.ofSeconds(5);

    private final String memory = "memory:" + UUID.randomUUID();
    private final FakeTime time = FakeTime.create();
    private final List<LockManager> open = new ArrayList<>();

    private LockManager manager() {
        Policies paced = Policies.of(Preset.OFFLINE)
                .and(Preset.OFFLINE.policy().toBuilder().cooldown(COOLDOWN).build());
        LockManager locks = StoreManagers.over(
                new MemoryStoreProvider().open(memory, time),
                ManagerOptions.DEFAULT
                        .policies(paced)
                        .clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));
        open.add(locks);
        return locks;
    }

    @AfterEach
    void close() {
        open.forEach(LockManager::close);
    }

    private static LockRequest as(String owner, String user, String resource) {
        return LockRequest.of(resource).owner(new Owner(owner, owner, user, List.of()));
    }

    /** Asks, and returns when the request stands in the queue at that place. */
    private static CompletableFuture<Acquisition> waiting(LockManager locks, LockRequest request, int place) {
        CompletableFuture<Acquisition> asked = CompletableFuture.supplyAsync(() -> {
            try {
                return locks.tryAcquire(request.timeout(Duration.ofHours(1)));
            } catch (InterruptedException e) {
                throw new IllegalStateException("The test is over.", e);
            }
        });
        String resource = request.resources().get(0);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> locks.view(resource).queue().size() == place);
        return asked;
    }

    @ParameterizedTest(name = "waiters of the manager of the holder: {0}")
    @ValueSource(booleans = {true, false})
    @DisplayName("C4: a waiter whose user has just acquired another lock is passed over, and told when to try again")
    void waiterWhoseUserOperated_isToldSo(boolean same) throws Exception {
        LockManager locks = manager();
        LockManager another = same ? locks : manager();
        LockHandle holder = locks.acquire(as("holder", "tom", "r"));
        CompletableFuture<Acquisition> skipped = waiting(another, as("tab-1", "mia", "r"), 1);
        CompletableFuture<Acquisition> next = waiting(another, as("next", "ann", "r"), 2);
        LockHandle elsewhere = locks.acquire(as("tab-2", "mia", "elsewhere"));

        holder.close();

        Acquisition refused = skipped.get(60, TimeUnit.SECONDS);
        assertThat(refused.refusals()).singleElement().satisfies(refusal -> {
            assertThat(refusal.reason()).isEqualTo(Refusal.Reason.TOO_SOON);
            assertThat(refusal.retryAt()).isEqualTo(time.instant().plus(COOLDOWN));
        });
        assertThat(next.get(60, TimeUnit.SECONDS).granted()).isTrue();
        assertThat(locks.view("r").queue()).isEmpty();
        assertThat(elsewhere.isHeld()).isTrue();
    }
}
