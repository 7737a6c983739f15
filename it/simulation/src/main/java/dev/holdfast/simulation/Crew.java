package dev.holdfast.simulation;

import java.util.ArrayDeque;
import java.util.Deque;

/** The carriers of one worker: making a thread costs more than most simulated ones live. */
final class Crew implements AutoCloseable {
    private final Deque<Carrier> idle = new ArrayDeque<>();
    private int made;

    synchronized Carrier take() {
        Carrier carrier = idle.poll();
        return carrier == null ? new Carrier(this, ++made) : carrier;
    }

    synchronized void back(Carrier carrier) {
        idle.add(carrier);
    }

    @Override
    public synchronized void close() {
        idle.forEach(Carrier::dismiss);
        idle.clear();
    }
}
