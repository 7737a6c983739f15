package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Acquisition;
import dev.holdfast.Lease;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Policy.Scope;
import dev.holdfast.Policy.WaitPolicy;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Leases of a few seconds by real time, for stores whose clock no test can move. The tests wait rather than work: where the
 * settings of JUnit allow it, they do so at the same time.
 */
interface ShortLeaseContract extends ManagerPart {
    Duration SHORT = Duration.ofSeconds(3);

    private static Policies lasting(Duration grace) {
        Policy policy = Preset.OFFLINE.policy().toBuilder()
                .lease(new Lease(null, null, grace))
                .build();
        return Policies.of(Preset.OFFLINE).and(policy);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @Timeout(600)
    @DisplayName("P18: expiry: what is over counts as free, not before, and the new fence is larger")
    @Tag("safety")
    default void detached_pastItsShortGrace_isFree() throws Exception {
        LockManager one = manager(lasting(SHORT));
        LockManager two = manager(lasting(SHORT));
        LockHandle gone = one.acquire("a");
        long fence = gone.fence();
        // A new lease begins with the renewal that lets go of the process.
        long begin = System.nanoTime();
        gone.detach();
        Acquisition tried = two.tryAcquire("a");
        while (!tried.granted()) {
            Thread.sleep(20);
            tried = two.tryAcquire("a");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(SHORT.minusMillis(500));
        assertThat(tried.orThrow().fence()).isGreaterThan(fence);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @Timeout(600)
    @DisplayName("P8: a handle renews itself for longer than its lease")
    default void handle_pastItsShortLease_isStillHeld() throws Exception {
        LockManager one = manager(lasting(SHORT));
        LockManager two = manager(lasting(SHORT));
        long stall = Long.MAX_VALUE;
        // A machine that stands still for most of a lease says nothing about renewals.
        for (int i = 0; i < 5 && stall > SHORT.toNanos() / 3; i++) {
            String resource = "a" + i;
            LockHandle handle = one.acquire(resource);
            boolean kept = true;
            stall = 0;
            long begin = System.nanoTime();
            for (long last = begin; kept && last - begin < SHORT.toNanos() * 2; ) {
                kept = !two.tryAcquire(resource).granted() && handle.isHeld();
                Thread.sleep(100);
                long now = System.nanoTime();
                stall = Math.max(stall, now - last);
                last = now;
            }
            if (kept || stall <= SHORT.toNanos() / 3) {
                assertThat(kept).as("held for two leases").isTrue();
                handle.close();
                assertThat(two.tryAcquire(resource).granted()).isTrue();
                return;
            }
        }
        throw new AssertionError("This machine stands still all the time: no renewal can come in time.");
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @Timeout(600)
    @DisplayName("P8: what is over cannot be renewed, and the loser is told why")
    @Tag("safety")
    default void receipt_pastItsShortGrace_isLost() throws Exception {
        LockManager one = manager(lasting(SHORT));
        Receipt receipt = one.acquire("a").detach().get(0);
        assertThat(one.holds().renew(receipt, false)).isPresent();
        LockManager two = manager(lasting(Duration.ofMinutes(5)));
        ManagerPart.eventually("taken by another", () -> two.tryAcquire("a").granted());
        assertThat(one.holds().renew(receipt, true)).isEmpty();
        assertThat(one.holds().loss(receipt))
                .hasValueSatisfying(
                        loss -> assertThat(loss.sentence()).isEqualTo("Your lock on a has ended: its time ran out."));
        assertThat(two.view("a").free()).isFalse();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @Timeout(600)
    default void sweep_takesAwayWhatIsOverByTheServersClock() throws Exception {
        LockManager locks = manager(lasting(SHORT));
        locks.acquire("a").detach();
        locks.acquire("b").detach();
        // Longer than any pause of a busy machine, in which nothing is renewed.
        LockHandle kept = locks.acquire(LockRequest.of("c").ttl(Duration.ofMinutes(10)));
        AtomicInteger swept = new AtomicInteger();
        ManagerPart.eventually("swept", () -> swept.addAndGet(locks.admin().sweep()) >= 2);
        assertThat(locks.list("")).extracting(view -> view.resource()).containsExactly("c");
        assertThat(kept.isHeld()).isTrue();
        assertThat(locks.admin().history(HistoryQuery.NEWEST)).isNotEmpty();
    }

    @Test
    @Timeout(600)
    @DisplayName("C1: two tabs at the same instant: one hold per scene and user")
    @Tag("safety")
    default void slot_wantedTwiceAtOnceByRealTime_isGrantedOnce() throws Exception {
        Policy unhurried = Preset.OFFLINE.policy().toBuilder()
                .waiting(WaitPolicy.NEVER)
                .scope(new Scope("scene/*", true))
                .build();
        Policies policies = Policies.of(Preset.OFFLINE).and(unhurried);
        List<LockManager> managers = List.of(manager(policies), manager(policies));
        for (int round = 0; round < 10; round++) {
            AtomicInteger granted = new AtomicInteger();
            String scene = "scene/" + round;
            Race.run(2, runner -> () -> {
                LockManager locks = managers.get(runner);
                Owner tab = new Owner(
                        UUID.randomUUID().toString(),
                        "mia",
                        "mia",
                        locks.newOwner().processes());
                LockRequest request =
                        LockRequest.of(scene + "/character/" + runner).owner(tab);
                if (locks.tryAcquire(request).granted()) {
                    granted.incrementAndGet();
                }
                return null;
            });
            assertThat(granted).hasValue(1);
        }
    }
}
