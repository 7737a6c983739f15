package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holds.Grant;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HoldTimesTest {
    private final Timer timer = new SimpleMeterRegistry().timer("t");

    private static Grant taken(LockManager locks, String... resources) throws InterruptedException {
        return locks.holds().grant(LockRequest.of(resources).owner(Owner.of("anna")));
    }

    @Test
    void hold_isMeasuredOnceAndFromItsBeginning() throws Exception {
        HoldTimes tenures = new HoldTimes(timer);
        try (LockManager locks = LockManager.open("memory:")) {
            Grant grant = taken(locks, "a", "b");
            Grant late = new Grant(
                    grant.receipts(),
                    grant.holds(),
                    grant.refusals(),
                    grant.asOf().plus(Duration.ofHours(1)));
            tenures.began(late);
            tenures.ended(grant.receipts());
            tenures.ended(grant.receipts());
        }
        assertThat(timer.count()).isEqualTo(2);
        assertThat(timer.totalTime(TimeUnit.SECONDS)).isBetween(7200.0, 7260.0);
    }

    @Test
    void holds_tooMany_areForgottenFromTheOldest() throws Exception {
        HoldTimes tenures = new HoldTimes(timer, 2);
        try (LockManager locks = LockManager.open("memory:")) {
            Grant first = taken(locks, "a");
            tenures.began(first);
            tenures.began(taken(locks, "b"));
            tenures.began(taken(locks, "c"));
            tenures.ended(first.receipts());
            assertThat(timer.count()).isZero();
            tenures.allEnded();
            assertThat(timer.count()).isEqualTo(2);
        }
    }
}
