package dev.holdfast.simulation;

import org.jspecify.annotations.Nullable;

/** One simulated thread, and what it waits for. Touched only by the thread that runs. */
final class Task {
    /** The reasons that keep a task from running. */
    enum Wait {
        NOTHING,
        PERMIT,
        TIME,
        MONITOR,
        NOTICE,
        END
    }

    final int number;
    final boolean step;
    final Program program;
    final Thread thread;
    private final Runnable work;
    Wait wait = Wait.NOTHING;
    long wakeAt = Long.MAX_VALUE;
    boolean permit;
    boolean interrupted;
    boolean noticed;
    boolean started;
    boolean ended;
    int priority;

    @Nullable
    Object awaited;

    @Nullable
    Carrier carrier;

    Task(int number, Program program, Thread thread, Runnable work) {
        this(number, program, thread, work, false);
    }

    /** @param step whether it never waits, so that any thread can do it */
    Task(int number, Program program, Thread thread, Runnable work, boolean step) {
        this.step = step;
        this.number = number;
        this.program = program;
        this.thread = thread;
        this.work = work;
    }

    void run() {
        work.run();
    }

    /** Returns whether nothing keeps it from running, but perhaps that its program is stopped. */
    boolean isReady(long now) {
        // Most wait for a permit or for a time, and this is asked most often of all.
        if (now >= wakeAt || wait == Wait.NOTHING) {
            return true;
        }
        if (wait == Wait.PERMIT) {
            return permit || interrupted;
        }
        return wait != Wait.TIME && hasCome();
    }

    private boolean hasCome() {
        return switch (wait) {
            case MONITOR -> awaited instanceof Monitors.Monitor monitor && monitor.isFree();
            case NOTICE -> noticed || interrupted;
            case END -> awaited instanceof Task other && other.ended;
            case NOTHING, PERMIT, TIME -> throw new IllegalStateException(wait + " is decided before.");
        };
    }

    @Override
    public String toString() {
        return program + "/" + thread.getName() + "#" + number;
    }
}
