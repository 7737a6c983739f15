package dev.holdfast.bench.http;

import dev.holdfast.engines.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * Starts a server, waits for its first good answer, and ends it.
 *
 * @param command the command line, given the port
 * @param jdk the JDK that it runs on
 * @param folder its working directory
 */
public record Readiness(IntFunction<List<String>> command, Path jdk, Path folder) {
    private static final byte[] QUESTION =
            "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final String GOOD = "HTTP/1.1 200";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Returns the time from the start of the process until the answer. */
    public Duration measure() throws IOException, InterruptedException {
        int port = Ports.free();
        ProcessBuilder builder = new ProcessBuilder(command.apply(port))
                .directory(folder.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("JAVA_HOME", jdk.toString());
        long start = System.nanoTime();
        Process process = builder.start();
        try {
            while (!answers(port)) {
                if (!process.isAlive() || System.nanoTime() - start > PATIENCE.toNanos()) {
                    throw new IOException("'" + String.join(" ", builder.command()) + "' does not answer.");
                }
                Thread.sleep(1);
            }
            Duration taken = Duration.ofNanos(System.nanoTime() - start);
            if (!process.isAlive()) {
                throw new IOException("'" + String.join(" ", builder.command()) + "' ended; another process answers.");
            }
            return taken;
        } finally {
            process.destroyForcibly().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.getOutputStream().write(QUESTION);
            byte[] head = socket.getInputStream().readNBytes(GOOD.length());
            return new String(head, StandardCharsets.US_ASCII).equals(GOOD);
        } catch (IOException e) {
            return false; // the server does not listen yet
        }
    }
}
