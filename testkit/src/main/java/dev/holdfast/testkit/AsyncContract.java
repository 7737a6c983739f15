package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Acquisition;
import dev.holdfast.AsyncLocks;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The asynchronous form of managers. */
interface AsyncContract extends ManagerPart {
    LockRequest WAITING = LockRequest.of("a").timeout(PATIENCE);

    private static void untilQueued(LockManager locks, int waiters) throws InterruptedException {
        ManagerPart.eventually(
                waiters + " in the queue", () -> locks.view("a").queue().size() == waiters);
    }

    private static void untilFree(LockManager locks) throws InterruptedException {
        ManagerPart.eventually("free", () -> locks.view("a").free());
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    @Timeout(600)
    default void future_ofAFreeLock_isTheHandle() throws Exception {
        LockManager locks = realTimeManager();
        try (LockHandle handle = get(AsyncLocks.of(locks).acquire(LockRequest.of("a", "b")))) {
            assertThat(handle.isHeld()).isTrue();
            assertThat(handle.resources()).containsExactly("a", "b");
            assertThat(locks.view("a").holders()).hasSize(1);
            handle.heartbeat();
        }
        assertThat(locks.view("a").free()).isTrue();
    }

    @Test
    @Timeout(600)
    default void future_ofAHeldLock_saysWhyNot() throws Exception {
        realTimeManager().acquire("a");
        AsyncLocks async = AsyncLocks.of(realTimeManager());
        assertThatThrownBy(() -> get(async.acquire(LockRequest.of("a"))))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(LockUnavailableException.class);
        Acquisition refused = get(async.tryAcquire(LockRequest.of("a").timeout(Duration.ofMillis(200))));
        assertThat(refused.refusals())
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(Refusal.Reason.HELD));
    }

    @Test
    @Tag("safety")
    @Timeout(600)
    default void futures_areServedInTheirOrder_andExcludeEachOther() throws Exception {
        LockManager holder = realTimeManager();
        LockHandle held = holder.acquire("a");
        List<CompletableFuture<LockHandle>> asked = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            asked.add(AsyncLocks.of(realTimeManager()).acquire(WAITING));
            untilQueued(holder, i + 1);
        }
        for (CompletableFuture<LockHandle> next : asked) {
            assertThat(next).isNotDone();
            held.close();
            held = get(next);
            assertThat(held.isHeld()).isTrue();
        }
        held.close();
        assertThat(holder.view("a").free()).isTrue();
    }

    @Test
    @Timeout(600)
    default void future_thatIsCancelled_leavesTheQueue() throws Exception {
        LockManager holder = realTimeManager();
        LockHandle held = holder.acquire("a");
        CompletableFuture<LockHandle> first = AsyncLocks.of(realTimeManager()).acquire(WAITING);
        untilQueued(holder, 1);
        CompletableFuture<LockHandle> second = AsyncLocks.of(realTimeManager()).acquire(WAITING);
        untilQueued(holder, 2);
        assertThat(first.cancel(false)).isTrue();
        untilQueued(holder, 1);
        // As orTimeout does.
        second.completeExceptionally(new TimeoutException());
        untilQueued(holder, 0);
        held.close();
        assertThat(holder.view("a").free()).isTrue();
    }

    @Test
    @Tag("safety")
    @Timeout(600)
    default void future_cancelledInTheMomentOfItsGrant_leavesNothing() throws Exception {
        LockManager holder = realTimeManager();
        AsyncLocks async = AsyncLocks.of(realTimeManager());
        for (int round = 0; round < 8; round++) {
            LockHandle held = holder.acquire("a");
            CompletableFuture<LockHandle> asked = async.acquire(WAITING);
            untilQueued(holder, 1);
            CompletableFuture<Void> released = CompletableFuture.runAsync(held::close);
            Thread.sleep(round); // an earlier or later moment each time
            if (!asked.cancel(false)) {
                get(asked).close();
            }
            get(released);
            untilFree(holder);
        }
        assertThat(holder.view("a").queue()).isEmpty();
    }

    @Test
    @Timeout(600)
    default void future_completesOnTheExecutor() throws Exception {
        BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
        AsyncLocks async = AsyncLocks.of(realTimeManager(), tasks::add);
        CompletableFuture<LockHandle> granted = async.acquire(LockRequest.of("a"));
        Runnable completion = tasks.take();
        assertThat(granted).isNotDone();
        completion.run();
        assertThat(granted.isDone()).isTrue();
        get(granted).close();

        AsyncLocks overloaded = AsyncLocks.of(realTimeManager(), task -> {
            throw new RejectedExecutionException();
        });
        get(overloaded.acquire(LockRequest.of("a"))).close();
    }

    @Test
    @Tag("safety")
    @Timeout(600)
    default void future_cancelledBeforeItsExecutorCompletesIt_releases() throws Exception {
        LockManager others = realTimeManager();
        BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
        AsyncLocks async = AsyncLocks.of(realTimeManager(), tasks::add);
        CompletableFuture<LockHandle> granted = async.acquire(LockRequest.of("a"));
        Runnable completion = tasks.take();
        assertThat(others.view("a").free()).isFalse();
        granted.cancel(false);
        completion.run();
        untilFree(others);
    }

    @Test
    @Timeout(600)
    default void closedManager_endsItsFutures() throws Exception {
        LockManager holder = realTimeManager();
        holder.acquire("a");
        LockManager locks = realTimeManager();
        AsyncLocks async = AsyncLocks.of(locks);
        CompletableFuture<LockHandle> asked = async.acquire(WAITING);
        untilQueued(holder, 1);
        locks.close();
        assertThatThrownBy(() -> get(asked))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
        untilQueued(holder, 0);
        assertThatThrownBy(() -> get(async.tryAcquire(LockRequest.of("b"))))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThat(holder.view("b").free()).isTrue();
    }
}
