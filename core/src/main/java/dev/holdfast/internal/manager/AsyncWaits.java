package dev.holdfast.internal.manager;

import dev.holdfast.LockRequest;
import dev.holdfast.Receipt;
import dev.holdfast.internal.storage.Log;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * All waiting requests without a thread of their own. One thread, the clock, wakes those that sleep. A few others make their
 * tries, which call the store. Thread-safe.
 */
final class AsyncWaits {
    private static final int TRYING = 16;
    private static final long MAX_CLOSE_NANOS = 5_000_000_000L;
    /** Keeps a failure that repeats itself from using up a processor. */
    private static final long AFTER_FAILURE_NANOS = 10_000_000;

    private final Acquirer acquirer;
    private final Calls calls;
    private final Set<AsyncWait<?>> all = ConcurrentHashMap.newKeySet();
    /** The requests that have fallen asleep, or may have a reason to wake up. */
    private final Queue<AsyncWait<?>> news = new ConcurrentLinkedQueue<>();
    /** When to look after those that sleep. Of the clock. */
    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>();

    /** Each request is in its queue at most once. */
    private final ThreadPoolExecutor trying = threads();

    private final Thread clock = thread(this::run, "holdfast-wait-clock");
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile boolean closed;
    private volatile boolean ended;

    /** @param calls those of the manager, which waits for them when it is closed */
    AsyncWaits(Acquirer acquirer, Calls calls) {
        this.acquirer = acquirer;
        this.calls = calls;
    }

    /** Returns some threads for calls that may block. They start when they are needed, and end when they are idle. */
    static ThreadPoolExecutor threads() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                TRYING,
                TRYING,
                5,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                work -> thread(work, "holdfast-waits"));
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    private static Thread thread(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** The time at which the clock looks after a request, unless the request has got another alarm since. */
    private record Alarm(long nanos, AsyncWait<?> waiting, int number) implements Comparable<Alarm> {
        boolean isOver() {
            return nanos - System.nanoTime() <= 0;
        }

        @Override
        public int compareTo(Alarm other) {
            return Long.signum(nanos - other.nanos);
        }
    }

    /** Returns the threads that make the tries. */
    Executor tryThreads() {
        return trying;
    }

    /**
     * Begins a request, and waits if it says so.
     *
     * @param receipts as made by {@link Acquirer#receipts}
     * @param gone completes when no answer is wanted any more
     */
    <T> CompletableFuture<T> begin(
            LockRequest request, List<Receipt> receipts, CompletionStage<?> gone, AsyncCall<DecidedRequest, T> call) {
        AsyncWait<T> waiting = new AsyncWait<>(acquirer, request, receipts, call, this::tell);
        try {
            calls.begin();
        } catch (IllegalStateException e) {
            waiting.fail(e);
            return waiting.answer();
        }
        all.add(waiting);
        if (started.compareAndSet(false, true)) {
            clock.start();
        }
        gone.whenComplete((done, failure) -> waiting.end(new CancellationException("The caller is gone.")));
        if (closed) {
            waiting.end(closed());
        }
        start(waiting);
        return waiting.answer();
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("The lock manager is closed. Open another one.");
    }

    /** Tells the clock to look after a request. */
    private void tell(AsyncWait<?> waiting) {
        news.add(waiting);
        LockSupport.unpark(clock);
    }

    private void start(AsyncWait<?> waiting) {
        try {
            trying.execute(() -> {
                if (waiting.tries()) {
                    over(waiting);
                }
            });
        } catch (Throwable e) {
            waiting.fail(e);
            over(waiting);
        }
    }

    private void over(AsyncWait<?> waiting) {
        if (all.remove(waiting)) {
            calls.end();
        }
    }

    private void run() {
        while (!ended) {
            try {
                for (AsyncWait<?> next = news.poll(); next != null; next = news.poll()) {
                    lookAfter(next, false);
                }
                for (Alarm alarm = alarms.peek(); alarm != null && alarm.isOver(); alarm = alarms.peek()) {
                    alarms.remove();
                    if (alarm.waiting.awaits(alarm.number)) {
                        lookAfter(alarm.waiting, true);
                    }
                }
                sleep();
            } catch (Throwable e) {
                // All that wait depend on this thread.
                Log.broke("Looking after waiting requests has failed.", e);
                LockSupport.parkNanos(this, AFTER_FAILURE_NANOS);
            }
        }
    }

    private void lookAfter(AsyncWait<?> waiting, boolean rested) {
        if (!waiting.asleep()) {
            return;
        }
        boolean due = true;
        try {
            due = waiting.isDue(rested);
            if (!due) {
                alarms.add(new Alarm(System.nanoTime() + waiting.nap(), waiting, waiting.nextAlarm()));
            }
        } catch (Throwable e) {
            waiting.end(e);
            due = true;
        }
        if (due) {
            waiting.wake();
            start(waiting);
        }
    }

    private void sleep() {
        Alarm first = alarms.peek();
        if (!news.isEmpty() || ended) {
            return;
        }
        if (first == null) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, first.nanos - System.nanoTime());
        }
    }

    /** Ends all waits; each leaves the queue first. */
    void close() {
        closed = true;
        all.forEach(waiting -> waiting.end(closed()));
        Pause pause = new Pause(100_000, 10_000_000);
        long begin = System.nanoTime();
        while (!all.isEmpty() && System.nanoTime() - begin < MAX_CLOSE_NANOS) {
            pause.await();
        }
        all.forEach(waiting -> waiting.fail(closed()));
        ended = true;
        LockSupport.unpark(clock);
        trying.shutdown();
    }
}
