package dev.holdfast.test;

import static dev.holdfast.test.LockAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.Draft;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import dev.holdfast.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Locks of a test, and what a turn of their clock does. */
@Timeout(120)
class TestLocksTest {
    @AutoClose
    final TestLocks locks = TestLocks.create();

    private static Receipt grant(LockManager manager, String resource) throws InterruptedException {
        return manager.holds()
                .grant(LockRequest.of(resource).owner(Owner.of("Anna")))
                .receipts()
                .get(0);
    }

    @Test
    void nodes_excludeEachOther() {
        LockHandle first = locks.manager().acquire("a");
        assertThat(locks.newManager().tryAcquire("a")).isRefused();
        first.close();
        assertThat(first).isReleased();
        assertThat(locks.newManager().tryAcquire("a")).isGranted();
    }

    @Test
    void clock_standsStill() {
        Instant before = locks.now();
        locks.advance(Duration.ofDays(1));
        assertThat(locks.clock().instant()).isEqualTo(before.plus(Duration.ofDays(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> locks.advance(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> locks.pause(Duration.ofSeconds(-1)));
    }

    @Test
    void advance_renewsHandlesOfAllManagers_untilTheLimit() {
        LockHandle here = locks.manager().acquire("a");
        LockHandle there = locks.newManager().acquire("b");
        locks.advance(Duration.ofMinutes(119));
        assertThat(here).isHeld();
        assertThat(there).isHeld();
        locks.advance(Duration.ofMinutes(1));
        assertThat(here).isLost();
        assertThat(there).isLost();
        assertThat(locks).isAllFree();
    }

    @Test
    void pause_renewsNothing() {
        LockHandle held = locks.acquireFor("Anna", "a");
        locks.pause(Duration.ofMinutes(4));
        assertThat(held).isHeld();
        locks.pause(Duration.ofMinutes(6));
        assertThat(held).isLost();
        assertThat(locks).isFree("a");
    }

    @Test
    void advance_isTheSameAsManySmallSteps() {
        LockHandle held = locks.acquireFor("Anna", "a");
        for (int i = 0; i < 119 * 6; i++) {
            locks.advance(Duration.ofSeconds(10));
            assertThat(held).isHeld();
        }
        locks.advance(Duration.ofMinutes(1));
        assertThat(held).isLost();
    }

    @Test
    void holdWithoutAHandle_expiresUnlessAHeartbeatArrives() throws Exception {
        Receipt kept = grant(locks.manager(), "kept");
        grant(locks.manager(), "left");
        locks.advance(Duration.ofMinutes(4));
        locks.manager().holds().renew(List.of(Heartbeat.of(kept, true)));
        locks.advance(Duration.ofMinutes(4));
        assertThat(locks).isHeldBy("kept", "Anna").isFree("left");
    }

    @Test
    void listeners_areNotifiedOfAnExpiry() throws Exception {
        List<Boolean> seen = new ArrayList<>();
        grant(locks.manager(), "a");
        Subscription listening = locks.manager().listen("a", view -> {
            synchronized (seen) {
                seen.add(view.free());
                seen.notifyAll();
            }
        });
        locks.advance(Duration.ofMinutes(6));
        synchronized (seen) {
            while (!seen.contains(true)) {
                seen.wait();
            }
        }
        listening.close();
    }

    @Test
    void reset_endsAllHolds_andForgetsDrafts() throws Exception {
        TestLocks drafts = TestLocks.create(Policies.of(Preset.COMPOSE));
        try (drafts) {
            Receipt receipt = drafts.manager()
                    .holds()
                    .grant(LockRequest.of("scene/1").owner(Owner.of("Anna").user("anna")))
                    .receipts()
                    .get(0);
            drafts.manager()
                    .holds()
                    .renew(List.of(Heartbeat.of(receipt, true).draft(new Draft.Edit("anna", 1, "Once"))));
            assertThat(drafts.manager().drafts().get("scene/1", "anna")).isPresent();
            drafts.reset();
            assertThat(drafts).isAllFree();
            assertThat(drafts.manager().drafts().get("scene/1", "anna")).isEmpty();
        }
    }

    @Test
    void assertions_failWithASentence() {
        LockHandle held = locks.acquireFor("Anna", "policy/1");
        assertFails(() -> assertThat(locks).isFree("policy/1"), "policy/1 has been held by Anna since");
        assertFails(() -> assertThat(locks).isAllFree(), "policy/1 has been held by Anna since");
        assertFails(() -> assertThat(locks).isHeldBy("policy/1", "Bob"), "to be held by Bob", "held by Anna");
        assertFails(() -> assertThat(locks).isNotHeldBy("policy/1", "Anna"), "not to be held by Anna");
        assertFails(() -> assertThat(locks).isHeld("policy/2"), "policy/2 to be held, but it is free");
        assertFails(() -> assertThat(locks).hasWaiting("policy/1", 1), "1 callers to wait for policy/1, but 0");
        assertFails(() -> assertThat(held).isLost(), "to be lost, but it was held");
        assertFails(() -> assertThat(held).isReleased(), "to be released, but it was held");
        assertFails(() -> assertThat(locks.manager().tryAcquire("policy/1")).isGranted(), "because of [Anna]");
        assertFails(() -> assertThat(locks.manager().tryAcquire("free")).isRefused(), "but they were granted");
        assertThat(locks.manager().tryAcquire("policy/1")).isRefusedBecauseOf("Anna");
        assertFails(
                () -> assertThat(locks.manager().tryAcquire("policy/1")).isRefusedBecauseOf("Bob"), "because of Bob");
        held.close();
        assertFails(() -> assertThat(held).isHeld(), "its handle was released");
    }

    @Test
    void acquireFor_isRefusedAsOthersAre() {
        locks.acquireFor("Anna", "a");
        assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> locks.acquireFor("Bob", "a"));
    }

    private static void assertFails(Runnable assertion, String... parts) {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(assertion::run)
                .satisfies(failure -> assertThat(failure.getMessage()).contains(parts));
    }
}
