package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import dev.holdfast.testkit.Fault;
import dev.holdfast.testkit.FaultyStore;
import dev.holdfast.testkit.LogLines;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an operator reads in the log: one line for each change of state, with the resource and the time left. */
@Timeout(180)
class OutageLogTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration TTL = Duration.ofMinutes(1);

    private final String name = UUID.randomUUID().toString();
    private final String address = "memory:" + name;
    private final FakeTime time = FakeTime.create();
    private final AtomicReference<Fault> fault = new AtomicReference<>(Fault.NONE);
    private LogLines log;
    private LockManager locks;
    private LockManager others;

    @BeforeEach
    void open() {
        log = LogLines.open();
        locks = over(FaultyStore.of(store(), fault::get));
        others = over(store());
    }

    @AfterEach
    void close() {
        fault.set(Fault.NONE);
        locks.close();
        others.close();
        log.close();
    }

    private LockStore store() {
        return new MemoryStoreProvider().open(address, time);
    }

    private LockManager over(LockStore store) {
        return StoreManagers.over(
                store,
                ManagerOptions.DEFAULT.clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));
    }

    private LockHandle acquired(String resource) throws InterruptedException {
        return locks.acquire(LockRequest.of(resource).ttl(TTL));
    }

    private void awaitLines(String about, int count) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(log.about(about)).hasSizeGreaterThanOrEqualTo(count));
    }

    @Test
    void outage_isOneLineAndOneAtItsEnd_andSoAreTheRenewals() throws Exception {
        String resource = "job/" + name;
        try (LockHandle handle = acquired(resource)) {
            fault.set(Fault.FAILS_BEFORE);
            time.advance(Duration.ofSeconds(22));
            awaitLines("The store " + address, 1);
            awaitLines("Not renewed", 1);
            fault.set(Fault.NONE);
            awaitLines("Renewed again", 1);
            await().atMost(PATIENCE).until(() -> {
                locks.view(resource); // the first call after a second without a failure ends it
                return log.about("The store " + address).size() == 2;
            });
            assertThat(handle.isHeld()).isTrue();
        }
        assertThat(log.about("The store " + address))
                .hasSize(2)
                .satisfiesExactly(
                        first -> assertThat(first)
                                .isEqualTo("WARNING The store " + address
                                        + " fails: Fault by plan: the store was not reached."),
                        last -> assertThat(last).startsWith("INFO The store " + address + " works again after "));
        assertThat(log.about(resource))
                .hasSize(2)
                .satisfiesExactly(
                        first -> assertThat(first)
                                .startsWith("WARNING Not renewed: " + resource + ". The first to end is " + resource
                                        + ", in 38 s."),
                        last -> assertThat(last)
                                .isEqualTo("INFO Renewed again: " + resource + ". The first to end is " + resource
                                        + ", in 60 s."));
    }

    @Test
    void loss_isOneLineThatSaysWhy() throws Exception {
        String resource = "job/" + name;
        try (LockHandle handle = acquired(resource)) {
            others.admin().forceRelease(resource, "admin", "urgent");
            time.advance(Duration.ofSeconds(3));
            assertThat(handle.lost().get(90, TimeUnit.SECONDS).resource()).isEqualTo(resource);
        }
        assertThat(log.about(resource))
                .containsExactly("WARNING Your lock on " + resource + " has ended: admin released it (urgent).");
    }

    @Test
    void lostAnswer_isLoggedWithItsOutcome() throws Exception {
        String resource = "job/" + name;
        AtomicReference<Fault> once = new AtomicReference<>(Fault.FAILS_AFTER);
        try (LockManager unlucky = over(FaultyStore.of(store(), () -> once.getAndSet(Fault.NONE)))) {
            assertThat(unlucky.acquire(LockRequest.of(resource).ttl(TTL)).isHeld())
                    .isTrue();
        }
        assertThat(log.about(resource))
                .containsExactly("INFO The answer to a change of " + resource + " in " + address
                        + " was lost and is settled: the change may have been applied.");
    }

    @Test
    void manyHoldsThatLoseTheirStore_areFewLines() throws Exception {
        List<LockHandle> handles = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            handles.add(acquired(name + "/" + i));
        }
        fault.set(Fault.FAILS_BEFORE);
        time.advance(Duration.ofSeconds(22));
        awaitLines("Not renewed", 1);
        time.advance(TTL);
        for (LockHandle handle : handles) {
            handle.lost().get(90, TimeUnit.SECONDS);
        }
        assertThat(log.about(name)).hasSizeBetween(3, 40);
        assertThat(log.about("The store " + address)).hasSize(1);
    }

    @Test
    void noLine_tellsAReceipt() throws Exception {
        try (LockHandle handle = acquired("job/" + name)) {
            String secret = handle.receipts().get(0).text();
            fault.set(Fault.FAILS_BEFORE);
            time.advance(Duration.ofSeconds(22));
            awaitLines("Not renewed", 1);
            time.advance(TTL);
            handle.lost().get(90, TimeUnit.SECONDS);
            assertThat(log.about(secret)).isEmpty();
            assertThat(log.about(name)).isNotEmpty();
        }
    }

    @Test
    void callbackThatFails_isLogged() throws Exception {
        String resource = "job/" + name;
        try (LockHandle handle = acquired(resource)) {
            handle.onLoss(loss -> {
                throw new IllegalStateException("a callback that fails");
            });
            others.admin().forceRelease(resource, "admin", "");
            time.advance(Duration.ofSeconds(3));
            handle.lost().get(90, TimeUnit.SECONDS);
            await().dontCatchUncaughtExceptions()
                    .atMost(PATIENCE)
                    .until(() -> !log.about("SEVERE A callback has failed.").isEmpty());
        }
    }
}
