package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.AsyncLocks;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The asynchronous form of a manager over a store that misbehaves. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class AsyncLocksTest {
    private static final LockRequest WAITING = LockRequest.of("a").timeout(Duration.ofMinutes(10));

    private final String address = "memory:" + UUID.randomUUID();
    private final AtomicReference<Hooked.Hook> hook = new AtomicReference<>((method, arguments, call) -> call.make());
    private final LockManager others = StoreManagers.over(store(), ManagerOptions.DEFAULT);
    private final LockManager locks = StoreManagers.over(
            Hooked.store(store(), (method, arguments, call) -> hook.get().answer(method, arguments, call)),
            ManagerOptions.DEFAULT);
    private final AsyncLocks async = AsyncLocks.of(locks);

    private LockStore store() {
        return new MemoryStoreProvider().open(address, InstantSource.system());
    }

    @AfterEach
    void close() {
        locks.close();
        others.close();
    }

    @Test
    void thousandsOfFutures_waitWithFewThreads() throws Exception {
        LockHandle held = others.acquire("a");
        int before = Thread.activeCount();
        List<CompletableFuture<LockHandle>> asked =
                IntStream.range(0, 2_000).mapToObj(i -> async.acquire(WAITING)).toList();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> !others.view("a").queue().isEmpty());
        assertThat(Thread.activeCount() - before).isLessThan(48);
        asked.forEach(future -> future.cancel(true));
        await().atMost(Duration.ofSeconds(60))
                .until(() -> others.view("a").queue().isEmpty());
        held.close();
        assertThat(others.view("a").free()).isTrue();
    }

    /** A change that is answered when the test says so. */
    private final class LateAnswer {
        private final CountDownLatch changed = new CountDownLatch(1);
        private final CountDownLatch answer = new CountDownLatch(1);

        LateAnswer() {
            hook.set((method, arguments, call) -> {
                Object result = call.make();
                if (method.equals("apply") && changed.getCount() > 0) {
                    changed.countDown();
                    assertThat(answer.await(60, TimeUnit.SECONDS)).isTrue();
                }
                return result;
            });
        }

        void awaitChange() throws InterruptedException {
            assertThat(changed.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    @Tag("safety")
    void futureCancelledWhileItsGrantIsUnderWay_releasesIt() throws Exception {
        for (LockRequest request : List.of(WAITING, LockRequest.of("a"))) {
            LateAnswer late = new LateAnswer();
            CompletableFuture<LockHandle> asked = async.acquire(request);
            late.awaitChange();
            assertThat(asked.cancel(true)).isTrue();
            assertThat(others.view("a").free()).isFalse();
            late.answer.countDown();
            await().atMost(Duration.ofSeconds(60)).until(() -> others.view("a").free());
        }
    }

    @Test
    @Tag("safety")
    void grantAnsweredWhileTheManagerCloses_isReleased() throws Exception {
        LateAnswer late = new LateAnswer();
        CompletableFuture<LockHandle> asked = async.acquire(LockRequest.of("a"));
        late.awaitChange();
        Thread closing = new Thread(locks::close);
        closing.start();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> closing.getState() == Thread.State.TIMED_WAITING || !closing.isAlive());
        late.answer.countDown();
        closing.join();
        assertThat(others.view("a").free()).isTrue();
        assertThatThrownBy(asked::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    @Tag("safety")
    void grantWhoseAnswerIsLostForGood_isReleased() {
        AtomicBoolean away = new AtomicBoolean();
        hook.set((method, arguments, call) -> {
            if (away.get() && (method.equals("apply") || method.equals("read"))) {
                throw new StoreUnreachableException("Away.", null);
            }
            Object result = call.make();
            if (method.equals("apply") && away.compareAndSet(false, true)) {
                throw new OutcomeUnknownException("The answer got lost.", null);
            }
            return result;
        });
        assertThatThrownBy(async.acquire(LockRequest.of("a"))::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(OutcomeUnknownException.class);
        assertThat(others.view("a").free()).isFalse();
        hook.set((method, arguments, call) -> call.make());
        await().atMost(Duration.ofSeconds(60)).until(() -> others.view("a").free());
    }

    @Test
    void managerOfAnotherKind_hasNone() {
        LockManager strange = (LockManager) Proxy.newProxyInstance(
                LockManager.class.getClassLoader(), new Class<?>[] {LockManager.class}, (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
        assertThatThrownBy(() -> AsyncLocks.of(strange)).isInstanceOf(IllegalArgumentException.class);
    }
}
