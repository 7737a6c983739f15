package dev.holdfast.juc;

import dev.holdfast.Acquisition;
import dev.holdfast.LockLostException;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.Loss;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.ZoneId;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;

/**
 * An exclusive lock that threads of several processes share. The thread that locked it may lock it again, and it alone may
 * unlock it. While it is held, the manager renews it. If the process ends, it becomes free.
 *
 * <p>A hold can be lost: its time runs out while the store is away, or an administrator releases it. Then {@link
 * #isHeldByCurrentThread} is false, and {@link #unlock} and every further lock of the same thread throw a {@link
 * LockLostException}. Every method that locks or unlocks may throw a {@link dev.holdfast.StoreException}, and then has acquired
 * nothing. Blocks no carrier of virtual threads. Thread-safe.
 */
public final class HoldfastLock implements Lock {
    private static final Logger LOG = System.getLogger(HoldfastLock.class.getName());

    private final LockManager manager;
    private final LockRequest request;
    private final Duration report;

    HoldfastLock(LockManager manager, LockRequest request, Duration report) {
        this.manager = manager;
        this.request = request;
        this.report = report;
    }

    /**
     * Locks, and waits for as long as another thread or process holds it. An interrupt does not end the wait, and is kept. After
     * every ten minutes a warning in the log names the holder.
     *
     * @throws LockUnavailableException if waiting cannot help, since a policy forbids it or sets another limit
     */
    @Override
    public void lock() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    await();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Locks as {@link #lock}, unless the thread is interrupted. */
    @Override
    public void lockInterruptibly() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("The thread was interrupted before it could wait for " + name() + ".");
        }
        await();
    }

    /** Locks if that is possible without waiting. Ignores an interrupt, and keeps it. */
    @Override
    public boolean tryLock() {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return attempt(Duration.ZERO).granted();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("The thread was interrupted before it could wait for " + name() + ".");
        }
        long nanos = Math.max(0, unit.toNanos(time));
        long began = System.nanoTime();
        long longest = LockRequest.MAX_TIMEOUT.toNanos();
        while (true) {
            long left = Math.max(0, nanos - (System.nanoTime() - began));
            if (attempt(Duration.ofNanos(Math.min(left, longest))).granted()) {
                return true;
            }
            if (left <= longest) {
                return false;
            }
        }
    }

    /**
     * Unlocks. With the last unlock of the thread, the lock is released.
     *
     * @throws IllegalMonitorStateException if the current thread does not hold it
     * @throws LockLostException if the hold was lost before: another owner may have worked at the same time
     */
    @Override
    public void unlock() {
        current().leave();
    }

    /** Throws an {@link UnsupportedOperationException}: threads of other processes cannot be signalled. */
    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException(
                "A lock that several processes share has no conditions. Listen to changes with LockManager.listen.");
    }

    /** Returns whether the current thread has locked it and the hold is not lost. Does not ask the store. */
    public boolean isHeldByCurrentThread() {
        ThreadHold held = ThreadHold.current(manager, name());
        return held != null && held.handle().isHeld();
    }

    /**
     * Returns the fencing token of the current thread's hold, to be checked where data is written. It is larger than that of every
     * earlier hold.
     *
     * @throws IllegalMonitorStateException if the current thread does not hold it
     */
    public long fence() {
        return current().handle().fence();
    }

    /**
     * Calls back once when the hold of the current thread is lost. The callback runs on a thread of the manager.
     *
     * @throws IllegalMonitorStateException if the current thread does not hold it
     */
    public void onLoss(Consumer<Loss> callback) {
        current().handle().onLoss(callback);
    }

    private void await() throws InterruptedException {
        while (true) {
            long began = System.nanoTime();
            Acquisition answer = attempt(report);
            if (answer.granted()) {
                return;
            }
            if (System.nanoTime() - began < report.toNanos() / 2) {
                throw new LockUnavailableException(answer.refusals());
            }
            LOG.log(
                    Level.WARNING,
                    "Thread " + Thread.currentThread().getName() + " still waits for a lock without a limit. "
                            + answer.refusals().get(0).sentence(ZoneId.systemDefault()));
        }
    }

    private Acquisition attempt(Duration timeout) throws InterruptedException {
        ThreadHold held = ThreadHold.current(manager, name());
        if (held != null) {
            held.enter();
            return Acquisition.of(held.handle());
        }
        Acquisition answer = manager.tryAcquire(
                request.owner(ThreadOwner.named(manager.newOwner())).timeout(timeout));
        answer.handle().ifPresent(handle -> ThreadHold.begin(manager, name(), handle));
        return answer;
    }

    private ThreadHold current() {
        ThreadHold held = ThreadHold.current(manager, name());
        if (held == null) {
            throw new IllegalMonitorStateException(
                    "The current thread does not hold " + name() + ". Only the thread that locked it may unlock it.");
        }
        return held;
    }

    private String name() {
        return request.resources().get(0);
    }

    @Override
    public String toString() {
        return "HoldfastLock[" + name() + "]";
    }
}
