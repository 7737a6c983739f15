package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.manager.AsyncGrants;
import dev.holdfast.internal.manager.Locks;
import dev.holdfast.internal.manager.Managers;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Holds that no handle stands for any more are released, and are never entered again. */
@Tag("safety")
@Timeout(120)
class LeftoversTest {
    private static final LockRequest MINE = LockRequest.of("a").owner(Owner.of("ann"));

    private final String address = "memory:" + UUID.randomUUID();
    private final AtomicBoolean away = new AtomicBoolean();
    private final LockManager others = StoreManagers.over(store(), ManagerOptions.DEFAULT);
    private final LockManager locks = StoreManagers.over(
            Hooked.store(store(), (method, arguments, call) -> {
                if (away.get() && method.equals("apply")) {
                    throw new StoreUnreachableException("The store is away.", null);
                }
                return call.make();
            }),
            ManagerOptions.DEFAULT);

    private LockStore store() {
        return new MemoryStoreProvider().open(address, InstantSource.system());
    }

    @AfterEach
    void close() {
        away.set(false);
        locks.close();
        others.close();
    }

    private LockHandle closedWhileTheStoreWasAway() throws Exception {
        LockHandle handle = locks.acquire(MINE);
        away.set(true);
        assertThatThrownBy(handle::close).isInstanceOf(StoreUnreachableException.class);
        return handle;
    }

    @Test
    void releaseThatFailed_isMadeUpForWhenTheStoreIsBack() throws Exception {
        assertThat(closedWhileTheStoreWasAway().isHeld()).isFalse();
        assertThat(others.view("a").holders()).as("the store could not be told").hasSize(1);
        away.set(false);

        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(others.list("")).isEmpty());
    }

    @Test
    void releaseThatFailed_takenAgain_isANewGrant() throws Exception {
        LockHandle closed = closedWhileTheStoreWasAway();
        away.set(false);

        try (LockHandle again = locks.acquire(MINE)) {
            assertThat(again.fence()).isGreaterThan(closed.fence());
        }
        assertThat(others.view("a").holders()).as("no entry is left behind").isEmpty();
    }

    /** Locks that are decided about elsewhere, where something happens after each answer. */
    private Locks remote(BiConsumer<String, Object> after) {
        return (Locks) Proxy.newProxyInstance(
                Locks.class.getClassLoader(), new Class<?>[] {Locks.class}, (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(locks, arguments);
                        if (answer != null) {
                            after.accept(method.getName(), answer);
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void grantedAfterAWait_partlyEndedBeforeItIsTakenUp_isLostAndLeavesNothing() throws Exception {
        Locks remote = remote((method, answer) -> {
            if (method.equals("grant")) {
                assertThat(others.admin().forceRelease("a", "admin", "because")).hasSize(1);
            }
        });
        try (LockManager client = Managers.over(remote, ManagerOptions.DEFAULT)) {
            LockHandle handle = client.acquire(
                    LockRequest.of("a", "b").owner(Owner.of("ann")).timeout(Duration.ofSeconds(5)));

            assertThat(handle.lost().get(60, TimeUnit.SECONDS).resource()).isEqualTo("a");
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(others.list("")).isEmpty());
        }
    }

    @Test
    void grantWhoseAnswerIsLostForGood_overAServer_isReleased() throws Exception {
        Locks remote = remote((method, answer) -> {
            if (method.equals("grant")) {
                throw new OutcomeUnknownException("The answer got lost.", null);
            }
        });
        try (LockManager client = Managers.over(remote, ManagerOptions.DEFAULT)) {
            assertThatThrownBy(() -> client.acquire(MINE)).isInstanceOf(OutcomeUnknownException.class);
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(others.list("")).isEmpty());
        }
    }

    @Test
    void handleOnSeveral_obeysTheStrictestOfTheirPolicies() {
        Policy book = Preset.BOOK.policy();
        Policies policies = Policies.of(Preset.BOARD)
                .and(book.toBuilder()
                        .pattern("b")
                        .reclaimAfter(Duration.ofSeconds(3))
                        .suspectAfter(null)
                        .build());
        FakeTime time = FakeTime.create();
        AtomicBoolean cutOff = new AtomicBoolean();
        LockStore store = Hooked.store(new MemoryStoreProvider().open(address, time), (method, arguments, call) -> {
            if (cutOff.get()) {
                throw new StoreUnreachableException("The store is away.", null);
            }
            return call.make();
        });
        try (LockManager manager = StoreManagers.over(
                store,
                ManagerOptions.DEFAULT
                        .policies(policies)
                        .clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())))) {
            LockHandle handle = manager.acquire("a", "b");
            cutOff.set(true);
            time.advance(Duration.ofSeconds(3));
            assertThat(handle.isHeld()).as("another owner may have b by now").isFalse();
            cutOff.set(false);
        }
    }

    @Test
    void questionAfterTheDeskIsClosed_isAnswered() {
        AsyncGrants desk = AsyncGrants.of(locks);
        desk.close();

        assertThat(desk.grant(MINE))
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(IllegalStateException.class);
    }
}
