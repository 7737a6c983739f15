package dev.holdfast.torture;

import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The witness outside of the store: data that locks protect, on a port of this machine.
 *
 * <ul>
 *   <li>A register for each resource. It refuses a write whose fence is older than one that it has seen, and records all.
 *   <li>A counter for each resource, which nothing guards: workers read it and write one more. It records lost updates.
 *   <li>Receipts that one process leaves for another.
 * </ul>
 */
final class Register implements AutoCloseable {
    private final ServerSocket door;
    private final History history;
    private final Map<String, Long> newest = new HashMap<>();
    private final Map<String, Long> counters = new HashMap<>();
    private final Deque<String> parcels = new ArrayDeque<>();
    private long writes;
    private volatile boolean closed;

    private Register(ServerSocket door, History history) {
        this.door = door;
        this.history = history;
    }

    static Register start(Path folder) {
        try {
            Register register = new Register(
                    new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), History.create(folder, "register"));
            daemon(register::accept);
            return register;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return door.getLocalPort();
    }

    private void accept() {
        while (!closed) {
            try {
                Socket client = door.accept();
                client.setTcpNoDelay(true);
                daemon(() -> serve(client));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
            OutputStream out = client.getOutputStream();
            String line;
            while ((line = in.readLine()) != null) {
                out.write((answer(line.split("\t", -1)) + "\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (IOException e) {
            // A worker was killed.
        }
    }

    private synchronized String answer(String[] words) {
        return closed
                ? "closed"
                : switch (words[0]) {
                    case "write" -> write(words[1], Long.parseLong(words[2]), words[3]);
                    case "read" -> Long.toString(counters.getOrDefault(words[1], 0L));
                    case "count" -> count(words[1], Long.parseLong(words[2]), words[3]);
                    case "offer" -> offer(words[1]);
                    case "take" -> parcels.isEmpty() ? "" : parcels.removeFirst();
                    default -> throw new IllegalArgumentException(words[0]);
                };
    }

    /** Returns when workers have written so often since the start, or at the latest after that time. */
    synchronized void awaitWrites(long enough, Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        for (long left = longest.toMillis();
                writes < enough && left > 0;
                left = (end - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
    }

    private void wrote() {
        writes++;
        notifyAll();
    }

    private String write(String resource, long fence, String owner) {
        wrote();
        boolean late = newest.merge(resource, fence, Math::max) != fence;
        history.operation(Kind.REGISTERED)
                .resources(List.of(resource))
                .owner(owner)
                .granted("", List.of(fence))
                .happened(late ? Outcome.REFUSED : Outcome.DONE);
        return late ? "late" : "done";
    }

    private String count(String resource, long read, String owner) {
        wrote();
        long now = counters.getOrDefault(resource, 0L);
        counters.put(resource, read + 1);
        history.operation(Kind.COUNTED)
                .resources(List.of(resource))
                .owner(owner)
                .count(now)
                .note(now == read ? "" : "read " + read)
                .happened(now == read ? Outcome.DONE : Outcome.LOST);
        return "done";
    }

    private String offer(String receipts) {
        parcels.addLast(receipts);
        return "done";
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "register");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        closed = true;
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        synchronized (this) {
            history.close();
        }
    }
}
