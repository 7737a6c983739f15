package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.rules.Lease;
import dev.holdfast.rules.Moments;
import dev.holdfast.rules.Outcome;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.Policies;
import dev.holdfast.rules.Preset;
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
        return LockManager.over(
                store,
                ManagerOptions.USUAL
                        .policies(new Policies(
                                List.of(),
                                Preset.OFFLINE.policy().change().lease(lease).done()))
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
                locks.tryAcquire(LockRequest.of("a").owner(Owner.of("bob")).waiting(Duration.ofMillis(50)));
        assertThat(refused.refusals().get(0).reason()).isEqualTo(Outcome.Reason.HELD);
        assertThat(handle.held()).isTrue();
        assertThat(handle.left().orElseThrow()).isGreaterThan(Duration.ofDays(365 * 98));
        handle.close();
        locks.close();
        assertThat(store.sent).isNotEmpty();
    }

    @Test
    void hold_olderThanNanosecondsCanCount_isTakenUp() throws Exception {
        LockManager locks = locks(Lease.NONE);
        List<Receipt> receipts =
                locks.grant(LockRequest.of("a").owner(Owner.of("ann"))).receipts();
        store.pass(Duration.ofDays(365 * 300));
        LockHandle handle = locks.attach(receipts);
        assertThat(handle.held()).isTrue();
        assertThat(handle.left()).isEmpty();
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
