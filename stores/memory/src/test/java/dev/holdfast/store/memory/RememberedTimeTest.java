package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a manager remembers of a lock is never judged by the clock of its machine. */
@Tag("safety")
@Timeout(120)
class RememberedTimeTest {
    private final FakeTime storeTime = FakeTime.create();
    private final FakeTime localTime = FakeTime.create();

    private static LockRequest reader(String owner, Duration ttl) {
        return LockRequest.of("a").owner(Owner.of(owner)).mode(Mode.SHARED).ttl(ttl);
    }

    @Test
    void renewal_onAMachineWhoseClockRunsAhead_endsNoHoldOfAnother() throws Exception {
        var store = new MemoryStoreProvider().open("memory:" + UUID.randomUUID(), storeTime);
        try (LockManager locks = StoreManagers.over(
                store,
                ManagerOptions.DEFAULT.clocks(
                        localTime, () -> ChronoUnit.NANOS.between(Instant.EPOCH, localTime.instant())))) {
            assertThat(locks.holds()
                            .grant(reader("short", Duration.ofMinutes(1)))
                            .granted())
                    .isTrue();
            Receipt longer = locks.holds()
                    .grant(reader("long", Duration.ofHours(1)))
                    .receipts()
                    .get(0);
            localTime.advance(Duration.ofMinutes(2));

            assertThat(locks.holds().renew(longer, true)).isPresent();

            assertThat(locks.view("a").holders())
                    .extracting(judged -> judged.hold().owner().id())
                    .containsExactlyInAnyOrder("short", "long");
        }
    }
}
