package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The holder's own count of its time. */
class CountdownTest {
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicReference<Instant> wall = new AtomicReference<>(Instant.parse("2026-03-02T10:50:00Z"));
    private final Clocks clocks = new Clocks(nanos::get, wall::get);

    private void pass(Duration monotonic, Duration byWall) {
        nanos.addAndGet(monotonic.toNanos());
        wall.updateAndGet(moment -> moment.plus(byWall));
    }

    @Test
    void asleep_theWallClockCounts() {
        Countdown countdown = Countdown.from(Lease.of(Duration.ofMinutes(5)), clocks.now());
        pass(Duration.ofSeconds(1), Duration.ofHours(8));
        assertThat(countdown.left(clocks)).isNegative();
    }

    @Test
    void clockSetBack_theMonotonicClockCounts() {
        Countdown countdown = Countdown.from(Lease.of(Duration.ofMinutes(5)), clocks.now());
        pass(Duration.ofMinutes(6), Duration.ofHours(-1));
        assertThat(countdown.left(clocks)).isNegative();
    }

    @Test
    void ping_extendsTheGraceButNotTheIdleLimit() {
        Lease lease = new Lease(null, Duration.ofMinutes(10), Duration.ofSeconds(90));
        Countdown countdown = Countdown.from(lease, clocks.now());
        pass(Duration.ofMinutes(9), Duration.ofMinutes(9));
        assertThat(countdown.renewed(clocks.now(), false).left(clocks)).isEqualTo(Duration.ofMinutes(1));
        assertThat(countdown.renewed(clocks.now(), true).left(clocks)).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void absoluteLimit_isExtendedByNothing() {
        Lease lease = new Lease(Duration.ofMinutes(120), null, Duration.ofMinutes(5));
        Countdown countdown = Countdown.from(lease, clocks.now());
        pass(Duration.ofMinutes(119), Duration.ofMinutes(119));
        assertThat(countdown.renewed(clocks.now(), true).left(clocks)).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void noLease_neverEnds() {
        Countdown countdown = Countdown.from(Lease.NONE, clocks.now());
        pass(Duration.ofDays(400), Duration.ofDays(400));
        assertThat(countdown.left(clocks)).isNull();
    }

    private static Hold hold(Lease lease, Instant since, Instant seen) {
        return new Hold(
                List.of(new HoldId(0, 1)), Owner.of("ann"), Mode.EXCLUSIVE, 7, since, seen, seen, lease, "", "", true);
    }

    @Test
    void attachedLater_theTimeAlreadyUsedCounts() {
        Instant asOf = Instant.parse("2030-01-01T00:00:00Z");
        Lease lease = new Lease(Duration.ofMinutes(120), null, Duration.ofMinutes(5));
        Hold old = hold(lease, asOf.minus(Duration.ofMinutes(118)), asOf.minus(Duration.ofMinutes(1)));
        assertThat(Countdown.of(List.of(old), asOf, clocks.now()).left(clocks)).isEqualTo(Duration.ofMinutes(2));
        Hold fresh = hold(lease, asOf, asOf);
        assertThat(Countdown.of(List.of(fresh), asOf, clocks.now()).left(clocks))
                .isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void several_theStrictestCounts() {
        Instant asOf = Instant.parse("2030-01-01T00:00:00Z");
        Hold one = hold(Lease.of(Duration.ofMinutes(5)), asOf, asOf);
        Hold two = hold(Lease.of(Duration.ofMinutes(9)), asOf, asOf.minus(Duration.ofMinutes(2)));
        assertThat(Countdown.of(List.of(one, two), asOf, clocks.now()).left(clocks))
                .isEqualTo(Duration.ofMinutes(3));
    }

    @Test
    void storesClockBehindItsStamps_countsFromTheCall() {
        Instant asOf = Instant.parse("2030-01-01T00:00:00Z");
        Hold future = hold(Lease.of(Duration.ofMinutes(5)), asOf.plusSeconds(600), asOf.plusSeconds(600));
        assertThat(Countdown.of(List.of(future), asOf, clocks.now()).left(clocks))
                .isEqualTo(Duration.ofMinutes(5));
    }
}
