package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.check.Extent;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.HistoryChecker;
import dev.holdfast.testkit.TenureLog;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Many callers of one manager at once: folded into few trips, each with an answer of its own. */
@Timeout(180)
class CombiningTest {
    private static final int THREADS = 64;
    private static final int ROUNDS = Extent.of(5, 20);
    private final TenureLog tenures = TenureLog.inMemory();
    private final SlowStore store = slow(Integer.MAX_VALUE);

    private static SlowStore slow(int full) {
        return new SlowStore(new MemoryStoreProvider().open("memory:", InstantSource.system()), full);
    }

    @Test
    void handOver_takesOneTripAndNoLook() throws Exception {
        try (LockManager locks = StoreManagers.over(store, ManagerOptions.DEFAULT)) {
            LockHandle first = locks.acquire("r");
            LockRequest second = LockRequest.of("r").owner(Owner.of("second")).timeout(Duration.ofSeconds(90));
            FutureTask<Boolean> waits = new FutureTask<>(() -> took(locks, second));
            Thread waiter = started(waits);
            // It stands in line, listens, looks once whether it missed something, and sleeps.
            while (store.reads() == 0 || waiter.getState() != Thread.State.TIMED_WAITING) {
                Thread.sleep(1);
            }
            int trips = store.trips();
            int reads = store.reads();

            first.close();

            assertThat(waits.get(90, TimeUnit.SECONDS)).isTrue();
            assertThat(store.trips() - trips)
                    .as("one change releases it and grants it")
                    .isEqualTo(1);
            assertThat(store.reads() - reads).isZero();
        }
    }

    /** By a clock that stands still: nothing but the news itself can wake the waiter. */
    @Test
    void handOver_inTheRoundThatBroughtTheWaiterIntoLine_wakesIt() throws Exception {
        ManagerOptions timeless = ManagerOptions.DEFAULT.clocks(InstantSource.system(), () -> 0);
        try (LockManager locks = StoreManagers.over(store, timeless)) {
            LockHandle first = locks.acquire("r");
            CountDownLatch under = new CountDownLatch(1);
            CountDownLatch go = new CountDownLatch(1);
            store.beforeNext(() -> {
                under.countDown();
                go.await();
            });
            Thread.State asleep = Thread.State.WAITING;
            FutureTask<Boolean> another = started(() -> took(locks, LockRequest.of("another")), null);
            under.await();
            LockRequest second = LockRequest.of("r").owner(Owner.of("second")).timeout(Duration.ofSeconds(90));
            FutureTask<Boolean> waits = started(() -> took(locks, second), asleep);
            FutureTask<Boolean> gives = started(
                    () -> {
                        first.close();
                        return true;
                    },
                    asleep);
            go.countDown();

            assertThat(waits.get(90, TimeUnit.SECONDS)).isTrue();
            assertThat(gives.get(90, TimeUnit.SECONDS)).isTrue();
            assertThat(another.get(90, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Begun, and as far as that state if one is given. */
    private static FutureTask<Boolean> started(Callable<Boolean> work, Thread.@Nullable State until) throws Exception {
        FutureTask<Boolean> task = new FutureTask<>(work);
        Thread thread = started(task);
        while (until != null && thread.getState() != until) {
            Thread.sleep(1);
        }
        return task;
    }

    private static Thread started(FutureTask<Boolean> task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static boolean took(LockManager locks, LockRequest request) {
        try {
            return locks.tryAcquire(request).handle().isPresent();
        } catch (InterruptedException e) {
            throw new IllegalStateException("The test is over.", e);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1000", "4, 1000", "48, 1000", "1, 0", "4, 0", "48, 30", "1, 1", "4, 1"})
    void manyThreads_onSomeResources_areAllServedOneAtATime(int resources, int full) throws Exception {
        try (LockManager locks = StoreManagers.over(slow(full), ManagerOptions.DEFAULT)) {
            int granted = sum(all(thread -> {
                Random random = new Random(thread);
                Owner owner = Owner.of("owner " + thread);
                int times = 0;
                while (times < ROUNDS) {
                    LockRequest request = LockRequest.of("r" + random.nextInt(resources))
                            .owner(owner)
                            .timeout(Duration.ofSeconds(90));
                    times += held(locks.tryAcquire(request), Mode.EXCLUSIVE, owner);
                }
                return times;
            }));
            assertThat(granted).isEqualTo(THREADS * ROUNDS);
            assertThat(tenures.tenures()).hasSize(granted);
            assertThat(HistoryChecker.violations(tenures.tenures())).isEmpty();
            assertThat(locks.list("")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 30, 1000})
    void manyThreads_readersWritersAndPairs_getWhatGoesTogether(int full) throws Exception {
        try (LockManager locks = StoreManagers.over(slow(full), ManagerOptions.DEFAULT)) {
            int granted = sum(all(thread -> {
                Random random = new Random(thread);
                Owner owner = Owner.of("owner " + thread);
                int times = 0;
                for (int round = 0; round < ROUNDS; round++) {
                    Mode mode = random.nextInt(3) == 0 ? Mode.EXCLUSIVE : Mode.SHARED;
                    List<String> names = random.nextInt(4) == 0 ? List.of("a", "b") : List.of("a");
                    times += held(
                            locks.tryAcquire(LockRequest.of(names).mode(mode).owner(owner)), mode, owner);
                }
                return times;
            }));
            assertThat(granted).isPositive();
            assertThat(HistoryChecker.violations(tenures.tenures())).isEmpty();
            assertThat(locks.list("")).isEmpty();
        }
    }

    @Test
    void manyThreads_onManyResources_shareTrips() throws Exception {
        try (LockManager locks = StoreManagers.over(store, ManagerOptions.DEFAULT)) {
            int granted = sum(all(thread -> {
                int times = 0;
                for (int round = 0; round < ROUNDS; round++) {
                    times += held(locks.tryAcquire("r" + thread), Mode.EXCLUSIVE, Owner.of("r" + thread));
                }
                return times;
            }));
            assertThat(granted).as("nobody is in the way").isEqualTo(THREADS * ROUNDS);
            assertThat(store.trips()).as("two for each without sharing").isLessThan(THREADS * ROUNDS / 2);
        }
    }

    /** The leader of the round fails with an error; who came in meanwhile must not wait for ever. */
    @Test
    void store_breaksDownWhileOthersComeIn_everybodyIsAnswered() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        store.beforeNext(() -> {
            inside.countDown();
            goOn.await();
            throw new StackOverflowError("a store that breaks down");
        });
        ExecutorService pool = Executors.newCachedThreadPool();
        try (LockManager locks = StoreManagers.over(store, ManagerOptions.DEFAULT)) {
            Future<LockHandle> first = pool.submit(() -> locks.acquire("a"));
            inside.await();
            List<Thread> late = new ArrayList<>();
            List<Future<LockHandle>> handles = new ArrayList<>();
            for (String name : List.of("b", "c")) {
                CountDownLatch started = new CountDownLatch(1);
                handles.add(pool.submit(() -> {
                    synchronized (late) {
                        late.add(Thread.currentThread());
                    }
                    started.countDown();
                    return locks.acquire(name);
                }));
                started.await();
            }
            for (Thread thread : late) {
                while (thread.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
            }
            goOn.countDown();
            for (Future<LockHandle> handle : handles) {
                assertThat(handle.get(90, TimeUnit.SECONDS).isHeld()).isTrue();
            }
            assertThat(first.get(90, TimeUnit.SECONDS).isHeld())
                    .as("settled, as after a lost answer")
                    .isTrue();
        } finally {
            goOn.countDown();
            pool.shutdownNow();
        }
    }

    private int held(Acquisition tried, Mode mode, Owner owner) {
        if (!tried.granted()) {
            return 0;
        }
        try (LockHandle handle = tried.orThrow()) {
            List<TenureLog.Open> open = new ArrayList<>();
            for (String resource : handle.resources()) {
                open.add(tenures.begin(resource, owner.id(), mode, handle.fence(resource)));
            }
            Thread.onSpinWait();
            open.forEach(TenureLog.Open::close);
        }
        return 1;
    }

    /** A worker by its number. */
    private interface Work {
        int run(int thread) throws Exception;
    }

    private static List<Future<Integer>> all(Work work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<Integer>> workers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                workers.add(() -> work.run(thread));
            }
            return pool.invokeAll(workers, 170, TimeUnit.SECONDS);
        } finally {
            pool.shutdownNow();
        }
    }

    private static int sum(List<Future<Integer>> results) throws Exception {
        int sum = 0;
        for (Future<Integer> result : results) {
            sum += result.get();
        }
        return sum;
    }
}
