package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Result;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import dev.holdfast.testkit.Fault;
import dev.holdfast.testkit.FaultPlan;
import dev.holdfast.testkit.FaultyStore;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A mark that settles a lost change outlasts that change, also if an older mark is there already. */
@Tag("safety")
@Timeout(120)
class MarkLifeTest {
    private final String address = "memory:" + UUID.randomUUID();
    private final FakeTime time = FakeTime.create();

    private FaultyStore late() {
        return FaultyStore.of(new MemoryStoreProvider().open(address, time), FaultPlan.script(Fault.APPLIES_LATE));
    }

    private LockManager over(FaultyStore store) {
        return StoreManagers.over(
                store,
                ManagerOptions.DEFAULT.clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));
    }

    private static void acquireAndRelease(LockManager locks, String owner) throws InterruptedException {
        locks.acquire(LockRequest.of("a").owner(Owner.of(owner))).close();
    }

    @Test
    void lateChange_afterTheEndOfAnOlderMark_becomesNoHold() throws Exception {
        FaultyStore second = late();
        try (LockManager ann = over(late());
                LockManager bob = over(second)) {
            acquireAndRelease(ann, "ann");
            time.advance(LockState.MARK_LIFE.minusSeconds(10));
            acquireAndRelease(bob, "bob");
            time.advance(Duration.ofMinutes(1));
            bob.admin().sweep();

            assertThat(second.deliverLate())
                    .singleElement()
                    .satisfies(results -> assertThat(results).hasOnlyElementsOfType(Result.Conflict.class));
            assertThat(bob.view("a").holders()).isEmpty();
        }
    }
}
