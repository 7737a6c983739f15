package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Limits that span resources and managers. */
interface LimitContract extends FakeTimePart {
    Policies COMPOSE = Policies.of(Preset.COMPOSE);

    /** A new tab of that user. */
    private static LockRequest as(LockManager locks, String user, String resource) {
        String id = UUID.randomUUID().toString();
        return LockRequest.of(resource)
                .owner(new Owner(id, user, user, locks.newOwner().processes()));
    }

    private static Refusal.Reason reason(Acquisition refused) {
        return refused.refusals().get(0).reason();
    }

    @Test
    @DisplayName("C1: a user holds one lock per scene, and may hold locks in several scenes")
    default void slot_takenInTheScene_isRefusedThereOnly() throws Exception {
        LockManager one = manager(COMPOSE);
        LockManager two = manager(COMPOSE);
        LockHandle first = one.acquire(as(one, "mia", "scene/9/character/4"));
        time().advance(Duration.ofSeconds(6));
        Acquisition second = two.tryAcquire(as(two, "mia", "scene/9/character/5"));
        assertThat(reason(second)).isEqualTo(Refusal.Reason.SLOT_TAKEN);
        assertThat(two.tryAcquire(as(two, "tom", "scene/9/character/5")).granted())
                .isTrue();
        assertThat(two.tryAcquire(as(two, "mia", "scene/10/character/4")).granted())
                .isTrue();
        first.close();
        time().advance(Duration.ofSeconds(6));
        assertThat(two.tryAcquire(as(two, "mia", "scene/9/character/7")).granted())
                .isTrue();
    }

    @Test
    @DisplayName("C11: another tab of the same user meets the hold itself, not the limit")
    default void slot_ofTheVeryResource_isNoLimit() throws Exception {
        LockManager one = manager(COMPOSE);
        LockManager two = manager(COMPOSE);
        one.acquire(as(one, "mia", "scene/9/character/4"));
        time().advance(Duration.ofSeconds(6));
        LockRequest here = as(two, "mia", "scene/9/character/4");
        assertThat(reason(two.tryAcquire(here))).isEqualTo(Refusal.Reason.HELD);
        assertThat(two.tryAcquire(here.takeover("here now")).granted()).isTrue();
        time().advance(Duration.ofSeconds(6));
        assertThat(reason(two.tryAcquire(as(two, "mia", "scene/9/character/5"))))
                .isEqualTo(Refusal.Reason.SLOT_TAKEN);
    }

    @Test
    @DisplayName("C1: the slot stays filled when the first of several entries is left")
    default void slot_ofAHoldEnteredTwice_staysFilled() throws Exception {
        LockManager locks = manager(COMPOSE);
        LockRequest tab = as(locks, "mia", "scene/9/character/4");
        LockHandle first = locks.acquire(tab);
        LockHandle second = locks.acquire(tab);
        first.close();
        time().advance(Duration.ofSeconds(6));
        assertThat(reason(locks.tryAcquire(as(locks, "mia", "scene/9/character/5"))))
                .isEqualTo(Refusal.Reason.SLOT_TAKEN);
        second.close();
        time().advance(Duration.ofSeconds(6));
        assertThat(locks.tryAcquire(as(locks, "mia", "scene/9/character/5")).granted())
                .isTrue();
    }

    @Test
    @DisplayName("C1: a slot counts only while its hold lives")
    default void slot_ofAnExpiredHold_isFree() throws Exception {
        LockManager one = manager(COMPOSE);
        one.acquire(as(one, "mia", "scene/9/character/4")).detach();
        time().advance(Duration.ofMinutes(11));
        assertThat(one.tryAcquire(as(one, "mia", "scene/9/character/5")).granted())
                .isTrue();
    }

    @Test
    @Timeout(600)
    @DisplayName("C1: two tabs at the same instant: one hold per scene and user")
    @Tag("safety")
    default void slot_wantedTwiceAtOnce_isGrantedOnce() throws Exception {
        List<LockManager> managers = List.of(manager(COMPOSE), manager(COMPOSE));
        for (int round = 0; round < 10; round++) {
            AtomicInteger granted = new AtomicInteger();
            String scene = "scene/" + round;
            Race.run(2, runner -> () -> {
                LockManager locks = managers.get(runner);
                if (locks.tryAcquire(as(locks, "mia" + scene.length(), scene + "/character/" + runner))
                        .granted()) {
                    granted.incrementAndGet();
                }
                return null;
            });
            assertThat(granted).hasValue(1);
            time().advance(Duration.ofSeconds(6));
        }
    }

    @Test
    @DisplayName("C4: at most one acquire or release per user in 5 s; a release is never refused")
    default void pace_tooSoon_isRefusedUntilTheWindowIsOver() throws Exception {
        LockManager one = manager(COMPOSE);
        LockManager two = manager(COMPOSE);
        one.acquire(as(one, "mia", "scene/1/character/1")).close();
        Acquisition soon = two.tryAcquire(as(two, "mia", "scene/2/character/1"));
        assertThat(reason(soon)).isEqualTo(Refusal.Reason.TOO_SOON);
        assertThat(soon.refusals().get(0).retryAt()).isEqualTo(time().instant().plusSeconds(5));
        assertThat(two.tryAcquire(as(two, "tom", "scene/2/character/1")).granted())
                .isTrue();
        time().advance(Duration.ofSeconds(5));
        assertThat(two.tryAcquire(as(two, "mia", "scene/3/character/1")).granted())
                .isTrue();
    }

    @Test
    @DisplayName("C5, C8: activity extends to 10 minutes; a ping does not; three missed pings release")
    default void compose_idleAndConnection_bothEndIt() throws Exception {
        LockManager locks = manager(COMPOSE);
        Receipt typing =
                locks.acquire(as(locks, "mia", "scene/1/character/1")).detach().get(0);
        for (int i = 0; i < 20; i++) {
            time().advance(Duration.ofSeconds(60));
            assertThat(locks.holds().renew(typing, true)).isPresent();
        }
        for (int i = 0; i < 9; i++) {
            time().advance(Duration.ofSeconds(60));
            assertThat(locks.holds().renew(typing, false)).isPresent();
        }
        time().advance(Duration.ofSeconds(60));
        assertThat(locks.holds().renew(typing, false)).isEmpty();
        Receipt gone =
                locks.acquire(as(locks, "tom", "scene/1/character/2")).detach().get(0);
        time().advance(Duration.ofSeconds(90));
        assertThat(locks.holds().renew(gone, true)).isEmpty();
    }
}
