package dev.holdfast.cli.serve;

import dev.holdfast.cli.base.ExitCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.IntConsumer;

/**
 * The handler of what nothing else has handled in a server. Without memory no answer can be relied on: the process ends, and
 * its supervisor starts it again. The JVM does so by itself where the heap is full ({@code -XX:+ExitOnOutOfMemoryError}), but
 * not where a library throws the error, such as for direct memory.
 */
public final class UncaughtHandler implements Thread.UncaughtExceptionHandler {
    private static final Logger LOG = System.getLogger("dev.holdfast.server");

    private final IntConsumer halt;

    UncaughtHandler(IntConsumer halt) {
        this.halt = halt;
    }

    /** Handles everything in this process from now on. */
    public static void install() {
        Thread.setDefaultUncaughtExceptionHandler(
                new UncaughtHandler(code -> Runtime.getRuntime().halt(code)));
    }

    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        boolean noMemory = failure instanceof OutOfMemoryError;
        try {
            LOG.log(
                    Level.ERROR,
                    noMemory
                            ? "There is no memory left: the server ends."
                            : "The thread " + thread.getName() + " failed.",
                    failure);
        } finally {
            if (noMemory) {
                halt.accept(ExitCode.BUG);
            }
        }
    }
}
