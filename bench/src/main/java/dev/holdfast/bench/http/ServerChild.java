package dev.holdfast.bench.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A server in its own process, on its own processor if there is one. Ends with this process at the latest. */
public final class ServerChild implements AutoCloseable {
    /** The launcher's collector for long-lived programs, and a fixed heap, since growth would be measured too. */
    private static final List<String> OPTIONS = List.of("-XX:+UseG1GC", "--enable-native-access=ALL-UNNAMED");

    private static final int HEAP_MEGABYTES = 768;

    private static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final BufferedReader answers;
    private final int port;

    private ServerChild(Process process) throws IOException {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        boolean sound = false;
        try {
            this.port = Integer.parseInt(answer());
            sound = true;
        } finally {
            if (!sound) {
                process.destroyForcibly();
            }
        }
    }

    /** Starts a server, and returns when it listens. */
    public static ServerChild start(Cores cores, Class<?> main, String... arguments) throws IOException {
        return start(cores, HEAP_MEGABYTES, main, arguments);
    }

    /** Starts a server with a heap of that size, and returns when it listens. */
    public static ServerChild start(Cores cores, int megabytes, Class<?> main, String... arguments) throws IOException {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(OPTIONS);
        line.addAll(List.of("-Xms" + megabytes + "m", "-Xmx" + megabytes + "m"));
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        line.addAll(List.of(arguments));
        return new ServerChild(new ProcessBuilder(cores.forServer(line))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    public int port() {
        return port;
    }

    /** Returns the processor time that it has used so far. */
    public Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Returns the bytes of its heap in use after a collection. */
    public long heap() throws IOException {
        OutputStream questions = process.getOutputStream();
        questions.write((Remote.HEAP + "\n").getBytes(StandardCharsets.UTF_8));
        questions.flush();
        return Long.parseLong(answer());
    }

    private String answer() throws IOException {
        CompletableFuture<String> line = new CompletableFuture<>();
        Thread reader = new Thread(() -> {
            try {
                line.complete(answers.readLine());
            } catch (IOException e) {
                line.completeExceptionally(e);
            }
        });
        reader.setDaemon(true);
        reader.start();
        try {
            String said = line.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (said != null) {
                return said;
            }
        } catch (TimeoutException | ExecutionException e) {
            throw new IOException("The server in process " + process.pid() + " does not answer.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new IOException("The server in process " + process.pid() + " has ended.");
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (process.waitFor(10, TimeUnit.SECONDS)) {
                return;
            }
        } catch (IOException e) {
            // it has already ended
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
