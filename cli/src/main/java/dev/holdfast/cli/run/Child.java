package dev.holdfast.cli.run;

import dev.holdfast.cli.terminal.Signal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The process that does the work. */
final class Child {
    /** How long it has to end in order before it is ended. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final long LOOK_MILLIS = 20;

    private final Process process;

    Child(Process process) {
        this.process = process;
    }

    /** Its exit code when it has ended; 128 and the signal's number if that ended it. */
    int await() throws InterruptedException {
        return process.waitFor();
    }

    void send(Signal signal) {
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

    /** Ends it and all that it started: in order if they can, by force after a while. Returns when they are gone. */
    void stop() throws InterruptedException {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroy);
        if (!gone(all)) {
            process.descendants().forEach(all::add); // those that came meanwhile
            all.forEach(ProcessHandle::destroyForcibly);
            gone(all);
        }
    }

    private static boolean gone(List<ProcessHandle> all) throws InterruptedException {
        long end = System.nanoTime() + GRACE.toNanos();
        while (all.stream().anyMatch(ProcessHandle::isAlive)) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            Thread.sleep(LOOK_MILLIS);
        }
        return true;
    }
}
