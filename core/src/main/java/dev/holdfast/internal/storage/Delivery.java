package dev.holdfast.internal.storage;

import dev.holdfast.spi.Group.Audience;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore.Sighting;
import dev.holdfast.spi.LockStore.Watcher;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The way to one subscriber's sink: one call at a time, none after it is closed, and a sink that fails once still learns of
 * what comes next. Thread-safe.
 */
public final class Delivery implements AutoCloseable {
    private final Kind kind;
    private final String prefix;
    private final Watcher sink;
    /** Held while the sink is called, so that closing can wait for the call to end. */
    private final ReentrantLock calling = new ReentrantLock();

    private volatile boolean closed;

    public Delivery(Kind kind, String prefix, Watcher sink) {
        this.kind = kind;
        this.prefix = prefix;
        this.sink = sink;
    }

    /** Returns whether the subscriber asked for that key. */
    public boolean wants(Key key) {
        return key.kind() == kind && key.name().startsWith(prefix);
    }

    /** Returns whether the subscriber is in the audience of a change. */
    public boolean isMeant(Audience audience) {
        return audience.includes(sink::waitsFor);
    }

    /** Tells it, unless it is closed. */
    public void tell(Sighting sighting) {
        calling.lock();
        try {
            if (!closed) {
                sink.accept(sighting);
            }
        } catch (Throwable e) {
            // The last state must reach it all the same.
            Log.callbackFailed(e);
        } finally {
            calling.unlock();
        }
    }

    public boolean closed() {
        return closed;
    }

    /** Waits for a call of the sink that is under way, unless this is that call. */
    @Override
    public void close() {
        closed = true; // before the wait too, so that no further call begins
        calling.lock();
        try {
            closed = true;
        } finally {
            calling.unlock();
        }
    }
}
