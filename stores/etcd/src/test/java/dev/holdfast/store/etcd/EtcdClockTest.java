package dev.holdfast.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Lease;
import dev.holdfast.engines.EtcdServer;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Reading;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

class EtcdClockTest {
    private static final Key A = Key.lock("a");
    private static final Duration TWO_HOURS = Duration.ofHours(2);

    private final String address = TestEtcd.address();

    private String on(EtcdServer server) {
        return address.replaceFirst(":\\d+/", ":" + server.port() + "/");
    }

    /** The time of a store is that of this machine, up to some seconds, however long it took to ask for it. */
    private static void requireRightTime(Supplier<Instant> told) {
        Instant before = Instant.now();
        assertThat(told.get()).isBetween(before.minusSeconds(5), Instant.now().plusSeconds(5));
    }

    private static Entry entry(LockStore store) {
        return Objects.requireNonNull(store.read(List.of(A)).get(A));
    }

    private static boolean over(LockStore store) {
        Reading reading = store.read(List.of(A));
        Instant until =
                Objects.requireNonNull(LockState.of(entry(store)).holds().get(0).until());
        return !reading.now().isBefore(until);
    }

    @Test
    @Tag("safety")
    @DisplayName("P18: clients whose clocks are two hours apart agree on the time while anybody has a lock")
    void clocks_twoHoursApart_tellTheSameTime() {
        try (LockStore right = Stores.open(address)) {
            requireRightTime(() -> Stores.applied(right, Stores.acquire("a", Lease.of(Duration.ofHours(1))))
                    .stamp());
            for (Duration error : List.of(TWO_HOURS, TWO_HOURS.negated())) {
                try (LockStore wrong = Stores.open(address, error)) {
                    requireRightTime(() -> wrong.read(List.of(A)).now());
                    requireRightTime(() -> Stores.applied(wrong, Group.of(Stores.draft("by " + error, "")))
                            .stamp());
                    assertThat(over(wrong)).isFalse();
                }
            }
        }
    }

    @Test
    @DisplayName("A clock that a wrong client began is set right by the next one, once there is no record")
    void clock_begunWrong_isSetRightWhileEmpty() {
        for (Duration error : List.of(TWO_HOURS, TWO_HOURS.negated())) {
            try (LockStore wrong = Stores.open(address, error);
                    LockStore right = Stores.open(address)) {
                Group acquire = Stores.acquire("a", Lease.NONE);
                Instant before = Instant.now();
                var byWrong = Stores.applied(wrong, acquire);
                assertThat(byWrong.stamp())
                        .isBetween(before.minusSeconds(5), Instant.now().plusSeconds(5));
                assertThat(entry(right).stamp()).isEqualTo(byWrong.stamp());
                Stores.applied(right, Group.of(Change.delete(A, byWrong.version())));
            }
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @Tag("safety")
    @DisplayName("P18: nothing is over early, and little late, whoever looks")
    void lease_endsInItsTime() throws Exception {
        Duration lease = Duration.ofSeconds(3);
        try (LockStore holder = Stores.open(address, TWO_HOURS)) {
            // A lock that stays keeps the others from setting the clock.
            Stores.applied(holder, Stores.acquire("other", Lease.NONE));
            try (LockStore ahead = Stores.open(address, TWO_HOURS.multipliedBy(2));
                    LockStore behind = Stores.open(address, TWO_HOURS.negated())) {
                long before = System.nanoTime();
                Stores.applied(holder, Stores.acquire("a", Lease.of(lease)));
                for (LockStore looking : List.of(ahead, behind, holder)) {
                    Awaitility.await()
                            .atMost(Duration.ofSeconds(90))
                            .pollInterval(Duration.ofMillis(10))
                            .until(() -> over(looking));
                    assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(lease);
                }
                assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(lease.plusSeconds(60));
            }
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @Tag("safety")
    @DisplayName("A server that restarts counts every lease anew; who knew the time before goes on with it")
    void restart_whileConnected_keepsTheTime(@TempDir Path folder) {
        try (EtcdServer server = EtcdServer.start(folder);
                LockStore store = Stores.open(on(server));
                LockStore other = Stores.open(on(server))) {
            long begin = System.nanoTime();
            Duration lease = Duration.ofSeconds(3);
            Stores.applied(store, Stores.acquire("a", Lease.of(lease)));
            server.kill();
            server.restart();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(90))
                    .ignoreExceptions()
                    .until(() -> store.read(List.of(A)).get(A) != null);
            Awaitility.await("a new basis")
                    .atMost(Duration.ofSeconds(90))
                    .ignoreExceptions()
                    .until(() -> {
                        Stores.applied(other, Group.of(Stores.draft("at " + System.nanoTime(), "")));
                        return true;
                    });
            requireRightTime(() -> store.read(List.of(A)).now());
            Awaitility.await()
                    .atMost(Duration.ofSeconds(90))
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> over(other));
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(lease);
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @Tag("safety")
    @DisplayName("After a restart that nobody saw, what is held is still held, and ends late rather than early")
    void restart_whileNobodyIsThere_endsNothingEarly(@TempDir Path folder) {
        Duration lease = Duration.ofSeconds(3);
        try (EtcdServer server = EtcdServer.start(folder)) {
            long begin = System.nanoTime();
            Instant stamp;
            try (LockStore store = Stores.open(on(server))) {
                stamp = Stores.applied(store, Stores.acquire("a", Lease.of(lease)))
                        .stamp();
            }
            server.kill();
            server.restart();
            try (LockStore wrong = Stores.open(on(server), TWO_HOURS)) {
                Instant now = wrong.read(List.of(A)).now();
                assertThat(now)
                        .isBetween(
                                stamp,
                                stamp.plusNanos(System.nanoTime() - begin).plusSeconds(5));
                Awaitility.await()
                        .atMost(Duration.ofSeconds(90))
                        .pollInterval(Duration.ofMillis(10))
                        .until(() -> over(wrong));
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(lease);
            }
        }
    }
}
