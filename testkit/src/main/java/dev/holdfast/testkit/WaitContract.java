package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Mode;
import dev.holdfast.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Waiting, and notification of changes. */
interface WaitContract extends ManagerPart {

    private static CompletableFuture<Acquisition> waiting(LockManager locks, Mode mode) {
        CompletableFuture<Acquisition> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(locks.tryAcquire(LockRequest.of("a").mode(mode).timeout(PATIENCE)));
            } catch (InterruptedException | RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    private static void untilInLine(LockManager locks, int waiters) throws InterruptedException {
        ManagerPart.eventually(
                waiters + " in line", () -> locks.view("a").queue().size() == waiters);
    }

    @Test
    @Timeout(600)
    default void waiters_areServedInTheirOrder() throws Exception {
        LockManager holder = realTimeManager();
        LockHandle held = holder.acquire("a");
        List<String> served = Collections.synchronizedList(new ArrayList<>());
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            LockManager locks = realTimeManager();
            String name = "waiter " + i;
            all.add(waiting(locks, Mode.EXCLUSIVE).thenAccept(acquired -> {
                served.add(name);
                acquired.orThrow().close();
            }));
            untilInLine(holder, i + 1);
        }
        held.close();
        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).join();
        assertThat(served).containsExactly("waiter 0", "waiter 1", "waiter 2");
        assertThat(holder.view("a").free()).isTrue();
    }

    @Test
    @Timeout(600)
    default void writer_inLine_isNotStarvedByReaders() throws Exception {
        LockManager reader = realTimeManager();
        LockHandle reading = reader.acquire(LockRequest.of("a").mode(Mode.SHARED));
        CompletableFuture<Acquisition> writer = waiting(realTimeManager(), Mode.EXCLUSIVE);
        untilInLine(reader, 1);
        LockManager late = realTimeManager();
        assertThat(late.tryAcquire(LockRequest.of("a").mode(Mode.SHARED)).granted())
                .isFalse();
        reading.close();
        assertThat(writer.join().granted()).isTrue();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @Timeout(600)
    default void waiter_outOfPatience_leavesTheLine() throws Exception {
        LockManager holder = realTimeManager();
        holder.acquire("a");
        LockManager locks = realTimeManager();
        Acquisition refused = locks.tryAcquire(LockRequest.of("a").timeout(Duration.ofMillis(300)));
        assertThat(refused.granted()).isFalse();
        assertThat(refused.refusals().get(0).holders()).hasSize(1);
        assertThat(holder.view("a").queue()).isEmpty();
    }

    @Test
    @Timeout(600)
    default void waiter_interrupted_leavesTheLine() throws Exception {
        LockManager holder = realTimeManager();
        LockHandle held = holder.acquire("a");
        LockManager locks = realTimeManager();
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread thread = new Thread(() -> {
            try {
                locks.acquire(LockRequest.of("a").timeout(PATIENCE));
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
        });
        thread.start();
        untilInLine(holder, 1);
        thread.interrupt();
        thread.join();
        assertThat(interrupted).isTrue();
        assertThat(holder.view("a").queue()).isEmpty();
        held.close();
        assertThat(holder.view("a").free()).isTrue();
    }

    @Test
    @Timeout(600)
    default void waiter_closedManager_doesNotBlockTheNext() throws Exception {
        LockManager holder = realTimeManager();
        LockHandle held = holder.acquire("a");
        CompletableFuture<Acquisition> first = waiting(realTimeManager(), Mode.EXCLUSIVE);
        untilInLine(holder, 1);
        CompletableFuture<Acquisition> second = waiting(realTimeManager(), Mode.EXCLUSIVE);
        untilInLine(holder, 2);
        held.close();
        first.join().orThrow().close();
        assertThat(second.join().granted()).isTrue();
    }

    @Test
    @Timeout(600)
    default void listener_seesTheLastState() throws Exception {
        LockManager locks = manager();
        locks.acquire("b");
        List<LockView> seen = Collections.synchronizedList(new ArrayList<>());
        try (Subscription listening = manager().listen("", seen::add)) {
            assertThat(listening).isNotNull();
            ManagerPart.eventually(
                    "snapshot",
                    () -> seen.stream().anyMatch(view -> view.resource().equals("b") && !view.free()));
            LockHandle handle = locks.acquire("a");
            ManagerPart.eventually(
                    "acquired",
                    () -> seen.stream().anyMatch(view -> view.resource().equals("a") && !view.free()));
            handle.close();
            ManagerPart.eventually(
                    "released",
                    () -> seen.get(seen.size() - 1).resource().equals("a")
                            && seen.get(seen.size() - 1).free());
        } catch (CompletionException e) {
            throw new AssertionError(e);
        }
    }
}
