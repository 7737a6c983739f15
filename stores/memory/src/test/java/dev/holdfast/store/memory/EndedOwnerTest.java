package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Acquisition;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Refusal;
import dev.holdfast.internal.rules.OwnerEnded;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long an owner stays ended. */
@Tag("safety")
@Timeout(120)
class EndedOwnerTest {
    private static final LockRequest REQUEST = LockRequest.of("a").owner(Owner.of("tab"));
    private final FakeTime time = FakeTime.create();
    private final LockManager locks = StoreManagers.over(
            new MemoryStoreProvider().open("memory:" + UUID.randomUUID(), time),
            ManagerOptions.DEFAULT.clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));

    @AfterEach
    void close() {
        locks.close();
    }

    @Test
    void endedTwice_staysEndedForItsTimeFromTheSecondCall() throws Exception {
        locks.admin().endOwner("tab");
        time.advance(OwnerEnded.LIFE.minusHours(1));
        locks.admin().endOwner("tab");
        time.advance(Duration.ofHours(2));
        locks.admin().sweep();
        Acquisition late = locks.tryAcquire(REQUEST);
        assertThat(late.granted()).isFalse();
        assertThat(late.refusals().get(0).reason()).isEqualTo(Refusal.Reason.OWNER_ENDED);
        time.advance(OwnerEnded.LIFE);
        locks.admin().sweep();
        assertThat(locks.tryAcquire(REQUEST).granted()).isTrue();
    }
}
