package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Acquisition;
import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.LockHandle;
import dev.holdfast.LockLostException;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Mode;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import dev.holdfast.testkit.FaultPlan;
import dev.holdfast.testkit.FaultyStore;
import dev.holdfast.testkit.HistoryChecker;
import dev.holdfast.testkit.TenureLog;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several managers, as in several processes, over one store that loses, repeats and delays. */
class FaultyManagersTest {
    private static final int MANAGERS = 3;
    private static final int THREADS = 3;
    private static final int ROUNDS = 25;
    private static final double FAULTS = 0.35;
    private static final List<String> RESOURCES = List.of("a", "b", "c");
    /** Time alone ends no hold, so that whatever survives shows. */
    private static final Policies POLICIES = new Policies(
            List.of(),
            Preset.OFFLINE.policy().toBuilder()
                    .lease(Lease.NONE)
                    .heartbeat(null)
                    .build());

    private final FakeTime time = FakeTime.create();
    private final TenureLog tenures = TenureLog.inMemory();
    private final Set<HoldId> unknown = ConcurrentHashMap.newKeySet();
    private final List<String> wrong = new ArrayList<>();
    private final AtomicInteger granted = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    @Timeout(180)
    void manyManagers_underFaults_neverShareAndLeaveNothing(long seed) throws Exception {
        String address = "memory:faults-" + seed;
        ExecutorService pool = Executors.newCachedThreadPool();
        try (LockStore raw = new MemoryStoreProvider().open(address, time)) {
            List<FaultyStore> stores = new ArrayList<>();
            List<LockManager> managers = new ArrayList<>();
            List<Future<?>> workers = new ArrayList<>();
            for (int m = 0; m < MANAGERS; m++) {
                FaultyStore store = FaultyStore.of(
                                new MemoryStoreProvider().open(address, time), FaultPlan.random(seed * 31 + m, FAULTS))
                        .lateAfter(3 + 10 * m);
                stores.add(store);
                managers.add(manager(store, "manager " + m));
            }
            for (int t = 0; t < MANAGERS * THREADS; t++) {
                LockManager locks = managers.get(t % MANAGERS);
                Random random = new Random(seed * 1000 + t);
                Owner owner = Owner.of("owner " + t);
                workers.add(pool.submit(() -> work(locks, owner, random)));
            }
            while (!workers.stream().allMatch(Future::isDone)) {
                // Tickets and hand-overs of callers that gave up run out by themselves.
                time.advance(Duration.ofMillis(500));
                TimeUnit.MILLISECONDS.sleep(5);
            }
            for (Future<?> worker : workers) {
                worker.get();
            }
            stores.forEach(FaultyStore::deliverLate);
            time.advance(Duration.ofMinutes(1));
            assertThat(wrong).isEmpty();
            assertThat(HistoryChecker.violations(tenures.tenures())).isEmpty();
            assertThat(phantoms(raw)).isEmpty();
            assertThat(granted.get()).isGreaterThan(MANAGERS * THREADS * ROUNDS / 4);
            assertThat(failed).as("faults that callers heard of").hasPositiveValue();
            try (LockManager fresh = manager(new MemoryStoreProvider().open(address, time), "fresh")) {
                if (unknown.isEmpty()) {
                    fresh.acquire(RESOURCES.toArray(new String[0])).close();
                }
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private LockManager manager(LockStore store, String owner) {
        return StoreManagers.over(
                store,
                ManagerOptions.DEFAULT
                        .policies(POLICIES)
                        .owner(Owner.of(owner))
                        .clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));
    }

    private Void work(LockManager locks, Owner owner, Random random) throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            LockRequest request = request(random).owner(owner);
            HoldId id = request.receipt().holdId();
            try {
                Acquisition tried = locks.tryAcquire(request);
                if (tried.granted()) {
                    granted.incrementAndGet();
                    hold(locks, tried.orThrow(), request.mode(), owner, random);
                }
            } catch (OutcomeUnknownException e) {
                unknown.add(id);
                failed.incrementAndGet();
            } catch (StoreUnreachableException | LockLostException e) {
                // On a busy machine a hand-over may run out before its receiver takes it up.
                failed.incrementAndGet();
            } catch (RuntimeException e) {
                note("A caller got " + e);
            }
        }
        return null;
    }

    private static LockRequest request(Random random) {
        List<String> resources = new ArrayList<>(RESOURCES);
        while (resources.size() > 2 || (resources.size() > 1 && random.nextInt(4) > 0)) {
            resources.remove(random.nextInt(resources.size()));
        }
        LockRequest request = LockRequest.of(resources)
                .mode(random.nextInt(3) == 0 ? Mode.SHARED : Mode.EXCLUSIVE)
                .receipt(Receipt.create(resources.get(0)));
        return random.nextBoolean() ? request : request.timeout(Duration.ofMillis(random.nextInt(20_000)));
    }

    private void hold(LockManager locks, LockHandle handle, Mode mode, Owner owner, Random random)
            throws InterruptedException {
        List<TenureLog.Open> open = new ArrayList<>();
        for (String resource : handle.resources()) {
            open.add(tenures.begin(resource, owner.id(), mode, handle.fence(resource)));
        }
        if (random.nextInt(3) == 0) {
            Thread.sleep(1);
        }
        if (random.nextInt(4) == 0) {
            try {
                handle.heartbeat();
            } catch (StoreException e) {
                failed.incrementAndGet();
            }
        }
        open.forEach(TenureLog.Open::close);
        try {
            handle.close();
        } catch (StoreException e) {
            failed.incrementAndGet();
            handle.receipts().forEach(receipt -> giveBack(locks, receipt));
        }
    }

    /** As a caller does that heard that its release failed: again, until there is an answer. */
    private void giveBack(LockManager locks, Receipt receipt) {
        for (int tries = 0; tries < 1000; tries++) {
            try {
                locks.holds().release(receipt);
                return;
            } catch (StoreException e) {
                failed.incrementAndGet();
            }
        }
        note("Could not give back " + receipt);
    }

    private synchronized void note(String what) {
        wrong.add(what);
    }

    /** Holds that nobody believes to have, unless their caller was told that it cannot know. */
    private List<String> phantoms(LockStore raw) {
        List<String> phantoms = new ArrayList<>();
        for (Entry entry : raw.query(Query.all(Kind.LOCK)).entries()) {
            for (Hold hold : LockState.of(entry).holds()) {
                boolean handedOverOnly = !hold.claimed();
                if (!handedOverOnly && hold.entries().stream().noneMatch(unknown::contains)) {
                    phantoms.add(entry.key() + ": " + hold);
                }
            }
        }
        return phantoms;
    }
}
