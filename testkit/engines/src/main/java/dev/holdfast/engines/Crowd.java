package dev.holdfast.engines;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.StoreException;
import dev.holdfast.testkit.HistoryChecker;
import dev.holdfast.testkit.TenureLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.awaitility.Awaitility;

/** Threads that acquire and release a few locks while their server fails, and the holds that they believed in. */
public final class Crowd implements AutoCloseable {
    private static final int RESOURCES = 3;

    private final TenureLog log = TenureLog.inMemory();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private volatile boolean stopped;

    /** Starts two threads for each manager, so that calls are combined. */
    public static Crowd of(int size, Supplier<LockManager> managers) {
        Crowd crowd = new Crowd();
        LockManager locks = managers.get();
        for (int i = 0; i < size; i++) {
            if (i % 2 == 0 && i > 0) {
                locks = managers.get();
            }
            crowd.add(locks, i);
        }
        crowd.threads.forEach(Thread::start);
        return crowd;
    }

    private void add(LockManager locks, int number) {
        Thread thread = new Thread(() -> work(locks, number), "crowd-" + number);
        thread.setDaemon(true);
        threads.add(thread);
    }

    private void work(LockManager locks, int number) {
        while (!stopped) {
            String resource = "crowd/" + ThreadLocalRandom.current().nextInt(RESOURCES);
            try {
                once(locks, resource, number);
            } catch (StoreException e) {
                failures.incrementAndGet();
                LockSupport.parkNanos(50_000_000);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void once(LockManager locks, String resource, int number) throws InterruptedException {
        // Each is an owner of its own: one owner would share its hold with itself.
        Owner owner = Owner.of("worker-" + number);
        Acquisition tried = locks.tryAcquire(LockRequest.of(resource).owner(owner));
        if (!tried.granted()) {
            LockSupport.parkNanos(1_000_000);
            return;
        }
        LockHandle handle = tried.orThrow();
        TenureLog.Open tenure = log.begin(resource, owner.id(), Mode.EXCLUSIVE, handle.fence());
        LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(1_000_000));
        tenure.close();
        handle.close();
        done.incrementAndGet();
    }

    /** Returns when so many more locks were acquired and released. */
    public void awaitMore(int more) {
        long goal = done.get() + more;
        Awaitility.await(more + " more").atMost(Duration.ofSeconds(90)).until(() -> done.get() >= goal);
    }

    /** Returns when one of the threads got a failure. */
    public void awaitFailure() {
        long before = failures.get();
        Awaitility.await("a failure").atMost(Duration.ofSeconds(90)).until(() -> failures.get() > before);
    }

    /** Lets each thread finish its work. */
    public void stop() {
        stopped = true;
        for (Thread thread : threads) {
            try {
                thread.join(60_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns the violations; empty if all is well. */
    public List<String> violations() {
        return HistoryChecker.violations(log.tenures());
    }

    @Override
    public void close() {
        stop();
        log.close();
    }
}
