package dev.holdfast.cli.run;

import dev.holdfast.cli.terminal.Signal;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The child process and all its descendants. */
final class Child {
    /** The time that a process has to end in order before it is ended by force. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final long LOOK_MILLIS = 20;

    private final Process process;
    private final ProcessTree tree;

    Child(Process process, ProcessMark mark) {
        this.process = process;
        this.tree = new ProcessTree(process.toHandle(), mark);
    }

    /** Waits for the end and returns the exit code; 128 plus the signal's number if a signal ended it. */
    int await() throws InterruptedException {
        return process.waitFor();
    }

    /** Passes a signal on to the process, which decides about those that it started. */
    void send(Signal signal) {
        remember(); // those that it started lose their parent when it ends
        if (signal == Signal.TERM || !process.isAlive()) {
            process.destroy();
            return;
        }
        try {
            new ProcessBuilder("sh", "-c", "kill -s \"$1\" \"$2\"", "sh", signal.name(), Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(GRACE.toSeconds(), TimeUnit.SECONDS);
        } catch (IOException e) {
            process.destroy(); // no such signals here
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Records all descendants. */
    void remember() {
        tree.remember();
    }

    /** Waits for the end of all of them. Returns whether they have ended within that time. */
    boolean ends(Duration within) throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        while (!tree.alive().isEmpty()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            Thread.sleep(LOOK_MILLIS);
        }
        return true;
    }

    /**
     * Ends the child and its descendants: with TERM, after 5 s with KILL.
     *
     * @return those that even KILL has not ended after another 5 s, such as processes of another user
     */
    List<ProcessHandle> stop() throws InterruptedException {
        Set<Long> told = new HashSet<>();
        long begin = System.nanoTime();
        List<ProcessHandle> alive = tree.alive();
        for (long took = 0; !alive.isEmpty() && took < 2 * GRACE.toNanos(); took = System.nanoTime() - begin) {
            for (ProcessHandle one : alive) {
                if (took >= GRACE.toNanos()) {
                    one.destroyForcibly();
                } else if (told.add(one.pid())) {
                    one.destroy();
                }
            }
            Thread.sleep(LOOK_MILLIS);
            alive = tree.alive();
        }
        return alive;
    }
}
