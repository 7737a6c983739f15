package dev.holdfast.cli.terminal;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Catches the signals that ask this process to end, so that it can leave in order. Without that the JVM would begin to shut
 * down, could not tell one signal from another, and could not be kept from it. The JDK's only way to catch them is a class that
 * compilers warn of; it is used by its name. Where it is missing signals end the process as usual.
 */
public final class Signals implements AutoCloseable {
    private static final String TYPE = "sun.misc.Signal";
    private static final String HANDLER = "sun.misc.SignalHandler";

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
        for (Signal signal : Signal.values()) {
            signals.install(signal);
        }
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

    private void install(Signal signal) {
        try {
            Class<?> type = Class.forName(TYPE);
            Class<?> handlerType = Class.forName(HANDLER);
            Method handle = type.getMethod("handle", type, handlerType);
            Object name = type.getConstructor(String.class).newInstance(signal.name());
            Object handler = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handlerType}, (proxy, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            caught(signal);
                            return null;
                        }
                        return ofObject(proxy, method.getName(), arguments, signal);
                    });
            Object before = handle.invoke(null, name, handler);
            restore.add(() -> {
                try {
                    handle.invoke(null, name, before);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException("A signal that was caught can be let go.", e);
                }
            });
        } catch (ReflectiveOperationException e) {
            // Not on this JVM, or not for this signal: it ends the process as usual.
        }
    }

    /** What a proxy must answer as an object. */
    private static Object ofObject(Object proxy, String method, Object @Nullable [] arguments, Signal signal) {
        return switch (method) {
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> signal.name();
        };
    }

    @Override
    public void close() {
        restore.forEach(Runnable::run);
    }
}
