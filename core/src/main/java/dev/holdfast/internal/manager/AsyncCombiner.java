package dev.holdfast.internal.manager;

import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.storage.Log;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous side of the {@link Combiner}. One thread decides many calls together. A call whose record another
 * transaction keeps busy is set aside and tried again after a pause, which takes no thread. One whose answer was lost moves to
 * a thread of its own. Neither delays another call.
 */
final class AsyncCombiner {
    private static final int MAX_IN_A_ROUND = 512;
    /** Few, so that a round with many busy records takes no longer than one without. */
    private static final int MAX_SET_ASIDE_IN_A_ROUND = 64;

    private static final long FIRST_PAUSE_NANOS = 1_000_000;
    private static final long MAX_PAUSE_NANOS = 100_000_000;
    private static final int MAX_SLOW_THREADS = 64;
    private static final int MAX_SLOW_CALLS = 4_096;
    /** One that learns something new each time and still gets nowhere goes on by itself, where there is an end to it. */
    private static final int MAX_TRIES = 8;
    /** Keeps a failure that repeats itself from using up a processor. */
    private static final long AFTER_FAILURE_NANOS = 10_000_000;

    private final Engine engine;
    private final Queue<PendingCall<?>> incoming = new ConcurrentLinkedQueue<>();
    /** Never this thread: what is slow delays itself. */
    private final ThreadPoolExecutor slowPath = slowPath();
    /** For calls whose records were busy: what it takes to settle one of them is as long as the other transaction. */
    private final ThreadPoolExecutor busyPath = slowPath();

    /** The calls whose records are busy, the next to be tried first. Of the thread that decides. */
    private final PriorityQueue<OpenCall> setAside =
            new PriorityQueue<>((one, other) -> Long.signum(one.due - other.due));

    private final Thread thread = thread(this::run);
    private volatile boolean sleeping;
    private volatile boolean closed;
    private volatile boolean ended;

    AsyncCombiner(Engine engine) {
        this.engine = engine;
        thread.start();
    }

    private static ThreadPoolExecutor slowPath() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                MAX_SLOW_THREADS,
                MAX_SLOW_THREADS,
                5,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MAX_SLOW_CALLS),
                AsyncCombiner::thread);
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "holdfast-async");
        thread.setDaemon(true);
        return thread;
    }

    /** A call, the try at it and its answer. The try is made on the thread that decides. */
    private static final class PendingCall<T> {
        private final CompletableFuture<T> answer = new CompletableFuture<>();
        private final Supplier<Attempt> opening;
        private final Function<Attempt, T> ending;

        PendingCall(Supplier<Attempt> opening, Function<Attempt, T> ending) {
            this.opening = opening;
            this.ending = ending;
        }

        void end(Attempt attempt) {
            try {
                answer.complete(ending.apply(attempt));
            } catch (Throwable e) {
                fail(e);
            }
        }

        /** Answers with that failure, unless there is an answer already. */
        void fail(Throwable failure) {
            answer.completeExceptionally(failure);
        }
    }

    /** A call under way. */
    private static final class OpenCall {
        private final PendingCall<?> call;
        private final Attempt attempt;
        private final Pause pause = new Pause(FIRST_PAUSE_NANOS, MAX_PAUSE_NANOS);
        private @Nullable RetryState retry;
        private int tries;
        private long due;

        OpenCall(PendingCall<?> call, Attempt attempt) {
            this.call = call;
            this.attempt = attempt;
        }

        /** Takes note that its record is busy. Throws if that has lasted for too long. */
        void busy(Engine engine) {
            RetryState known = retry == null ? engine.retrying(attempt) : retry;
            retry = known;
            known.settle();
            due = System.nanoTime() + pause.nanos();
        }

        /** Finishes the call, on a thread that may block. */
        void finish(Engine engine) {
            try {
                call.end(engine.finish(attempt.byThisThread()));
            } catch (Throwable e) {
                call.fail(e);
            }
        }
    }

    /**
     * Submits a call, which is decided together with others.
     *
     * @param opening makes the attempt; an exception of it is the answer
     * @param ending makes the answer from the decided attempt
     */
    <T> CompletableFuture<T> submit(Supplier<Attempt> opening, Function<Attempt, T> ending) {
        PendingCall<T> call = new PendingCall<>(opening, ending);
        incoming.add(call);
        if (sleeping) {
            LockSupport.unpark(thread);
        }
        if (ended) {
            refuseAll();
        }
        return call.answer;
    }

    /** Answers what came too late for the thread that decides. */
    private void refuseAll() {
        for (PendingCall<?> late = incoming.poll(); late != null; late = incoming.poll()) {
            late.fail(new IllegalStateException("The lock manager is closed. Open another one."));
        }
    }

    private void run() {
        Deque<OpenCall> again = new ArrayDeque<>();
        while (!ended) {
            List<OpenCall> round = List.of();
            try {
                round = new ArrayList<>();
                oneRound(round, again);
            } catch (Throwable e) {
                // Nothing that one call raises, an Error neither, may end the thread that all others depend on.
                round.forEach(open -> open.call.fail(e));
                Log.broke("A round of decisions has failed.", e);
                LockSupport.parkNanos(this, AFTER_FAILURE_NANOS);
            }
        }
    }

    private void oneRound(List<OpenCall> round, Deque<OpenCall> again) {
        resume(round);
        if (!round.isEmpty()) {
            // By themselves: if their answer gets lost, that of no other call does.
            decide(round, again);
            round.clear();
        }
        while (!again.isEmpty() && round.size() < MAX_IN_A_ROUND) {
            round.add(again.poll());
        }
        take(round);
        if (!round.isEmpty()) {
            decide(round, again);
        } else if (closed) {
            setAside.forEach(this::moveToSlowPath);
            setAside.clear();
            ended = true;
            refuseAll();
        } else {
            sleep();
        }
    }

    private void sleep() {
        sleeping = true;
        // A caller that added its call before it saw that the thread sleeps is found here.
        if (incoming.isEmpty() && !closed) {
            OpenCall next = setAside.peek();
            if (next == null) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, next.due - System.nanoTime());
            }
        }
        sleeping = false;
    }

    /** Takes those that were set aside for long enough. */
    private void resume(List<OpenCall> round) {
        if (setAside.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        for (int i = 0; i < MAX_SET_ASIDE_IN_A_ROUND; i++) {
            OpenCall next = setAside.peek();
            if (next == null || next.due - now > 0) {
                return;
            }
            again(setAside.remove(), round);
        }
    }

    private void take(List<OpenCall> round) {
        while (round.size() < MAX_IN_A_ROUND) {
            PendingCall<?> call = incoming.poll();
            if (call == null) {
                return;
            }
            try {
                round.add(new OpenCall(call, call.opening.get()));
            } catch (Throwable e) {
                call.fail(e);
            }
        }
    }

    private void decide(List<OpenCall> round, Deque<OpenCall> again) {
        engine.tryAll(round.stream().map(open -> open.attempt).toList());
        for (OpenCall open : round) {
            if (open.attempt.answer() == Attempt.Answer.DONE) {
                open.call.end(open.attempt);
            } else if (open.attempt.answer() == Attempt.Answer.BUSY) {
                setAside(open);
            } else if (open.attempt.answer() == Attempt.Answer.STALE && ++open.tries < MAX_TRIES) {
                again(open, again);
            } else {
                moveToSlowPath(open);
            }
        }
    }

    private void setAside(OpenCall open) {
        try {
            open.busy(engine);
            if (open.attempt.answer() == Attempt.Answer.DONE) {
                open.call.end(open.attempt); // refused, since its caller does not wait
            } else if (setAside.size() < MAX_SLOW_CALLS) {
                setAside.add(open);
            } else {
                open.call.fail(tooMany("wait for locks that other transactions keep busy", null));
            }
        } catch (Throwable e) {
            open.call.fail(e);
        }
    }

    private void moveToSlowPath(OpenCall open) {
        try {
            (open.retry == null ? slowPath : busyPath).execute(() -> open.finish(engine));
        } catch (RejectedExecutionException e) {
            open.call.fail(tooMany("find out whether a change was made", e));
        }
    }

    private static StoreUnreachableException tooMany(String doing, @Nullable Throwable cause) {
        return new StoreUnreachableException(
                "More than " + MAX_SLOW_CALLS + " requests " + doing + ". Try again in a few seconds.", cause);
    }

    private void again(OpenCall open, Collection<OpenCall> again) {
        try {
            engine.informed(open.attempt);
            again.add(open);
        } catch (Throwable e) {
            open.call.fail(e);
        }
    }

    /** Answers what was asked, then ends. */
    void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        slowPath.shutdown();
        busyPath.shutdown();
    }
}
