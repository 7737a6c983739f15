package dev.holdfast.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Ends a process by force that does not end after a signal. An interrupt does not reach a thread that computes, or one that is
 * blocked in a system call. Shutdown hooks of the JVM may be blocked too.
 */
final class ForcedEnd {
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    private ForcedEnd() {}

    /** Ends the process when the time is over, unless it is to be left alone then. */
    static void after(Duration grace, Signal signal, BooleanSupplier leftAlone) {
        daemon("holdfast-forced-end", () -> {
            if (sleeps(grace) && !leftAlone.getAsBoolean()) {
                join(daemon("holdfast-last-words", () -> lastWords(signal)), LAST_WORDS);
                Runtime.getRuntime().halt(signal.exitCode());
            }
        });
    }

    private static void lastWords(Signal signal) {
        // Not through the stream of the command: the thread that hangs may be using it.
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8)
                .println("holdfast: Ended by " + signal + ", since something did not answer. A lock that was being"
                        + " acquired or released may still be held: holdfast status shows it.");
    }

    /** Starts a thread that keeps no process alive. */
    static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Waits for the end of a thread, and not longer than that. */
    static void join(Thread thread, Duration limit) {
        try {
            thread.join(limit.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean sleeps(Duration time) {
        try {
            Thread.sleep(time.toMillis());
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
