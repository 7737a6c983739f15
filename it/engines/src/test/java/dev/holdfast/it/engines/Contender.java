package dev.holdfast.it.engines;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.testkit.TenureLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The main program of a process whose threads take and give a few locks until each thread had its number of turns, exclusively and shared, by trying and
 * in line. It writes down what each believed to hold, and says how many times one did.
 */
final class Contender {
    private static final int RESOURCES = 5;

    private final LockManager locks;
    private final TenureLog log;
    private final AtomicLong granted = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    private Contender(LockManager locks, TenureLog log) {
        this.locks = locks;
        this.log = log;
    }

    /** Arguments: the store's address, the file for its log, how many threads, how many turns each, a seed. */
    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[2]);
        long seed = Long.parseLong(args[4]);
        try (LockManager locks = Patient.open(args[0]);
                TenureLog log = TenureLog.inFile(Path.of(args[1]))) {
            Contender contender = new Contender(locks, log);
            int turns = Integer.parseInt(args[3]);
            ExecutorService pool = Executors.newFixedThreadPool(threads);
            List<Future<?>> working = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Random random = new Random(seed + i);
                working.add(pool.submit(() -> contender.work(random, turns)));
            }
            for (Future<?> one : working) {
                one.get();
            }
            pool.shutdown();
            System.out.println(contender.granted + " " + contender.refused);
        }
        System.exit(0);
    }

    private Void work(Random random, int turns) throws InterruptedException {
        String id = UUID.randomUUID().toString();
        Owner owner = new Owner(id, id, "", locks.newOwner().processes());
        int had = 0;
        while (had < turns) {
            had += once(random, owner) ? 1 : 0;
        }
        return null;
    }

    private boolean once(Random random, Owner owner) throws InterruptedException {
        String resource = "resource/" + random.nextInt(RESOURCES);
        Mode mode = random.nextInt(3) == 0 ? Mode.SHARED : Mode.EXCLUSIVE;
        LockRequest request = LockRequest.of(resource).owner(owner).mode(mode);
        Acquisition tried = locks.tryAcquire(random.nextInt(4) == 0 ? request.timeout(Duration.ofSeconds(5)) : request);
        if (!tried.granted()) {
            refused.incrementAndGet();
            return false;
        }
        try (LockHandle handle = tried.orThrow()) {
            TenureLog.Open tenure = log.begin(resource, owner.id(), mode, handle.fence());
            LockSupport.parkNanos(random.nextInt(200_000));
            tenure.close();
        }
        granted.incrementAndGet();
        return true;
    }
}
