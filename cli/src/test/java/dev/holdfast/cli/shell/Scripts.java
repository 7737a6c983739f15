package dev.holdfast.cli.shell;

import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.process.Holdfast.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What the scripts of these tests have in common, and how to wait for them. */
final class Scripts {
    /** Takes the lock named by the first argument, says so, and holds it until it is told to end. */
    static final String HOLD = """
            board_lock_acquire "$1" "${2:-0}" || exit
            echo held
            n=0; while [ $n -lt 100 ]; do sleep 2 & wait $!; n=$((n + 1)); done
            echo went on
            """;

    private static final Duration TIMEOUT = Duration.ofSeconds(100);

    private Scripts() {}

    /** Waits until it has said this. */
    static void awaitSaid(Running running, String text) {
        await().atMost(TIMEOUT).pollInterval(Duration.ofMillis(10)).until(() -> {
            if (!running.process().isAlive() && !running.out().contains(text)) {
                throw new AssertionError("It ended early. It said: " + running.out() + running.err());
            }
            return running.out().contains(text);
        });
    }

    /** Waits until it has said this, or has ended. */
    static void awaitSaidOrEnd(Running running, String text) {
        await().atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> !running.process().isAlive() || running.out().contains(text));
    }

    /** Sends a signal, by its name, to the process alone. */
    static void signal(Running running, String name) throws Exception {
        Process kill = new ProcessBuilder(
                        "kill", "-" + name, Long.toString(running.process().pid()))
                .start();
        kill.waitFor();
    }

    /** Ends it by SIGKILL, then the processes that it started: if they ended first, it would go on. Waits for that. */
    static void kill(Running running) throws InterruptedException {
        List<ProcessHandle> started = running.process().descendants().toList();
        running.process().destroyForcibly();
        started.forEach(ProcessHandle::destroyForcibly);
        running.process().waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    /** A number that no process has any more. */
    static long deadPid() throws Exception {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();
        return process.pid();
    }

    /** A lock directory as another program leaves it. */
    static void made(Path lock, long pid, String ts) throws IOException {
        Files.createDirectories(lock);
        Files.writeString(lock.resolve("ts"), ts + "\n");
        Files.writeString(lock.resolve("pid"), pid + "\n");
    }
}
