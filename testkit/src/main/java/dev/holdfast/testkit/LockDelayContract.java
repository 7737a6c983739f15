package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Acquisition;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import java.time.Duration;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A resource stays closed for a while after a loss, if the policy says so. */
interface LockDelayContract extends FakeTimePart {
    Duration DELAY = Duration.ofSeconds(30);
    Policy SLOW = Preset.OFFLINE.policy().toBuilder().lockDelay(DELAY).build();

    private static Acquisition tried(LockManager locks) throws InterruptedException {
        return locks.tryAcquire(LockRequest.of("a").owner(locks.newOwner()));
    }

    @Test
    @Tag("safety")
    default void lockReleasedByForce_staysClosedForAWhile_andSaysWhy() throws Exception {
        Policies slow = Policies.of(Preset.OFFLINE).and(SLOW);
        LockManager ours = manager(slow);
        LockManager theirs = manager(slow);
        tried(ours).orThrow().close();
        tried(theirs).orThrow();
        ours.admin().forceRelease("a", "admin", "test");
        Acquisition refused = tried(ours);
        assertThat(refused.granted()).isFalse();
        assertThat(refused.refusals().get(0).retryAt())
                .isEqualTo(time().instant().plus(DELAY));
        assertThat(refused.refusals().get(0).sentence(ZoneOffset.UTC))
                .contains("has been closed since")
                .contains("released by force");
        time().advance(DELAY.minusSeconds(1));
        assertThat(tried(ours).granted()).isFalse();
        time().advance(Duration.ofSeconds(1));
        tried(ours).orThrow().close();
        assertThat(ours.view("a").free()).isTrue();
    }

    @Test
    default void expiredLock_staysClosed_fromTheEndOfItsLease() throws Exception {
        Policies slow = Policies.of(Preset.OFFLINE).and(SLOW);
        LockManager ours = manager(slow);
        tried(ours).orThrow().detach();
        time().advance(Duration.ofMinutes(5).plusSeconds(10));
        assertThat(tried(ours).granted()).isFalse();
        time().advance(Duration.ofSeconds(20));
        assertThat(tried(ours).granted()).isTrue();
    }
}
