package dev.holdfast.cli.terminal;

import java.util.function.Consumer;

/** Catches signals by the JDK's only way to do so. Compiled apart, since every compiler warns of it and cannot be told not to. */
final class JdkSignals implements Signals.Catcher {
    @Override
    public Runnable install(Signal signal, Consumer<Signal> caught) {
        sun.misc.Signal name = new sun.misc.Signal(signal.name());
        sun.misc.SignalHandler before = sun.misc.Signal.handle(name, any -> caught.accept(signal));
        return () -> sun.misc.Signal.handle(name, before);
    }
}
