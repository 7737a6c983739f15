package dev.holdfast.internal.manager;

import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.storage.Log;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
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

/**
 * The asynchronous side of the {@link Combiner}. One thread decides many calls together. A call that takes longer, since
 * another transaction is in the way or an answer was lost, moves to a thread of its own and delays no other call.
 */
final class AsyncCombiner {
    private static final int MAX_IN_A_ROUND = 512;
    private static final int MAX_SLOW_THREADS = 64;
    private static final int MAX_SLOW_CALLS = 4_096;
    /** One that learns something new each time and still gets nowhere goes on by itself, where there is an end to it. */
    private static final int MAX_TRIES = 8;
    /** Keeps a failure that repeats itself from using up a processor. */
    private static final long AFTER_FAILURE_NANOS = 10_000_000;

    private final Engine engine;
    private final Queue<PendingCall<?>> incoming = new ConcurrentLinkedQueue<>();
    /** Never this thread: what is slow delays itself. */
    private final ThreadPoolExecutor slowPath = new ThreadPoolExecutor(
            MAX_SLOW_THREADS,
            MAX_SLOW_THREADS,
            5,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_SLOW_CALLS),
            AsyncCombiner::thread);

    private final Thread thread = thread(this::run);
    private volatile boolean sleeping;
    private volatile boolean closed;
    private volatile boolean ended;

    AsyncCombiner(Engine engine) {
        this.engine = engine;
        slowPath.allowCoreThreadTimeOut(true);
        thread.start();
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
        private int tries;

        OpenCall(PendingCall<?> call, Attempt attempt) {
            this.call = call;
            this.attempt = attempt;
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
        while (!again.isEmpty() && round.size() < MAX_IN_A_ROUND) {
            round.add(again.poll());
        }
        take(round);
        if (!round.isEmpty()) {
            decide(round, again);
        } else if (closed) {
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
            LockSupport.park(this);
        }
        sleeping = false;
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
            } else if (open.attempt.answer() == Attempt.Answer.STALE && ++open.tries < MAX_TRIES) {
                again(open, again);
            } else {
                moveToSlowPath(open);
            }
        }
    }

    /** Runs work that may block, on a thread that decides nothing. */
    <T> CompletableFuture<T> slowPath(Supplier<T> work) {
        try {
            return CompletableFuture.supplyAsync(work, slowPath);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void moveToSlowPath(OpenCall open) {
        try {
            slowPath.execute(() -> open.finish(engine));
        } catch (RejectedExecutionException e) {
            open.call.fail(new StoreUnreachableException(
                    "More than " + MAX_SLOW_CALLS
                            + " requests wait for locks that other transactions keep busy. Try again in a few seconds.",
                    e));
        }
    }

    private void again(OpenCall open, Deque<OpenCall> again) {
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
    }
}
