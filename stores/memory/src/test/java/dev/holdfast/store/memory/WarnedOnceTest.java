package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.internal.manager.TurnedClocks;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A renewal that cannot put off the end of a hold does not make its holder be warned again. */
@Timeout(120)
class WarnedOnceTest {
    private final FakeTime time = FakeTime.create();

    @Test
    void holder_nearTheAbsoluteLimit_isWarnedOnce() throws Exception {
        ManagerOptions options =
                ManagerOptions.DEFAULT.clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant()));
        try (LockManager locks = StoreManagers.over(MemoryLockStore.open(time), options)) {
            CopyOnWriteArrayList<Duration> warnings = new CopyOnWriteArrayList<>();
            LockHandle handle = locks.acquire(LockRequest.of("a")).onWarning(warnings::add);
            for (int i = 0; i < 120 * 6; i++) {
                time.advance(Duration.ofSeconds(10));
                ((TurnedClocks) locks).runRound();
            }
            assertThat(handle.lost()).isDone();
            assertThat(warnings).hasSize(1);
        }
    }
}
