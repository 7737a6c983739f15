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
        if (now >= wakeAt) {
            return true;
        }
        return switch (wait) {
            case NOTHING -> true;
            case PERMIT -> permit || interrupted;
            case TIME -> false;
            case MONITOR -> awaited instanceof Monitors.Monitor monitor && monitor.isFree();
            case NOTICE -> noticed || interrupted;
            case END -> awaited instanceof Task other && other.ended;
        };
    }

    /** Returns when time alone lets it run. */
    long wakeTime(long now) {
        long wake = isReady(now) ? now : wakeAt;
        return program.stopped(now) ? Math.max(wake, program.stoppedUntil()) : wake;
    }

    @Override
    public String toString() {
        return program + "/" + thread.getName() + "#" + number;
    }
}
