package dev.holdfast.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.holdfast.rules.Lease;
import dev.holdfast.servers.EtcdServer;
import dev.holdfast.store.Change;
import dev.holdfast.store.Entry;
import dev.holdfast.store.Group;
import dev.holdfast.store.Key;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.Reading;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtcdClockTest {
    private static final Key A = Key.lock("a");
    private static final Duration TWO_HOURS = Duration.ofHours(2);

    @TempDir
    private static Path folder;

    private static EtcdServer server;

    private final String address = TestEtcd.address();
    private final String own = address.replaceFirst(":\\d+/", ":" + server.port() + "/");

    @BeforeAll
    static void start() {
        server = EtcdServer.start(folder);
    }

    @AfterAll
    static void end() {
        server.close();
    }

    private static Entry entry(LockStore store) {
        return Objects.requireNonNull(store.read(List.of(A)).get(A));
    }

    private static boolean over(LockStore store) {
        Reading reading = store.read(List.of(A));
        Instant until =
                Objects.requireNonNull(entry(store).lock().holds().get(0).until());
        return !reading.now().isBefore(until);
    }

    @Test
    @Tag("safety")
    @DisplayName("P18: clients whose clocks are two hours apart agree on the time while anybody has a lock")
    void clocks_twoHoursApart_tellTheSameTime() {
        try (LockStore right = Stores.open(address)) {
            Instant stamp = Stores.applied(right, Stores.acquire("a", Lease.of(Duration.ofHours(1))))
                    .stamp();
            assertThat(stamp).isCloseTo(Instant.now(), within(5, ChronoUnit.SECONDS));
            for (Duration error : List.of(TWO_HOURS, TWO_HOURS.negated())) {
                try (LockStore wrong = Stores.open(address, error)) {
                    Reading seen = wrong.read(List.of(A));
                    assertThat(seen.now()).isCloseTo(Instant.now(), within(5, ChronoUnit.SECONDS));
                    assertThat(Stores.applied(wrong, Group.of(Stores.draft("by " + error, "")))
                                    .stamp())
                            .isCloseTo(Instant.now(), within(5, ChronoUnit.SECONDS));
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
                var byWrong = Stores.applied(wrong, acquire);
                assertThat(byWrong.stamp()).isCloseTo(Instant.now(), within(5, ChronoUnit.SECONDS));
                assertThat(entry(right).stamp()).isEqualTo(byWrong.stamp());
                Stores.applied(right, Group.of(Change.delete(A, byWrong.version())));
            }
        }
    }

    @Test
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
                    Awaitility.await().pollInterval(Duration.ofMillis(10)).until(() -> over(looking));
                    assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(lease);
                }
                assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(lease.plusSeconds(5));
            }
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("A server that restarts counts every lease anew; who knew the time before goes on with it")
    void restart_whileConnected_keepsTheTime() {
        try (LockStore store = Stores.open(own);
                LockStore other = Stores.open(own)) {
            long begin = System.nanoTime();
            Duration lease = Duration.ofSeconds(3);
            Stores.applied(store, Stores.acquire("a", Lease.of(lease)));
            server.kill();
            server.restart();
            Awaitility.await()
                    .ignoreExceptions()
                    .until(() -> store.read(List.of(A)).get(A) != null);
            Awaitility.await("a new basis").ignoreExceptions().until(() -> {
                Stores.applied(other, Group.of(Stores.draft("at " + System.nanoTime(), "")));
                return true;
            });
            assertThat(store.read(List.of(A)).now()).isCloseTo(Instant.now(), within(6, ChronoUnit.SECONDS));
            Awaitility.await().pollInterval(Duration.ofMillis(10)).until(() -> over(other));
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(lease);
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("After a restart that nobody saw, what is held is still held, and ends late rather than early")
    void restart_whileNobodyIsThere_endsNothingEarly() {
        Duration lease = Duration.ofSeconds(3);
        long begin;
        Instant stamp;
        try (LockStore store = Stores.open(own)) {
            begin = System.nanoTime();
            stamp = Stores.applied(store, Stores.acquire("a", Lease.of(lease))).stamp();
        }
        server.kill();
        server.restart();
        try (LockStore wrong = Stores.open(own, TWO_HOURS)) {
            Instant now = wrong.read(List.of(A)).now();
            assertThat(now).isBetween(stamp, stamp.plusSeconds(5));
            Awaitility.await().pollInterval(Duration.ofMillis(10)).until(() -> over(wrong));
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(lease);
        }
    }
}
