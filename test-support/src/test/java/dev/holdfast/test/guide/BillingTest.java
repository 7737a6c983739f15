package dev.holdfast.test.guide;

import static dev.holdfast.test.LockAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockHandle;
import dev.holdfast.test.TestLocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class BillingTest {
    @AutoClose
    final TestLocks locks = TestLocks.create();

    final Billing billing = new Billing(locks.manager());

    @Test
    void job_isSkippedWhileAnotherNodeRunsIt() {
        locks.acquireFor("node-2", "nightly-billing");
        assertThat(billing.run(() -> {})).isFalse();
        assertThat(locks).isHeldBy("nightly-billing", "node-2");
    }

    @Test
    void job_keepsItsLockWhileItRuns_andReleasesIt() {
        assertThat(billing.run(() -> locks.advance(Duration.ofMinutes(90)))).isTrue();
        assertThat(locks).isAllFree();
    }

    @Test
    void job_thatStandsStillForTooLong_losesItsLock() {
        assertThat(billing.run(() -> locks.pause(Duration.ofMinutes(6)))).isFalse();
    }

    @Test
    void holder_isWarned_andThenNotifiedOfTheLoss() {
        List<String> events = new ArrayList<>();
        LockHandle anna = locks.acquireFor("Anna", "policy/1");
        anna.onWarning(left -> events.add("warned"));
        anna.onLoss(loss -> events.add("lost"));
        locks.advance(Duration.ofHours(2)); // the limit of the policy
        assertThat(anna).isLost();
        assertThat(events).containsExactly("warned", "lost");
        assertThat(locks.newManager().tryAcquire("policy/1")).isGranted();
    }
}
