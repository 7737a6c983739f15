package dev.holdfast.cli.run;

import dev.holdfast.Loss;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.terminal.Signal;
import dev.holdfast.cli.terminal.Signals;
import java.io.PrintStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stands by while the command works: passes signals on to it, stops it when what it works under is lost. */
public final class Watch {
    private final Holding held;
    private final PrintStream err;
    private @Nullable Child child;
    private @Nullable Signal passed;
    private @Nullable Thread stopping;
    private @Nullable Loss loss;

    public Watch(Holding held, PrintStream err) {
        this.held = held;
        this.err = err;
    }

    /** A signal came. The keyboard's reach the command by themselves, and it may decide to go on. */
    public synchronized void signal(Signal signal) {
        if (Signals.reachChildren(signal)) {
            return;
        }
        passed = passed == null ? signal : passed;
        if (child != null) {
            child.send(signal);
        }
    }

    /** Returns when the command has ended: the exit code. */
    public int over(Child started) throws InterruptedException {
        begin(started);
        held.onLoss(this::lost);
        int code = started.await();
        Thread stop = stopping();
        if (stop != null) {
            stop.join();
            return ExitCode.LOST;
        }
        Optional<Loss> late = held.lostByNow();
        if (late.isPresent()) {
            err.println("holdfast: " + late.get().sentence());
            return ExitCode.LOST;
        }
        return code(code);
    }

    private synchronized void begin(Child started) {
        child = started;
        if (passed != null) {
            child.send(passed);
        }
    }

    private synchronized @Nullable Thread stopping() {
        return stopping;
    }

    private synchronized int code(int own) {
        return passed == null ? own : passed.exitCode();
    }

    private synchronized void lost(Loss what) {
        Child working = child;
        if (loss != null || working == null) {
            return;
        }
        loss = what;
        err.println("holdfast: " + what.sentence() + " The command is stopped.");
        // Not here: this thread keeps other holds alive.
        stopping = new Thread(() -> stop(working), "holdfast-stop");
        stopping.start();
    }

    private static void stop(Child working) {
        try {
            working.stop();
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nobody interrupts this thread.", e);
        }
    }
}
