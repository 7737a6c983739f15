package dev.holdfast.bench.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A running {@link JobHolder}. Ends with this process at the latest. */
final class HolderProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Process process;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

    private HolderProcess(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "output of the holder");
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts one, and returns when it has the lock. */
    static HolderProcess start(Peer peer, String address) throws IOException, InterruptedException {
        HolderProcess started = new HolderProcess(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        JobHolder.class.getName(),
                        peer.key(),
                        address)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
        String first = started.next(PATIENCE);
        if (!"held".equals(first)) {
            started.close();
            throw new IllegalStateException(peer.name() + " did not get the free lock: " + first + ".");
        }
        return started;
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(said::add);
        } catch (IOException | RuntimeException e) {
            // it was killed
        }
    }

    /** Returns its next word, or null if there is none in time. */
    @Nullable
    String next(Duration limit) throws InterruptedException {
        return said.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Lets the job end, and returns whether the library reported a loss then. */
    boolean endsWithAFailure() throws IOException, InterruptedException {
        process.getOutputStream().close();
        String word = next(PATIENCE);
        while ("lost".equals(word)) {
            word = next(PATIENCE);
        }
        return "failed".equals(word);
    }

    /** Sends SIGKILL. */
    void kill() {
        process.destroyForcibly();
    }

    /** Sends a signal, such as {@code STOP}. */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
