package dev.holdfast.testkit;

import static dev.holdfast.testkit.Samples.A;
import static dev.holdfast.testkit.Samples.lock;
import static dev.holdfast.testkit.Steps.applied;
import static dev.holdfast.testkit.Steps.conflict;
import static dev.holdfast.testkit.Steps.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every change is stamped with the store's own time; versions grow whatever the clock does. */
@SuppressWarnings("resource") // the suite closes what it connects
interface ClockContract extends ContractPart {

    /** The clock that the stores of this test are given. */
    FakeTime time();

    @Test
    @Tag("safety")
    default void stamp_isTheStoresTime() {
        LockStore store = connect();
        time().advance(Duration.ofDays(3));
        Instant stamp =
                applied(store, Change.put(A, Change.ABSENT, lock("ann"))).stamp();
        assertThat(stamp).isCloseTo(time().instant(), millisecond());
        Hold hold = LockState.of(entry(store, A)).holds().get(0);
        assertThat(List.of(entry(store, A).stamp(), hold.since(), hold.active(), hold.seen()))
                .containsOnly(stamp);
    }

    @Test
    @Tag("safety")
    default void stamp_ofARecord_staysWhileTimePasses() {
        LockStore store = connect();
        Instant stamp =
                applied(store, Change.put(A, Change.ABSENT, lock("ann"))).stamp();
        time().advance(Duration.ofHours(5));
        store.close();
        Hold hold = LockState.of(entry(connect(), A)).holds().get(0);
        assertThat(List.of(entry(connect(), A).stamp(), hold.since(), hold.active(), hold.seen()))
                .containsOnly(stamp);
    }

    @Test
    @Tag("safety")
    default void answers_bringTheStoresTime() {
        LockStore store = connect();
        applied(store, Change.put(A, Change.ABSENT, lock("ann")));
        time().advance(Duration.ofHours(2));
        assertThat(store.read(List.of(A)).now()).isCloseTo(time().instant(), millisecond());
        assertThat(store.query(Query.all(Kind.LOCK)).now()).isCloseTo(time().instant(), millisecond());
        assertThat(conflict(store, Change.put(A, Change.ABSENT, lock("bob"))).now())
                .isCloseTo(time().instant(), millisecond());
    }

    @Test
    @Tag("safety")
    default void version_clockSetBackAnHour_isLarger() {
        LockStore store = connect();
        long last = applied(store, Change.put(A, Change.ABSENT, lock("ann"))).version();
        for (int i = 0; i < 3; i++) {
            time().jumpBack(Duration.ofHours(1));
            long next = applied(store, Change.put(A, last, lock("ann"))).version();
            assertThat(next).isGreaterThan(last);
            time().advance(Duration.ofHours(1));
            last = applied(store, Change.put(A, next, lock("ann"))).version();
            assertThat(last).isGreaterThan(next);
        }
    }

    @Test
    @Tag("safety")
    default void version_clockSetBackAfterDeletion_isLarger() {
        LockStore store = connect();
        LockStore other = connect();
        long first = applied(store, Change.put(A, Change.ABSENT, lock("ann"))).version();
        applied(store, Change.delete(A, first));
        time().jumpBack(Duration.ofHours(1));
        long second = applied(other, Change.put(A, Change.ABSENT, lock("ann"))).version();
        assertThat(second).isGreaterThan(first);
    }

    @Test
    @Tag("safety")
    default void version_clockSetBackAndRestarted_isLarger() {
        LockStore store = connect();
        long first = applied(store, Change.put(A, Change.ABSENT, lock("ann"))).version();
        long deleted = applied(store, Change.delete(A, first)).version();
        store.close();
        time().jumpBack(Duration.ofHours(1));
        long second =
                applied(connect(), Change.put(A, Change.ABSENT, lock("ann"))).version();
        assertThat(second).isGreaterThan(deleted).isGreaterThan(first);
    }

    private static org.assertj.core.data.TemporalUnitOffset millisecond() {
        return org.assertj.core.api.Assertions.within(1, ChronoUnit.MILLIS);
    }
}
