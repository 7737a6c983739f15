package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.NotAsked;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Refusal;
import dev.holdfast.Requests.Asked;
import java.time.Duration;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Shared holds become exclusive. */
interface UpgradeContract extends ManagerPart {

    private static LockHandle reader(LockManager locks, String name) throws InterruptedException {
        return locks.acquire(
                LockRequest.of("a").owner(locks.newOwner().named(name)).mode(Mode.SHARED));
    }

    /** Returns the request of a holder to have it alone. */
    private static LockRequest alone(LockHandle handle) {
        return LockRequest.of("a")
                .owner(handle.holds().get(0).owner())
                .receipt(handle.receipts().get(0));
    }

    @Test
    @Tag("safety")
    default void soleReader_isUpgraded_withALargerFence_andExcludesOthers() throws Exception {
        LockManager ours = manager();
        LockManager theirs = manager();
        LockHandle ann = reader(ours, "Ann");
        long fence = ann.fence();
        assertThat(ann.tryUpgrade()).isEmpty();
        assertThat(ann.fence()).isGreaterThan(fence);
        assertThat(ann.isHeld()).isTrue();
        assertThat(ours.holds().verifyFence("a", fence)).isFalse();
        assertThat(ours.holds().verifyFence("a", ann.fence())).isTrue();
        assertThat(theirs.tryAcquire(
                                LockRequest.of("a").owner(theirs.newOwner()).mode(Mode.SHARED))
                        .granted())
                .isFalse();
        ann.heartbeat();
        ann.close();
        assertThat(theirs.view("a").holders()).isEmpty();
    }

    @Test
    default void oneOfSeveralReaders_isToldOfTheOthers_andGoesOnReading() throws Exception {
        LockManager ours = manager();
        LockManager theirs = manager();
        LockHandle ann = reader(ours, "Ann");
        LockHandle ben = reader(theirs, "Ben");
        Refusal refusal = ann.tryUpgrade().orElseThrow();
        assertThat(refusal.reason()).isEqualTo(Refusal.Reason.UPGRADE);
        assertThat(refusal.sentence(ZoneOffset.UTC)).contains("Ben");
        assertThat(ann.isHeld()).isTrue();
        ann.heartbeat();
        ben.close();
        assertThat(ann.tryUpgrade()).isEmpty();
    }

    @Test
    default void readerThatAsksTheOthersToLeave_isUpgradedWithTheEndOfTheLast() throws Exception {
        LockManager ours = manager();
        LockManager theirs = manager();
        LockHandle ann = reader(ours, "Ann");
        LockHandle ben = reader(theirs, "Ben");
        Asked asked = ours.holds().requests().ask(alone(ann), "for a moment");
        assertThat(asked.requests()).hasSize(1);
        HandOverRequest request = asked.requests().get(0);

        Asked second = theirs.holds().requests().ask(alone(ben), "");
        assertThat(second.refusal()).isEqualTo(NotAsked.UPGRADING);
        Refusal refusal = ben.tryUpgrade().orElseThrow();
        assertThat(refusal.reason()).isEqualTo(Refusal.Reason.UPGRADING);
        assertThat(refusal.sentence(ZoneOffset.UTC)).contains("Ann");

        long fence = ann.fence();
        assertThat(ben.answer(request, Reply.now())).isPresent();
        assertThat(ours.view("a").holders()).singleElement().satisfies(judged -> {
            assertThat(judged.hold().mode()).isEqualTo(Mode.EXCLUSIVE);
            assertThat(judged.hold().fence()).isGreaterThan(fence);
        });
        pass(Duration.ofSeconds(5));
        ann.heartbeat();
        ManagerPart.eventually("the holder knows its new fence", () -> ann.fence() > fence);
    }
}
