package dev.holdfast.internal.manager;

import dev.holdfast.internal.storage.Log;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A daemon thread that works in rounds. It naps between them: for a short time while there is something to do, for a long one
 * after it has had nothing to do for a while. An idle manager so takes hardly any processor time.
 */
final class PeriodicThread {
    /** The work of each round, and the time between rounds. */
    interface Task {
        /** Returns whether there is nothing to do until {@link PeriodicThread#wake} is called. */
        boolean idle();

        /** Returns the time between two rounds. */
        Duration nap();

        /**
         * Runs one round.
         *
         * @param rested whether it comes after a rest, which may have been long
         */
        void round(boolean rested);
    }

    /** To wake a thread costs as much as a grant in memory: brief holds in quick succession must not do so each time. */
    private static final int IDLE_ROUNDS = 8;

    /** After a failure. */
    private static final long PAUSE_NANOS = 100_000_000L;

    private final Task task;
    private final long restNanos;
    private final Thread thread;
    private volatile boolean resting;
    private volatile boolean ended;

    /** @param rest how long it rests, unless it is woken */
    PeriodicThread(String name, Duration rest, Task task) {
        this.task = task;
        this.restNanos = rest.toNanos();
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends its rest; to be called after {@link Task#idle} has become false. */
    void wake() {
        if (resting) {
            resting = false;
            LockSupport.unpark(thread);
        }
    }

    /** Ends its nap or rest, so that the next round comes immediately. */
    void hurry() {
        LockSupport.unpark(thread);
    }

    void end() {
        ended = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        int idle = 0;
        while (!ended) {
            try {
                idle = task.idle() ? idle + 1 : 0;
                boolean rests = idle > IDLE_ROUNDS;
                if (!rests) {
                    LockSupport.parkNanos(task.nap().toNanos());
                } else if (rest()) {
                    idle = 0;
                }
                if (!ended) {
                    task.round(rests);
                }
            } catch (Throwable e) {
                // An Error neither: all handles depend on this thread.
                Log.broke("Keeping locks alive has failed.", e);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Returns whether it was woken. */
    private boolean rest() {
        resting = true;
        // Once more: what was added before it rested has woken nothing.
        if (task.idle() && !ended) {
            LockSupport.parkNanos(restNanos);
        }
        boolean woken = !resting;
        resting = false;
        return woken;
    }
}
