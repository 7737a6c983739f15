package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Acquisition;
import dev.holdfast.Lease;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.spi.StoreManagers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leases and ages that nanoseconds cannot count, which are those of more than 292 years. */
@Timeout(120)
class LongTimesTest {
    private final TableStore store = new TableStore();
    private final AtomicLong nanos = new AtomicLong();

    /** A manager by a clock on which time passes by being looked at. */
    private LockManager locks(Lease lease) {
        return StoreManagers.over(
                store,
                ManagerOptions.DEFAULT
                        .policies(new Policies(
                                List.of(),
                                Preset.OFFLINE.policy().toBuilder().lease(lease).build()))
                        .clocks(
                                store::now,
                                () -> nanos.addAndGet(Duration.ofMillis(1).toNanos())));
    }

    @ParameterizedTest
    @ValueSource(longs = {99, 101, 300, 10_000, 1_000_000})
    void waiter_behindALeaseOfManyYears_waitsAsLongAsItWants(long years) throws Exception {
        LockManager locks = locks(Lease.of(Duration.ofDays(365 * years)));
        LockHandle handle = locks.acquire(LockRequest.of("a").owner(Owner.of("ann")));
        Acquisition refused =
                locks.tryAcquire(LockRequest.of("a").owner(Owner.of("bob")).timeout(Duration.ofMillis(50)));
        assertThat(refused.refusals().get(0).reason()).isEqualTo(Refusal.Reason.HELD);
        assertThat(handle.isHeld()).isTrue();
        assertThat(handle.remaining().orElseThrow()).isGreaterThan(Duration.ofDays(365 * 98));
        handle.close();
        locks.close();
        assertThat(store.sent).isNotEmpty();
    }

    @Test
    void hold_olderThanNanosecondsCanCount_isTakenUp() throws Exception {
        LockManager locks = locks(Lease.NONE);
        List<Receipt> receipts =
                locks.holds().grant(LockRequest.of("a").owner(Owner.of("ann"))).receipts();
        store.pass(Duration.ofDays(365 * 300));
        LockHandle handle = locks.attach(receipts);
        assertThat(handle.isHeld()).isTrue();
        assertThat(handle.remaining()).isEmpty();
        locks.close();
    }

    @Test
    void momentOfLongAgo_isAHundredYearsAgo() {
        Clocks clocks = store.clocks();
        Instant now = store.now();
        for (int years : new int[] {99, 101, 300, 2_000}) {
            Duration age = Duration.ofDays(365L * years);
            assertThat(clocks.since(clocks.now().earlierBy(now.minus(age), now)))
                    .isEqualTo(Moments.bounded(age));
        }
    }
}
