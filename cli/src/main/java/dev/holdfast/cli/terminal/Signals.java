package dev.holdfast.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Catches the signals that ask this process to end, so that it can leave in order. Without that the JVM would begin to shut
 * down, could not tell one signal from another, and could not be kept from it. The JDK's only way to catch them is a class that
 * compilers warn of, used by one that is compiled apart. Where it is missing signals end the process as usual.
 */
public final class Signals implements AutoCloseable {
    private static final String CATCHER = "dev.holdfast.cli.terminal.JdkSignals";

    private final List<Runnable> restore = new ArrayList<>();
    private volatile Consumer<Signal> reaction;
    private volatile @Nullable Signal received;

    private Signals(Consumer<Signal> reaction) {
        this.reaction = reaction;
    }

    /** From now on a signal interrupts this thread. */
    public static Signals interruptingThisThread() {
        Thread thread = Thread.currentThread();
        Signals signals = new Signals(signal -> thread.interrupt());
        signals.install();
        return signals;
    }

    /** From now on a signal does that, on a thread of its own; one that came before has been reacted to. */
    public void react(Consumer<Signal> to) {
        reaction = to;
    }

    /** Whether all that this process started has got that signal too, since the keyboard sent it. */
    public static boolean reachChildren(Signal signal) {
        return signal == Signal.INT && Foreground.isOurs();
    }

    /** The first that came. */
    public Optional<Signal> received() {
        return Optional.ofNullable(received);
    }

    /** While that runs a signal ends the process at once: for what no interrupt reaches, such as reading from a terminal. */
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
        reaction.accept(signal);
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
            // Not on this JVM: signals end the process as usual.
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
