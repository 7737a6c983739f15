package dev.holdfast.cli.terminal;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.base.ExitCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Catches the signals that ask this process to end, so that it can end in order. Otherwise the JVM would shut down immediately,
 * without a way to distinguish signals. The JDK's only way to catch them is a class that compilers warn of; a class that is
 * compiled separately uses it. If that class is missing, signals end the process by default.
 */
public final class Signals implements AutoCloseable {
    private static final String CATCHER = "dev.holdfast.cli.terminal.JdkSignals";

    /** The time that a command has to end in order, before it is ended by force. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final List<Runnable> restore = new ArrayList<>();
    private volatile Consumer<Signal> reaction;
    private volatile @Nullable Signal received;
    private volatile boolean unlimited;

    private Signals(Consumer<Signal> reaction) {
        this.reaction = reaction;
    }

    /** Lets a signal interrupt this thread. If the process has not ended some seconds later, it is ended by force. */
    public static Signals interruptingThisThread() {
        Thread thread = Thread.currentThread();
        Signals signals = new Signals(signal -> thread.interrupt());
        signals.install();
        return signals;
    }

    /** Lets a signal end the process with that code, if the process was started for this call. */
    public static Signals endingWith(int code, Environment environment) {
        Signals signals = new Signals(signal -> Runtime.getRuntime().halt(code));
        if (environment.alone()) {
            signals.install();
        }
        return signals;
    }

    /** Sets the reaction to later signals. It runs on a thread of its own. */
    public void react(Consumer<Signal> to) {
        reaction = to;
    }

    /** Waits for any time after a signal: a command that this process stands by for may take long to end. */
    public void allowAnyTime() {
        unlimited = true;
    }

    /** Limits the time to end again, also for a signal that came before. */
    public void limitTime() {
        unlimited = false;
        received().ifPresent(this::countDown);
    }

    /** Returns whether the keyboard has sent the signal to all children of this process too. */
    public static boolean reachChildren(Signal signal) {
        return signal == Signal.INT && Foreground.isOurs();
    }

    /** Returns the first signal. */
    public Optional<Signal> received() {
        return Optional.ofNullable(received);
    }

    /** Returns the failure of a command that a signal ended before it took anything. */
    public CommandFailure cancelled() {
        return cancelled("Cancelled; nothing was changed.");
    }

    /** Returns the failure of a command that a signal ended, with another sentence. */
    public CommandFailure cancelled(String sentence) {
        return new CommandFailure(received().map(Signal::exitCode).orElse(ExitCode.CANCELLED), sentence);
    }

    /** Lets a signal end the process while the action runs: for calls that no interrupt reaches, such as reading a terminal. */
    <T> T endingWhile(Supplier<T> blocked, Runnable last) {
        Consumer<Signal> before = reaction;
        Consumer<Signal> end = signal -> {
            last.run();
            System.exit(signal.exitCode());
        };
        reaction = end;
        try {
            received().ifPresent(end);
            return blocked.get();
        } finally {
            reaction = before;
        }
    }

    private void caught(Signal signal) {
        if (received == null) {
            received = signal;
        }
        if (!unlimited) {
            countDown(signal);
        }
        reaction.accept(signal);
    }

    private void countDown(Signal signal) {
        ForcedEnd.after(GRACE, signal, () -> unlimited);
    }

    /** Installs itself for a signal; what undoes that. */
    interface Catcher {
        Runnable install(Signal signal, Consumer<Signal> caught);
    }

    private void install() {
        try {
            Catcher catcher = Class.forName(CATCHER)
                    .asSubclass(Catcher.class)
                    .getDeclaredConstructor()
                    .newInstance();
            for (Signal signal : Signal.values()) {
                install(catcher, signal);
            }
        } catch (ReflectiveOperationException | LinkageError e) {
            // Not on this JVM: signals end the process by default.
        }
    }

    private void install(Catcher catcher, Signal signal) {
        try {
            restore.add(catcher.install(signal, this::caught));
        } catch (IllegalArgumentException e) {
            // Not this one.
        }
    }

    @Override
    public void close() {
        restore.forEach(Runnable::run);
    }
}
