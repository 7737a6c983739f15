package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.internal.manager.Locks;
import dev.holdfast.internal.manager.Managers;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A manager that is closed leaves nothing behind: no waiter, no ticket, no hold of a call under way. */
@Tag("safety")
@Timeout(120)
class ClosingTest {
    private static final LockRequest WAITING =
            LockRequest.of("a").owner(Owner.of("ann")).timeout(Duration.ofHours(1));

    private final String address = "memory:" + UUID.randomUUID();
    private final LockManager others = StoreManagers.over(store(), ManagerOptions.DEFAULT);

    private LockStore store() {
        return new MemoryStoreProvider().open(address, InstantSource.system());
    }

    @AfterEach
    void close() {
        others.close();
    }

    private static <T> FutureTask<T> start(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private void awaitQueue(String resource, int size) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(others.view(resource).waiting()).isEqualTo(size));
    }

    private static void requireEnded(FutureTask<?> waiter, String resource) {
        assertThat(waiter)
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(IllegalStateException.class)
                .withMessage("The lock manager was closed while a caller waited for " + resource + ".");
    }

    @Test
    void waiters_areWokenAndLeaveTheQueue() throws Exception {
        others.acquire("a");
        LockManager locks = StoreManagers.over(store(), ManagerOptions.DEFAULT);
        FutureTask<?> acquires = start(() -> locks.acquire(WAITING));
        FutureTask<?> asks = start(() -> locks.holds().grant(WAITING.owner(Owner.of("bob"))));
        awaitQueue("a", 2);

        locks.close();

        assertThat(others.view("a").queue()).isEmpty();
        requireEnded(acquires, "a");
        requireEnded(asks, "a");
    }

    @Test
    void waiterForSeveral_isWoken() throws Exception {
        others.acquire("a");
        CountDownLatch watching = new CountDownLatch(1);
        LockManager locks = StoreManagers.over(
                Hooked.store(store(), (method, arguments, call) -> {
                    if (method.equals("watch")) {
                        watching.countDown();
                    }
                    return call.make();
                }),
                ManagerOptions.DEFAULT);
        FutureTask<?> acquires = start(() ->
                locks.acquire(LockRequest.of("a", "b").owner(Owner.of("ann")).timeout(Duration.ofHours(1))));
        assertThat(watching.await(60, TimeUnit.SECONDS)).isTrue();

        locks.close();

        requireEnded(acquires, "a");
        assertThat(others.view("b").holders()).isEmpty();
    }

    /** A manager over a store whose first change is answered when the test says so; the store is really closed. */
    private final class Held {
        private final CountDownLatch changed = new CountDownLatch(1);
        private final CountDownLatch answer = new CountDownLatch(1);
        private final AtomicBoolean closed = new AtomicBoolean();
        private final LockManager locks = StoreManagers.over(
                Hooked.store(store(), (method, arguments, call) -> {
                    Object result = call.make();
                    if (method.equals("apply") && changed.getCount() > 0) {
                        changed.countDown();
                        assertThat(answer.await(60, TimeUnit.SECONDS)).isTrue();
                    }
                    closed.compareAndSet(false, method.equals("close"));
                    return result;
                }),
                ManagerOptions.DEFAULT);

        /** Closes the manager while a change is under way, which is answered once closing waits, or has ended. */
        void closeMeanwhile() throws InterruptedException {
            assertThat(changed.await(60, TimeUnit.SECONDS)).isTrue();
            Thread closing = new Thread(locks::close);
            closing.start();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> closing.getState() == Thread.State.TIMED_WAITING || !closing.isAlive());
            answer.countDown();
            closing.join();
            assertThat(closed).isTrue();
        }
    }

    @Test
    void grantAnsweredWhileItsManagerCloses_isReleased() throws Exception {
        Held held = new Held();
        FutureTask<LockHandle> acquires = start(() -> held.locks.acquire("a"));
        held.closeMeanwhile();

        assertThat(others.list("")).isEmpty();
        assertThat(acquires)
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(IllegalStateException.class)
                .withMessage("The lock manager was closed while it acquired a lock.");
    }

    @Test
    void holdAttachedWhileItsManagerCloses_isReleased() throws Exception {
        List<Receipt> receipts =
                others.holds().grant(LockRequest.of("a").owner(Owner.of("ann"))).receipts();
        Held held = new Held();
        FutureTask<LockHandle> attaches = start(() -> held.locks.attach(receipts));
        held.closeMeanwhile();

        assertThat(others.list("")).isEmpty();
        assertThat(attaches).failsWithin(Duration.ofSeconds(60));
    }

    @Test
    void closedManager_acquiresNothing() {
        LockManager locks = StoreManagers.over(store(), ManagerOptions.DEFAULT);
        locks.close();
        locks.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> locks.acquire("a"))
                .withMessage("The lock manager is closed. Open another one.");
        assertThatIllegalStateException().isThrownBy(() -> locks.acquire(WAITING));
        assertThatIllegalStateException().isThrownBy(() -> locks.holds().grant(WAITING));
        assertThatIllegalStateException().isThrownBy(() -> locks.attach(List.of(Receipt.create("a"))));
        assertThatIllegalStateException().isThrownBy(() -> locks.listen("", view -> {}));
    }

    /** Locks that are decided about elsewhere, and outlive those who ask. */
    private Locks remote() {
        return (Locks) Proxy.newProxyInstance(
                Locks.class.getClassLoader(), new Class<?>[] {Locks.class}, (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals("close") ? null : method.invoke(others, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void waiterAtAServer_isWokenAndLeavesTheQueue() throws Exception {
        others.acquire("a");
        LockManager client = Managers.over(remote(), ManagerOptions.DEFAULT);
        FutureTask<?> acquires = start(() -> client.acquire(WAITING));
        awaitQueue("a", 1);

        client.close();

        assertThat(others.view("a").queue()).isEmpty();
        requireEnded(acquires, "a");
    }

    @Test
    void waiterAtAServer_thatIsInterrupted_hearsOfThat() throws Exception {
        others.acquire("a");
        LockManager client = Managers.over(remote(), ManagerOptions.DEFAULT);
        FutureTask<?> acquires = new FutureTask<>(() -> client.acquire(WAITING));
        Thread thread = new Thread(acquires);
        thread.start();
        awaitQueue("a", 1);

        thread.interrupt();

        assertThat(acquires)
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(InterruptedException.class);
        awaitQueue("a", 0);
        client.close();
    }
}
