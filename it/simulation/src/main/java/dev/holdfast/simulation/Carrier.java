package dev.holdfast.simulation;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A real thread that runs simulated ones, one after the other, and waits whenever another one runs. */
final class Carrier extends Thread {
    private final Crew crew;
    private volatile boolean go;
    private volatile boolean dismissed;

    @Nullable
    private volatile Scheduler scheduler;

    @Nullable
    private volatile Task task;

    Carrier(Crew crew, int number) {
        super("carrier-" + number);
        this.crew = crew;
        setDaemon(true);
        start();
    }

    /** Returns the scheduler of the calling thread, or null for a thread that is not simulated. */
    static @Nullable Scheduler schedulerHere() {
        return Thread.currentThread() instanceof Carrier carrier ? carrier.scheduler : null;
    }

    /** Runs that task as soon as it is told to go on. */
    void assign(Scheduler newScheduler, Task newTask) {
        scheduler = newScheduler;
        task = newTask;
    }

    void goOn() {
        go = true;
        LockSupport.unpark(this);
    }

    void dismiss() {
        dismissed = true;
        goOn();
    }

    void awaitTurn() {
        while (!go) {
            LockSupport.park(this);
        }
        go = false;
    }

    @Override
    public void run() {
        while (true) {
            awaitTurn();
            if (dismissed) {
                return;
            }
            Scheduler mine = scheduler;
            Task running = task;
            if (mine == null || running == null) {
                throw new IllegalStateException("A carrier without a task was woken.");
            }
            mine.runToItsEnd(running);
            mine.leave(running);
            scheduler = null;
            task = null;
            crew.back(this);
        }
    }
}
