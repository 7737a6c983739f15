package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.LockHandle;
import dev.holdfast.LockLostException;
import dev.holdfast.LockManager;
import dev.holdfast.Loss;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Time: renewal, expiry, loss, and holds that outlive their handle. */
interface LeaseContract extends FakeTimePart {

    @Test
    @DisplayName("P18: expiry: what is over counts as free, and the new fence is larger")
    @Tag("safety")
    default void detached_pastItsGrace_isFree() {
        LockManager one = manager();
        LockHandle gone = one.acquire("a");
        long fence = gone.fence();
        gone.detach();
        LockManager two = manager();
        time().advance(Duration.ofMinutes(4));
        assertThat(two.tryAcquire("a").granted()).isFalse();
        time().advance(Duration.ofMinutes(1));
        assertThat(two.view("a").free()).isTrue();
        assertThat(two.acquire("a").fence()).isGreaterThan(fence);
    }

    @Test
    @DisplayName("P8: a ping keeps the hold; the absolute limit ends it all the same")
    default void renewed_lastsUntilTheAbsoluteLimit() {
        LockManager locks = manager();
        Receipt receipt = locks.acquire("a").detach().get(0);
        for (int minutes = 0; minutes < 116; minutes += 4) {
            time().advance(Duration.ofMinutes(4));
            assertThat(locks.holds().renew(receipt, false)).isPresent();
        }
        time().advance(Duration.ofMinutes(4));
        assertThat(locks.holds().renew(receipt, true)).isEmpty();
        assertThat(locks.holds().loss(receipt))
                .map(Loss::sentence)
                .hasValue("Your lock on a has ended: its time ran out.");
    }

    @Test
    @Timeout(600)
    default void handle_renewsByItself() throws Exception {
        LockManager locks = manager();
        try (LockHandle handle = locks.acquire("a")) {
            for (int i = 0; i < 3; i++) {
                time().advance(Duration.ofMinutes(2));
                ManagerPart.eventually(
                        "renewed", () -> handle.remaining().orElseThrow().compareTo(Duration.ofMinutes(4)) > 0);
            }
            assertThat(handle.isHeld()).isTrue();
            assertThat(manager().tryAcquire("a").granted()).isFalse();
        }
    }

    @Test
    @Timeout(600)
    @Tag("safety")
    default void handle_overslept_isLostAndSaysSo() throws Exception {
        LockManager one = manager();
        AtomicReference<Loss> told = new AtomicReference<>();
        LockHandle handle = one.acquire("a").onLoss(told::set);
        time().advance(Duration.ofMinutes(5));
        assertThat(handle.isHeld()).isFalse();
        ManagerPart.eventually("told of the loss", () -> told.get() != null);
        assertThatThrownBy(handle::heartbeat).isInstanceOf(LockLostException.class);
        assertThat(manager().tryAcquire("a").granted()).isTrue();
        handle.close();
        assertThat(one.view("a").free()).isFalse();
    }

    @Test
    @Timeout(600)
    default void handle_beforeItsEnd_warns() throws Exception {
        Lease lease = new Lease(Duration.ofMinutes(8), null, Duration.ofMinutes(5));
        Policy policy = Preset.OFFLINE.policy().toBuilder().lease(lease).build();
        LockManager locks = manager(Policies.of(Preset.OFFLINE).and(policy));
        AtomicReference<Duration> warned = new AtomicReference<>();
        locks.acquire("a").onWarning(warned::set);
        // The store shows a renewal before its holder counts it: two steps of the clock are shorter than the lease.
        for (int i = 0; i < 3; i++) {
            time().advance(Duration.ofMinutes(2));
            ManagerPart.eventually(
                    "renewed",
                    () -> locks.view("a").holders().get(0).hold().seen().equals(time().instant()));
        }
        assertThat(warned).hasNullValue();
        time().advance(Duration.ofSeconds(70));
        ManagerPart.eventually("warned", () -> warned.get() != null);
        assertThat(warned.get()).isEqualTo(Duration.ofSeconds(50));
    }

    @Test
    @Timeout(600)
    @DisplayName("P17: a release that names a hold spares the next one")
    default void forceReleasedByFence_anotherHolderIsSpared() throws Exception {
        LockManager locks = manager();
        LockHandle first = locks.acquire("a");
        long seen = first.fence();
        first.close();
        try (LockHandle second = locks.acquire("a")) {
            assertThat(locks.admin().forceRelease("a", seen, "Ada", "shift is over"))
                    .isEmpty();
            assertThat(second.isHeld()).isTrue();
            assertThat(locks.admin().forceRelease("a", second.fence(), "Ada", "shift is over"))
                    .extracting(Hold::fence)
                    .containsExactly(second.fence());
        }
    }

    @Test
    @Timeout(600)
    @DisplayName("P17: force release: recorded, told to the holder")
    default void forceReleased_holderIsTold() throws Exception {
        LockManager one = manager();
        LockHandle handle = one.acquire("a");
        LockManager admin = manager();
        assertThat(admin.admin().forceRelease("a", "Ada", "shift is over")).hasSize(1);
        assertThat(admin.tryAcquire("a").granted()).isTrue();
        time().advance(Duration.ofSeconds(5));
        ManagerPart.eventually("told of the loss", () -> handle.lost().isDone());
        assertThat(handle.lost().get().sentence())
                .isEqualTo("Your lock on a has ended: Ada released it (shift is over).");
        assertThat(admin.admin().history(HistoryQuery.NEWEST))
                .anySatisfy(past -> assertThat(past.event().kind()).isEqualTo(LockEvent.EventKind.FORCED));
    }

    @Test
    @Timeout(600)
    @DisplayName("B10: clearing ends every hold, records it and tells the holders")
    default void cleared_holdersAreTold() throws Exception {
        LockHandle handle = manager().acquire("a", "b");
        LockManager admin = manager();
        assertThat(admin.admin().clear("Ada")).isEqualTo(2);
        assertThat(admin.list("")).allMatch(view -> view.free());
        assertThat(admin.admin().clear("Ada")).isZero();
        time().advance(Duration.ofSeconds(5));
        ManagerPart.eventually("told of the loss", () -> handle.lost().isDone());
        assertThat(handle.lost().get().sentence()).endsWith(" has ended: Ada cleared all locks.");
        assertThat(admin.admin().history(HistoryQuery.NEWEST))
                .filteredOn(past -> past.event().kind() == LockEvent.EventKind.CLEARED)
                .hasSize(2);
    }

    @Test
    default void detached_attachedElsewhere_keepsItsFence() {
        LockManager one = manager();
        LockHandle handle = one.acquire("a", "b");
        List<Receipt> receipts = handle.detach();
        assertThatThrownBy(handle::heartbeat).isInstanceOf(IllegalStateException.class);
        handle.close();
        LockManager two = manager();
        try (LockHandle again = two.attach(receipts)) {
            assertThat(again.fence("a")).isEqualTo(handle.fence("a"));
            assertThat(one.tryAcquire("b").granted()).isTrue();
        }
        assertThatThrownBy(() -> two.attach(receipts)).isInstanceOf(LockLostException.class);
    }

    @Test
    @DisplayName("Clock moved back and forth by an hour: fences grow, a renewed hold stays")
    @Tag("safety")
    default void clock_movedByAnHour_grantsNothingTwice() {
        LockManager one = manager();
        LockManager two = manager();
        Receipt receipt = one.acquire("a").detach().get(0);
        long fence = one.view("a").holders().get(0).hold().fence();
        time().jumpBack(Duration.ofHours(1));
        assertThat(two.tryAcquire("a").granted()).isFalse();
        assertThat(one.holds().renew(receipt, true)).isPresent();
        time().advance(Duration.ofHours(1));
        assertThat(two.acquire("a").fence()).isGreaterThan(fence);
        assertThat(one.holds().renew(receipt, true)).isEmpty();
    }

    @Test
    default void sweep_takesAwayWhatIsOver() {
        LockManager locks = manager();
        locks.acquire("a").detach();
        locks.acquire("b").detach();
        time().advance(Duration.ofMinutes(6));
        assertThat(locks.admin().sweep()).isEqualTo(2);
        assertThat(locks.list("")).isEmpty();
        time().advance(Duration.ofDays(2));
        assertThat(locks.admin().sweep()).isEqualTo(2);
        assertThat(locks.admin().sweep()).isZero();
    }
}
