package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Lease;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A callback that blocks delays no renewal, no countdown and no call of others. */
@Tag("safety")
@Timeout(180)
class BlockingCallbackTest {
    private static final Duration TTL = Duration.ofMinutes(1);
    /** A hold on this resource ends soon, whatever its holder does. */
    private static final Policy ENDING = Preset.OFFLINE.policy().toBuilder()
            .pattern("ending")
            .lease(new Lease(TTL, null, null))
            .warning(TTL)
            .build();

    private static final Policies POLICIES = new Policies(List.of(ENDING), Preset.OFFLINE.policy());
    private final FakeTime time = FakeTime.create();
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final LockManager locks = StoreManagers.over(
            new MemoryStoreProvider().open("memory:" + UUID.randomUUID(), time),
            ManagerOptions.DEFAULT
                    .policies(POLICIES)
                    .clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));

    @AfterEach
    void close() {
        over.countDown();
        locks.close();
    }

    private LockHandle acquire(String resource) throws InterruptedException {
        return locks.acquire(LockRequest.of(resource).owner(Owner.of("me")).ttl(TTL));
    }

    private void block() {
        inside.countDown();
        try {
            over.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("The test is over.", e);
        }
    }

    private void requireKept(LockHandle healthy) {
        for (int i = 0; i < 6; i++) {
            time.advance(TTL.dividedBy(3));
            Instant now = time.instant();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> locks.view("healthy").holders().stream()
                            .allMatch(judged -> judged.hold().seen().equals(now)));
        }
        assertThat(healthy.isHeld()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void callbackOfALoss_thatBlocks_delaysNoRenewal(boolean byFuture) throws Exception {
        LockHandle lost = acquire("lost");
        LockHandle healthy = acquire("healthy");
        if (byFuture) {
            assertThat(lost.lost().thenAccept(loss -> block())).isNotDone();
        } else {
            lost.onLoss(loss -> block());
        }
        locks.admin().forceRelease("lost", "admin", "because");
        time.advance(Duration.ofSeconds(3));
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        requireKept(healthy);
        assertThat(lost.lost()).as("known to its holder").isDone();
    }

    @Test
    void callbackOfAWarning_thatBlocks_delaysNoRenewal() throws Exception {
        LockHandle ending = acquire("ending").onWarning(left -> block());
        LockHandle healthy = acquire("healthy");
        time.advance(TTL.dividedBy(2));
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        requireKept(healthy);
        assertThat(ending.isHeld()).as("its own end came all the same").isFalse();
    }

    @Test
    void callbacks_runInTheOrderOfTheirEvents() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        LockHandle first = acquire("first").onLoss(loss -> {
            block();
            told.add("first");
        });
        LockHandle second = acquire("second").onLoss(loss -> told.add("second"));
        locks.admin().forceRelease("first", "admin", "because");
        time.advance(Duration.ofSeconds(3));
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        locks.admin().forceRelease("second", "admin", "because");
        time.advance(Duration.ofSeconds(3));
        await().atMost(Duration.ofSeconds(60)).until(() -> second.lost().isDone());
        assertThat(told).isEmpty();
        over.countDown();
        await().atMost(Duration.ofSeconds(60)).until(() -> told.size() == 2);
        assertThat(told).containsExactly("first", "second");
        assertThat(first.isHeld()).isFalse();
    }
}
