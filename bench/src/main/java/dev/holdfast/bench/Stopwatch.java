package dev.holdfast.bench;

import java.util.Arrays;
import java.util.stream.LongStream;

/** A task whose every run is timed. For one thread; the times may be read while it rests. */
final class Stopwatch implements Task {
    private final Task task;
    private long[] nanos = new long[1024];
    private int count;

    Stopwatch(Task task) {
        this.task = task;
    }

    @Override
    public void once() throws Exception {
        long start = System.nanoTime();
        task.once();
        long end = System.nanoTime();
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, count * 2);
        }
        nanos[count++] = end - start;
    }

    /** Forgets the measured times. */
    void reset() {
        count = 0;
    }

    /** Returns how many runs were timed. */
    int count() {
        return count;
    }

    LongStream nanos() {
        return Arrays.stream(nanos, 0, count);
    }
}
