package dev.holdfast.bench.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Connections that listen to a server's events about resources of one prefix, of which there are none when they begin. For one
 * thread.
 */
public final class Subscribers implements AutoCloseable {
    private static final byte[] EVENT = "event: ".getBytes(StandardCharsets.US_ASCII);
    /** The events without a lock: an empty snapshot, and its end. */
    private static final int AT_FIRST = 2;
    /** More new connections at the same time could fill the server's accept queue. */
    private static final int AT_ONCE = 100;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final int port;
    private final String prefix;
    private final Line bell;
    private final Selector selector;
    private final List<SocketChannel> channels = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
    private int expected = AT_FIRST;
    private int reached;

    /** The progress of one connection. */
    private static final class Ear {
        private int matched;
        private int events;

        /** Reads bytes, and returns whether an event begins in them. */
        boolean hear(ByteBuffer bytes) {
            int before = events;
            while (bytes.hasRemaining()) {
                byte next = bytes.get();
                matched = next == EVENT[matched] ? matched + 1 : next == EVENT[0] ? 1 : 0;
                if (matched == EVENT.length) {
                    events++;
                    matched = 0;
                }
            }
            return events > before;
        }
    }

    public Subscribers(int port, String prefix) throws IOException {
        this.port = port;
        this.prefix = prefix;
        this.bell = Line.open(port, Talks.pair(prefix + "bell"));
        this.selector = Selector.open();
    }

    /** Adds connections; all of them have received the server's first event when this returns. */
    public void add(int count) throws IOException {
        if (expected > AT_FIRST) {
            throw new IllegalStateException("They would not know what those before them were told.");
        }
        for (int left = count; left > 0; left -= AT_ONCE) {
            int now = Math.min(left, AT_ONCE);
            reached = 0;
            for (int i = 0; i < now; i++) {
                SocketChannel channel = Line.connect(port);
                channels.add(channel);
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_READ, new Ear());
                Line.send(channel, Talks.get("/v1/events?prefix=" + prefix));
            }
            await(now);
        }
    }

    /** Acquires a lock, or releases it the next time; returns the time until the last listener has the event. */
    public Duration ring() throws IOException {
        reached = 0;
        expected++;
        long start = System.nanoTime();
        bell.ask();
        await(channels.size());
        Duration passed = Duration.ofNanos(System.nanoTime() - start);
        boolean answered = bell.receive(buffer);
        while (!answered) {
            answered = bell.receive(buffer);
        }
        return passed;
    }

    private void await(int count) throws IOException {
        long start = System.nanoTime();
        while (reached < count) {
            // Not until nothing arrives: the server sends a comment now and then.
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new IOException("Of " + count + " who listen, " + (count - reached) + " were not told within "
                        + PATIENCE.toSeconds() + " s.");
            }
            selector.select(this::hear, 1_000);
        }
    }

    private void hear(SelectionKey key) {
        Ear ear = (Ear) key.attachment();
        try {
            if (((SocketChannel) key.channel()).read(buffer.clear()) < 0) {
                throw new EOFException("The server let go of one who listens.");
            }
            if (ear.hear(buffer.flip()) && ear.events == expected) {
                reached++;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel channel : channels) {
            channel.close();
        }
        selector.close();
        bell.close();
    }
}
