package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Refusal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A waiting writer whose owner meanwhile reads is refused, and leaves the line. */
@Timeout(300)
class RefusedUpgradeTest {
    private static final LockRequest MINE =
            LockRequest.of("r").owner(Owner.of("o")).timeout(Duration.ofMinutes(2));

    private static CompletableFuture<Acquisition> asked(LockManager locks, LockRequest request) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return locks.tryAcquire(request);
            } catch (InterruptedException e) {
                throw new IllegalStateException("The test is over.", e);
            }
        });
    }

    private static void awaitLine(LockManager locks, int length) {
        await().atMost(Duration.ofMinutes(1))
                .until(() -> locks.view("r").queue().size() == length);
    }

    @Test
    void refusedWriter_leavesNoTicketBehind() throws Exception {
        try (LockManager locks = LockManager.open("memory:")) {
            LockHandle holder = locks.acquire(LockRequest.of("r").owner(Owner.of("x")));
            CompletableFuture<Acquisition> reader = asked(locks, MINE.mode(Mode.SHARED));
            awaitLine(locks, 1);
            CompletableFuture<Acquisition> writer = asked(locks, MINE);
            awaitLine(locks, 2);

            holder.close();
            LockHandle reading = reader.get(60, TimeUnit.SECONDS).orThrow();
            Acquisition refused = writer.get(60, TimeUnit.SECONDS);

            assertThat(refused.refusals().get(0).reason()).isEqualTo(Refusal.Reason.UPGRADE);
            assertThat(locks.view("r").queue()).isEmpty();
            reading.close();
            assertThat(locks.tryAcquire(LockRequest.of("r").owner(Owner.of("y")))
                            .granted())
                    .isTrue();
        }
    }
}
