package dev.holdfast.internal.turns;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The scheduler: of all threads that it knows only one runs, and at each point it chooses the next one. */
public final class Turns {
    /** The time that each look at the clock takes. */
    private static final long LOOK_NANOS = 200_000;

    private static final Object LOCK = new Object();
    private static List<Turn> turns = List.of();
    private static @Nullable Turn running;
    private static @Nullable Choices choices;
    private static long nanos;

    private Turns() {}

    /** One thread. */
    private static final class Turn {
        private final Thread thread;
        private final boolean caller;
        private boolean parked;
        private boolean timed;
        private boolean permit;
        /** Whether it has come to its first point, where it only waits for its turn. */
        private boolean arrived;

        private boolean finished;
        private boolean abandoned;

        Turn(Thread thread, boolean caller) {
            this.thread = thread;
            this.caller = caller;
        }

        boolean ready() {
            return !finished && (!parked || timed || permit);
        }
    }

    /** Ends a thread that waits when all is over. */
    private static final class Over extends Error {
        private static final long serialVersionUID = 1;

        Over() {
            super("over", null, false, false);
        }
    }

    /** Runs those callers in the order that the choices say; returns a complaint about a thread that sleeps for ever, or null. */
    public static @Nullable String run(List<Runnable> callers, Choices order) throws InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        synchronized (LOCK) {
            choices = order;
            nanos = 0;
            turns = new ArrayList<>(
                    turns.stream().filter(turn -> !turn.finished).toList());
            for (Runnable caller : callers) {
                Thread thread = new Thread(() -> body(caller, failures));
                thread.setDaemon(true);
                turns.add(new Turn(thread, true));
            }
            turns.stream().filter(turn -> turn.caller).forEach(turn -> turn.thread.start());
            running = choose(null);
            LOCK.notifyAll();
            while (running != null) {
                LOCK.wait();
            }
            boolean asleep = turns.stream().anyMatch(turn -> turn.caller && !turn.finished);
            turns.forEach(turn -> turn.abandoned = true);
            turns = List.of();
            LOCK.notifyAll();
            if (!failures.isEmpty()) {
                return "A caller failed: " + failures.get(0);
            }
            return asleep ? "A caller sleeps for ever." : null;
        }
    }

    private static void body(Runnable caller, List<Throwable> failures) {
        try {
            point();
            caller.run();
        } catch (Over e) {
            return;
        } catch (RuntimeException | AssertionError e) {
            synchronized (LOCK) {
                failures.add(e);
            }
        }
        finished();
    }

    private static @Nullable Turn choose(@Nullable Turn current) {
        List<Turn> ready = new ArrayList<>();
        if (current != null && current.ready()) {
            ready.add(current);
        }
        for (Turn turn : turns) {
            if (turn != current && turn.ready()) {
                ready.add(turn);
            }
        }
        if (ready.isEmpty() || choices == null) {
            return null;
        }
        return ready.get(choices.next(ready.size(), current != null && current.ready()));
    }

    private static @Nullable Turn own() {
        for (Turn turn : turns) {
            if (turn.thread == Thread.currentThread()) {
                return turn;
            }
        }
        return null;
    }

    /** Throws it again if it ends a thread: what the product catches must not keep it alive. */
    public static void caught(Throwable failure) {
        if (failure instanceof Over over) {
            throw over;
        }
    }

    /** Lets another thread run, perhaps. */
    public static void point() {
        synchronized (LOCK) {
            Turn own = own();
            if (own != null && own.arrived) {
                pass(own);
            } else if (own != null) {
                own.arrived = true;
            }
            await(own);
        }
    }

    private static void pass(Turn own) {
        Turn next = choose(own);
        running = next;
        if (next != own) {
            LOCK.notifyAll();
        }
    }

    private static void await(@Nullable Turn own) {
        boolean interrupted = false;
        while (own != null && running != own) {
            if (own.abandoned) {
                throw new Over();
            }
            try {
                LOCK.wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    public static void finished() {
        synchronized (LOCK) {
            Turn own = own();
            if (own != null) {
                own.finished = true;
                pass(own);
            }
        }
    }

    public static void start(Thread thread) {
        synchronized (LOCK) {
            if (!(turns instanceof ArrayList)) {
                turns = new ArrayList<>(turns);
            }
            turns.add(new Turn(thread, false));
        }
        thread.setUncaughtExceptionHandler((dead, failure) -> {});
        thread.start();
    }

    @SuppressWarnings("unused") // the signature of Thread.join
    public static void join(Thread thread, long millis) {
        point();
    }

    @SuppressWarnings("unused") // the signature of LockSupport.park
    public static void park(Object blocker) {
        sleep(false);
    }

    @SuppressWarnings("unused") // the signature of LockSupport.parkNanos
    public static void parkNanos(Object blocker, long time) {
        sleep(true);
    }

    private static void sleep(boolean timed) {
        synchronized (LOCK) {
            Turn own = own();
            if (own == null) {
                return;
            }
            own.parked = true;
            own.timed = timed;
            pass(own);
            await(own);
            own.parked = false;
            own.permit = false;
        }
    }

    public static void unpark(Thread thread) {
        point();
        synchronized (LOCK) {
            for (Turn turn : turns) {
                turn.permit |= turn.thread == thread;
            }
        }
    }

    public static long nanoTime() {
        synchronized (LOCK) {
            nanos += LOOK_NANOS;
            return nanos;
        }
    }
}
