package dev.holdfast;

import dev.holdfast.store.Log;
import dev.holdfast.store.StoreUnreachableException;
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
 * Where questions come in and are decided together, by one thread. What turns out to take longer, since somebody's transaction
 * is in the way or an answer got lost, goes on by itself and keeps nobody waiting.
 */
final class Desk {
    private static final int MOST_IN_A_ROUND = 512;
    private static final int MOST_ASIDE = 64;
    private static final int MOST_WAITING_ASIDE = 4_096;
    /** One that learns something new each time and still gets nowhere goes on by itself, where there is an end to it. */
    private static final int MOST_TRIES = 8;
    /** Keeps a failure that repeats itself from using up a processor. */
    private static final long AFTER_FAILURE_NANOS = 10_000_000;

    private final Engine engine;
    private final Queue<Question<?>> incoming = new ConcurrentLinkedQueue<>();
    /** Never this thread: what is slow delays itself. */
    private final ThreadPoolExecutor aside = new ThreadPoolExecutor(
            MOST_ASIDE, MOST_ASIDE, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING_ASIDE), Desk::thread);

    private final Thread thread = thread(this::run);
    private volatile boolean sleeping;
    private volatile boolean closed;
    private volatile boolean ended;

    Desk(Engine engine) {
        this.engine = engine;
        aside.allowCoreThreadTimeOut(true);
        thread.start();
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "holdfast-desk");
        thread.setDaemon(true);
        return thread;
    }

    /** A question, the try at it and its answer. The try is made on the thread that decides. */
    private static final class Question<T> {
        private final CompletableFuture<T> answer = new CompletableFuture<>();
        private final Supplier<Attempt> opening;
        private final Function<Attempt, T> ending;

        Question(Supplier<Attempt> opening, Function<Attempt, T> ending) {
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

    /** A question under way. */
    private static final class Open {
        private final Question<?> question;
        private final Attempt attempt;
        private int tries;

        Open(Question<?> question, Attempt attempt) {
            this.question = question;
            this.attempt = attempt;
        }

        /** In a thread that may take its time. */
        void finish(Engine engine) {
            try {
                question.end(engine.finish(attempt.byThisThread()));
            } catch (Throwable e) {
                question.fail(e);
            }
        }
    }

    /**
     * Has something decided.
     *
     * @param opening makes the try; what it throws is the answer
     * @param ending makes the answer, from the try that was decided
     */
    <T> CompletableFuture<T> ask(Supplier<Attempt> opening, Function<Attempt, T> ending) {
        Question<T> question = new Question<>(opening, ending);
        incoming.add(question);
        if (sleeping) {
            LockSupport.unpark(thread);
        }
        if (ended) {
            refuseAll();
        }
        return question.answer;
    }

    /** Answers what came too late for the thread that decides. */
    private void refuseAll() {
        for (Question<?> late = incoming.poll(); late != null; late = incoming.poll()) {
            late.fail(new IllegalStateException("The lock manager is closed."));
        }
    }

    private void run() {
        Deque<Open> again = new ArrayDeque<>();
        while (!ended) {
            List<Open> round = List.of();
            try {
                round = new ArrayList<>();
                oneRound(round, again);
            } catch (Throwable e) {
                // Nothing that one question raises, an Error neither, may end the thread that all others depend on.
                round.forEach(open -> open.question.fail(e));
                Log.broke("A round of decisions has failed.", e);
                LockSupport.parkNanos(this, AFTER_FAILURE_NANOS);
            }
        }
    }

    private void oneRound(List<Open> round, Deque<Open> again) {
        while (!again.isEmpty() && round.size() < MOST_IN_A_ROUND) {
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
        // Whoever asked before it saw that nobody is awake is found here.
        if (incoming.isEmpty() && !closed) {
            LockSupport.park(this);
        }
        sleeping = false;
    }

    private void take(List<Open> round) {
        while (round.size() < MOST_IN_A_ROUND) {
            Question<?> question = incoming.poll();
            if (question == null) {
                return;
            }
            try {
                round.add(new Open(question, question.opening.get()));
            } catch (Throwable e) {
                question.fail(e);
            }
        }
    }

    private void decide(List<Open> round, Deque<Open> again) {
        engine.tryAll(round.stream().map(open -> open.attempt).toList());
        for (Open open : round) {
            if (open.attempt.answer() == Attempt.Answer.DONE) {
                open.question.end(open.attempt);
            } else if (open.attempt.answer() == Attempt.Answer.STALE && ++open.tries < MOST_TRIES) {
                again(open, again);
            } else {
                setAside(open);
            }
        }
    }

    /** Has something done that may block, by a thread that decides nothing. */
    <T> CompletableFuture<T> aside(Supplier<T> work) {
        try {
            return CompletableFuture.supplyAsync(work, aside);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void setAside(Open open) {
        try {
            aside.execute(() -> open.finish(engine));
        } catch (RejectedExecutionException e) {
            open.question.fail(new StoreUnreachableException(
                    "More than " + MOST_WAITING_ASIDE
                            + " requests wait for locks that other transactions keep busy. Try again in a few seconds.",
                    e));
        }
    }

    private void again(Open open, Deque<Open> again) {
        try {
            engine.informed(open.attempt);
            again.add(open);
        } catch (Throwable e) {
            open.question.fail(e);
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
        aside.shutdown();
    }
}
