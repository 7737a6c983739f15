package dev.holdfast.juc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockLostException;
import dev.holdfast.LockManager;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Policy.WaitPolicy;
import dev.holdfast.Preset;
import dev.holdfast.testkit.LogLines;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A lock of the JDK's interface over a store that another manager, as of another node, uses too. */
@Timeout(120)
@SuppressWarnings("LockNotBeforeTry") // each step is looked at
class HoldfastLockTest {
    private static final String NAME = "nightly-billing";

    @TempDir
    Path folder;

    private LockManager node;
    private LockManager otherNode;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @BeforeEach
    void open() {
        node = LockManager.open(address());
        otherNode = LockManager.open(address());
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        node.close();
        otherNode.close();
    }

    private String address() {
        return "sqlite:" + folder.resolve("locks.db");
    }

    private static HoldfastLock of(LockManager manager) {
        return HoldfastLocks.of(manager).lock(NAME);
    }

    private <T> T elsewhere(Callable<T> call) throws Exception {
        return threads.submit(call).get();
    }

    @Test
    void lock_isEnteredAgainByItsThread_andFreeAfterAsManyUnlocks() throws Exception {
        of(node).lock();
        of(node).lock();
        assertThat(of(node).tryLock()).isTrue();
        of(node).unlock();
        of(node).unlock();
        assertThat(of(node).isHeldByCurrentThread()).isTrue();
        assertThat(of(otherNode).tryLock()).isFalse();
        of(node).unlock();
        assertThat(of(node).isHeldByCurrentThread()).isFalse();
        assertThat(of(otherNode).tryLock()).isTrue();
        of(otherNode).unlock();
    }

    @Test
    void threadsAndNodes_excludeEachOther() throws Exception {
        of(node).lock();
        assertThat(elsewhere(() -> of(node).tryLock())).isFalse();
        assertThat(elsewhere(() -> of(node).isHeldByCurrentThread())).isFalse();
        assertThat(elsewhere(() -> of(otherNode).tryLock())).isFalse();
        of(node).unlock();
        assertThat(elsewhere(() -> {
                    of(otherNode).lock();
                    of(otherNode).unlock();
                    return true;
                }))
                .isTrue();
    }

    /** A manager with an owner grants it again and again; the adapter does not ask for that owner. */
    @Test
    void threadsAndNodes_excludeEachOther_alsoIfTheirManagersHaveTheSameOwner() throws Exception {
        ManagerOptions same = ManagerOptions.DEFAULT.owner(Owner.of("billing"));
        try (LockManager one = LockManager.open(address(), same);
                LockManager two = LockManager.open(address(), same)) {
            of(one).lock();
            assertThat(elsewhere(() -> of(one).tryLock())).isFalse();
            assertThat(of(two).tryLock()).isFalse();
            of(one).unlock();
        }
    }

    @Test
    void counter_thatThreadsOfTwoNodesIncrement_missesNothing() throws Exception {
        int[] counter = {0};
        List<Future<Boolean>> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            LockManager mine = i % 2 == 0 ? node : otherNode;
            all.add(threads.submit(() -> {
                for (int n = 0; n < 20; n++) {
                    of(mine).lock();
                    try {
                        counter[0]++;
                    } finally {
                        of(mine).unlock();
                    }
                }
                return true;
            }));
        }
        for (Future<Boolean> one : all) {
            assertThat(one.get()).isTrue();
        }
        assertThat(counter[0]).isEqualTo(120);
    }

    @Test
    void unlock_byAThreadThatDoesNotHoldIt_throws() throws Exception {
        of(node).lock();
        assertThatThrownBy(() -> elsewhere(() -> {
                    of(node).unlock();
                    return true;
                }))
                .hasCauseInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("does not hold " + NAME);
        of(node).unlock();
        assertThatThrownBy(of(node)::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(of(node)::fence).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void unlock_ofALostHold_throws_evenBeforeTheHandleLearnsOfIt() {
        of(node).lock();
        otherNode.admin().forceRelease(NAME, "Ann", "it hung");
        assertThatThrownBy(of(node)::unlock)
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("Ann released it (it hung)");
        of(node).lock();
        of(node).unlock();
    }

    @Test
    void lostHold_isNotEnteredAgain_andItsThreadIsTold() throws Exception {
        of(node).lock();
        of(node).lock();
        CompletableFuture<String> told = new CompletableFuture<>();
        of(node).onLoss(loss -> told.complete(loss.sentence()));
        otherNode.admin().forceRelease(NAME, "Ann", "it hung");
        assertThat(told.get()).contains("Ann released it");
        assertThat(of(node).isHeldByCurrentThread()).isFalse();
        assertThatThrownBy(of(node)::lock).isInstanceOf(LockLostException.class);
        assertThatThrownBy(of(node)::tryLock).isInstanceOf(LockLostException.class);
        assertThatThrownBy(of(node)::unlock).isInstanceOf(LockLostException.class);
        assertThatThrownBy(of(node)::unlock).isInstanceOf(LockLostException.class);
        assertThatThrownBy(of(node)::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void lock_ignoresAnInterruptWhileItWaits_andKeepsIt() throws Exception {
        of(node).lock();
        Thread[] waiter = {null};
        Future<Boolean> waiting = threads.submit(() -> {
            waiter[0] = Thread.currentThread();
            of(otherNode).lock();
            boolean kept = Thread.interrupted();
            of(otherNode).unlock();
            return kept;
        });
        awaitWaiter();
        waiter[0].interrupt();
        assertThat(waiting.isDone()).isFalse();
        of(node).unlock();
        assertThat(waiting.get()).isTrue();
    }

    @Test
    void lockInterruptibly_andTryLockWithTime_endWithAnInterrupt() throws Exception {
        of(node).lock();
        for (Callable<Object> call : List.<Callable<Object>>of(
                () -> {
                    of(otherNode).lockInterruptibly();
                    return "locked";
                },
                () -> of(otherNode).tryLock(1, TimeUnit.DAYS))) {
            CompletableFuture<Throwable> ended = new CompletableFuture<>();
            Thread waiter = new Thread(() -> {
                try {
                    ended.completeExceptionally(new AssertionError(call.call()));
                } catch (Exception e) {
                    ended.complete(e);
                }
            });
            waiter.start();
            awaitWaiter();
            waiter.interrupt();
            assertThat(ended.get()).isInstanceOf(InterruptedException.class);
            await().until(() -> node.view(NAME).waiting() == 0);
        }
        of(node).unlock();
    }

    @Test
    void interruptedThread_locksNothingInterruptibly_butTriesWithoutWaiting() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(of(node)::lockInterruptibly).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThat(of(node).tryLock()).isTrue();
        assertThat(Thread.interrupted()).isTrue();
        of(node).unlock();
    }

    @Test
    void tryLockWithTime_getsWhatBecomesFree_andGivesUpOtherwise() throws Exception {
        of(node).lock();
        assertThat(elsewhere(() -> of(otherNode).tryLock(50, TimeUnit.MILLISECONDS)))
                .isFalse();
        assertThat(elsewhere(() -> of(otherNode).tryLock(-1, TimeUnit.SECONDS))).isFalse();
        Future<Boolean> waiting = threads.submit(() -> of(otherNode).tryLock(400, TimeUnit.DAYS));
        awaitWaiter();
        of(node).unlock();
        assertThat(waiting.get()).isTrue();
    }

    @Test
    void lock_thatWaitsForLong_namesTheHolderInTheLog() throws Exception {
        of(node).lock();
        try (LogLines log = LogLines.open()) {
            Future<Boolean> waiting = threads.submit(() -> {
                HoldfastLocks.reporting(otherNode, Duration.ofMillis(100))
                        .lock(NAME)
                        .lock();
                return true;
            });
            await().until(() -> log.about("still waits").size() > 1);
            assertThat(log.about("still waits").get(0)).startsWith("WARNING").contains(NAME + " has been held by");
            of(node).unlock();
            assertThat(waiting.get()).isTrue();
        }
    }

    @Test
    void lock_whereAPolicyForbidsWaiting_throws() throws Exception {
        Policies never = new Policies(
                List.of(),
                Preset.OFFLINE.policy().toBuilder().waiting(WaitPolicy.NEVER).build());
        try (LockManager strict = LockManager.open(address(), ManagerOptions.DEFAULT.policies(never))) {
            of(node).lock();
            assertThatThrownBy(of(strict)::lock)
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining(NAME + " has been held by");
            of(node).unlock();
        }
    }

    @Test
    void fence_growsFromHoldToHold() {
        of(node).lock();
        long first = of(node).fence();
        of(node).unlock();
        of(node).lock();
        assertThat(of(node).fence()).isGreaterThan(first);
        of(node).unlock();
    }

    @Test
    void holder_isShownWithItsThread_whateverTheNameOfIt() throws Exception {
        String odd = "billing\n" + "e\u0301".repeat(100);
        Thread thread = new Thread(() -> of(node).lock(), odd);
        thread.start();
        thread.join();
        assertThat(otherNode.view(NAME).holders().get(0).hold().owner().name()).contains(", thread billing?\u00e9");
    }

    @Test
    void newCondition_isRefusedWithASentence() {
        assertThatThrownBy(of(node)::newCondition)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("LockManager.listen");
    }

    private void awaitWaiter() {
        await().until(() -> node.view(NAME).waiting() > 0);
    }
}
