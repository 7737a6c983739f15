package dev.holdfast.cli.run;

import dev.holdfast.Loss;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.terminal.Signal;
import dev.holdfast.cli.terminal.Signals;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Supervises the command: forwards signals to it, and stops it when a lock is lost. After a signal, it returns only when all
 * descendants of the command have ended too.
 */
public final class ChildSupervisor {
    /** The time to end in order for those that have got the keyboard's signal themselves. */
    private static final Duration ENDING = Duration.ofSeconds(1);

    /** Codes above say which signal ended a command. */
    private static final int SIGNALLED = 128;

    private static final int MAX_SIGNAL = 64;

    private final HeldLocks held;
    private final PrintStream err;
    private @Nullable Child child;
    private @Nullable Signal passed;
    private boolean typed;
    private @Nullable Thread stopping;
    private @Nullable Loss loss;

    public ChildSupervisor(HeldLocks held, PrintStream err) {
        this.held = held;
        this.err = err;
    }

    /** Passes on a signal. The keyboard's reach the command by themselves, and it may decide to go on. */
    public synchronized void signal(Signal signal) {
        if (Signals.reachChildren(signal)) {
            typed = true;
            if (child != null) {
                child.remember();
            }
            return;
        }
        passed = passed == null ? signal : passed;
        if (child != null) {
            child.send(signal);
        }
    }

    /**
     * Returns the exit code when the command has ended.
     *
     * @param signals which may wait for the command, and no longer
     */
    public int over(Child started, Signals signals) throws InterruptedException {
        signals.allowAnyTime();
        begin(started);
        held.onLoss(this::lost);
        int code = started.await();
        if (isSignalled(code)) {
            endRest(started);
        }
        Thread stop = stopping();
        if (stop != null) {
            stop.join();
            signals.limitTime();
            return ExitCode.LOST;
        }
        signals.limitTime();
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

    /**
     * Returns whether a signal ended the command. One that succeeds after Ctrl-C has decided to go on. The code counts too: the
     * keyboard's signal may end the command before this process has noticed it, and others may signal the command alone.
     */
    private synchronized boolean isSignalled(int code) {
        boolean byCode = code > SIGNALLED && code <= SIGNALLED + MAX_SIGNAL;
        return passed != null || byCode || (typed && code != ExitCode.DONE);
    }

    /** Ends what the command has left behind, and returns only when it has ended: it must not work on without the lock. */
    private void endRest(Child ended) throws InterruptedException {
        if (byKeyboardAlone() && ended.ends(ENDING)) {
            return;
        }
        List<ProcessHandle> left = ended.stop();
        if (!left.isEmpty()) {
            err.println("holdfast: Processes of the command cannot be ended: " + numbers(left)
                    + ". The lock stays held until they end; end them as their user.");
        }
        while (!left.isEmpty()) {
            left = ended.stop();
        }
    }

    private static String numbers(List<ProcessHandle> processes) {
        return processes.stream().map(process -> Long.toString(process.pid())).collect(Collectors.joining(", "));
    }

    private synchronized boolean byKeyboardAlone() {
        return passed == null;
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
            throw new IllegalStateException("This thread is never interrupted.", e);
        }
    }
}
