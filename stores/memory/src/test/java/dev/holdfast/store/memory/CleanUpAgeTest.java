package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockEvent;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The preset {@code book} ends no hold by time alone, but others may clean up what was not renewed for an hour. */
@Tag("safety")
@Timeout(120)
class CleanUpAgeTest {
    private enum Store {
        THERE,
        AWAY,
        ASLEEP
    }

    private final String memory = "memory:" + UUID.randomUUID();
    private final FakeTime time = FakeTime.create();
    private final CountDownLatch awake = new CountDownLatch(1);
    private volatile Store state = Store.THERE;
    private final LockManager locks = StoreManagers.over(
            store(),
            ManagerOptions.DEFAULT
                    .policies(Policies.of(Preset.BOOK))
                    .clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));

    /** One that can be away, or that does not answer while the machine sleeps. */
    private LockStore store() {
        return Hooked.store(new MemoryStoreProvider().open(memory, time), (method, arguments, call) -> {
            if (!method.equals("traits") && !method.equals("close")) {
                if (state == Store.AWAY) {
                    throw new StoreUnreachableException("Away.", null);
                } else if (state == Store.ASLEEP) {
                    awake.await();
                }
            }
            return call.make();
        });
    }

    @AfterEach
    void close() {
        state = Store.THERE;
        awake.countDown();
        locks.close();
    }

    private LockHandle acquired() throws InterruptedException {
        return locks.acquire(LockRequest.of("Chapter_03").owner(Owner.of("CLI-12345")));
    }

    /** Neither a renewal nor a release by another reader looks at processes, so it may clean up nothing. */
    @Test
    void reader_pastTheCleanUpAge_whoseProcessRuns_outlivesTheCallsOfAnotherReader() throws Exception {
        LockRequest reading = LockRequest.of("Chapter_03").mode(Mode.SHARED);
        List<Receipt> first = locks.acquire(reading.owner(Owner.of("CLI-1")))
                .detachTo(List.of(ProcessTable.system().self()));
        time.advance(Duration.ofHours(2));
        try (LockHandle second = locks.acquire(reading.owner(Owner.of("CLI-2")))) {
            second.heartbeat();
            assertThat(locks.holds().view(first).get(0)).as("after a renewal").isPresent();
        }
        assertThat(locks.holds().view(first).get(0)).as("after a release").isPresent();
        LockRequest writing = LockRequest.of("Chapter_03").owner(Owner.of("CLI-3"));
        assertThat(locks.tryAcquire(writing.timeout(Duration.ZERO)).granted()).isFalse();
        assertThat(locks.holds().release(first)).isTrue();
        locks.acquire(writing).close();
    }

    @Test
    @DisplayName("B20: a holder that cannot reach the store stops before others may clean up its lock")
    void storeAway_pastTheCleanUpAge_isALoss() throws Exception {
        LockHandle handle = acquired();
        state = Store.AWAY;
        time.advance(Duration.ofMinutes(59));
        assertThat(handle.isHeld()).isTrue();
        time.advance(Duration.ofMinutes(1));
        assertThat(handle.isHeld()).isFalse();
        assertThat(handle.lost().get(60, TimeUnit.SECONDS).resource()).isEqualTo("Chapter_03");
    }

    @Test
    @DisplayName("B20: a laptop that slept is no loss, if the lock is still there")
    void machineSlept_pastTheCleanUpAge_isConfirmedByTheStore() throws Exception {
        LockHandle handle = acquired();
        state = Store.ASLEEP;
        time.advance(Duration.ofHours(2));
        assertThat(handle.isHeld()).as("not before the store has confirmed it").isFalse();
        state = Store.THERE;
        awake.countDown();
        await().atMost(Duration.ofSeconds(60)).until(handle::isHeld);
        assertThat(handle.lost()).isNotDone();
    }

    @Test
    @DisplayName("B20: a laptop that slept while another person cleaned up its lock is told so")
    void machineSlept_andTheLockIsGone_isALoss() throws Exception {
        LockHandle handle = acquired();
        state = Store.ASLEEP;
        time.advance(Duration.ofHours(2));
        try (LockManager others = StoreManagers.over(
                new MemoryStoreProvider().open(memory, time),
                ManagerOptions.DEFAULT.policies(Policies.of(Preset.BOOK)))) {
            LockHandle next = others.acquire(LockRequest.of("Chapter_03").owner(Owner.of("CLI-2")));
            assertThat(handle.isHeld())
                    .as("two hours later, before it has asked")
                    .isFalse();
            state = Store.THERE;
            awake.countDown();
            assertThat(handle.lost().get(60, TimeUnit.SECONDS).ending())
                    .hasValueSatisfying(ending -> assertThat(ending.kind()).isEqualTo(LockEvent.EventKind.EXPIRED));
            assertThat(handle.isHeld()).isFalse();
            assertThat(next.isHeld()).isTrue();
        }
    }
}
