package dev.holdfast.bench.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Connections that are kept open and ask for something as soon as they have their answer, for a slice of time at a time. One
 * thread serves them all, the one that calls: more would cost more than they bring.
 */
public final class Crowd implements AutoCloseable {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Duration MAX_SILENCE = Duration.ofSeconds(30);
    private static final int LARGEST_READ = 1 << 16;

    private final Selector selector;
    private final List<Line> lines = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(LARGEST_READ);
    private boolean stopping;
    private long answers;
    private int busy;

    private Crowd() throws IOException {
        selector = Selector.open();
    }

    /** Opens connections to a port, each with its own requests. */
    public static Crowd of(int port, int size, IntFunction<Talk> talks) throws IOException {
        Crowd crowd = new Crowd();
        for (int i = 0; i < size; i++) {
            Line line = Line.open(port, talks.apply(i));
            crowd.lines.add(line);
            line.channel().configureBlocking(false);
            line.channel().register(crowd.selector, SelectionKey.OP_READ, line);
        }
        return crowd;
    }

    /** Runs for a time and returns the result; work in progress at its end is finished and counted. */
    public Turn run(Duration slice) throws IOException {
        long cpu = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        answers = 0;
        stopping = false;
        busy = lines.size();
        for (Line line : lines) {
            line.ask();
        }
        while (busy > 0) {
            int heard = selector.select(this::hear, MAX_SILENCE.toMillis());
            if (heard == 0) {
                throw new IOException("The server says nothing any more.");
            }
            stopping = System.nanoTime() - start > slice.toNanos();
        }
        return new Turn(answers, System.nanoTime() - start, THREADS.getCurrentThreadCpuTime() - cpu);
    }

    private void hear(SelectionKey key) {
        Line line = (Line) key.attachment();
        try {
            if (line.receive(buffer)) {
                answers++;
                if (stopping && line.rests()) {
                    busy--;
                } else {
                    line.ask();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        for (Line line : lines) {
            line.close();
        }
        selector.close();
    }
}
