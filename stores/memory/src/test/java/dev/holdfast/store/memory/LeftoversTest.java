package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.AsyncLocks;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Locks;
import dev.holdfast.ManagerOptions;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.Policies;
import dev.holdfast.rules.Policy;
import dev.holdfast.rules.Preset;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.OutcomeUnknownException;
import dev.holdfast.store.StoreUnreachableException;
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
    private final LockManager others = LockManager.over(store(), ManagerOptions.USUAL);
    private final LockManager locks = LockManager.over(
            Hooked.store(store(), (method, arguments, call) -> {
                if (away.get() && method.equals("apply")) {
                    throw new StoreUnreachableException("The store is away.", null);
                }
                return call.make();
            }),
            ManagerOptions.USUAL);

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
        assertThat(closedWhileTheStoreWasAway().held()).isFalse();
        assertThat(others.look("a").holds()).as("the store could not be told").hasSize(1);
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
        assertThat(others.look("a").holds()).as("no entry is left behind").isEmpty();
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
                assertThat(others.forceRelease("a", "admin", "because")).hasSize(1);
            }
        });
        try (LockManager client = LockManager.over(remote, ManagerOptions.USUAL)) {
            LockHandle handle = client.acquire(
                    LockRequest.of("a", "b").owner(Owner.of("ann")).waiting(Duration.ofSeconds(5)));

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
        try (LockManager client = LockManager.over(remote, ManagerOptions.USUAL)) {
            assertThatThrownBy(() -> client.acquire(MINE)).isInstanceOf(OutcomeUnknownException.class);
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(others.list("")).isEmpty());
        }
    }

    @Test
    void handleOnSeveral_obeysTheStrictestOfTheirPolicies() {
        Policy book = Preset.BOOK.policy();
        Policies policies = Policies.of(Preset.BOARD)
                .and(book.change()
                        .pattern("b")
                        .cleanUp(Duration.ofSeconds(3))
                        .trust(null)
                        .done());
        FakeTime time = FakeTime.create();
        AtomicBoolean cutOff = new AtomicBoolean();
        LockStore store = Hooked.store(new MemoryStoreProvider().open(address, time), (method, arguments, call) -> {
            if (cutOff.get()) {
                throw new StoreUnreachableException("The store is away.", null);
            }
            return call.make();
        });
        try (LockManager manager = LockManager.over(
                store,
                ManagerOptions.USUAL
                        .policies(policies)
                        .clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())))) {
            LockHandle handle = manager.acquire("a", "b");
            cutOff.set(true);
            time.advance(Duration.ofSeconds(3));
            assertThat(handle.held()).as("another owner may have b by now").isFalse();
            cutOff.set(false);
        }
    }

    @Test
    void questionAfterTheDeskIsClosed_isAnswered() {
        AsyncLocks desk = AsyncLocks.of(locks);
        desk.close();

        assertThat(desk.grant(MINE))
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(IllegalStateException.class);
    }
}
