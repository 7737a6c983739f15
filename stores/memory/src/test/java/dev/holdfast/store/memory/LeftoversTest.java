package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Locks;
import dev.holdfast.ManagerOptions;
import dev.holdfast.rules.Owner;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.StoreUnreachableException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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

    @Test
    void grantedAfterAWait_partlyEndedBeforeItIsTakenUp_isLostAndLeavesNothing() throws Exception {
        Locks remote = (Locks) Proxy.newProxyInstance(
                Locks.class.getClassLoader(), new Class<?>[] {Locks.class}, (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(locks, arguments);
                        if (method.getName().equals("grant")) {
                            assertThat(others.forceRelease("a", "admin", "because"))
                                    .hasSize(1);
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
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
}
