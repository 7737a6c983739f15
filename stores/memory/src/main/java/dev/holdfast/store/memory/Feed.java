package dev.holdfast.store.memory;

import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import dev.holdfast.store.Sighting;
import dev.holdfast.store.Subscription;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * One subscription: the keys that changed since its thread last looked, and that thread. The sink is called without the
 * memory's lock, so it can neither hold up changes nor deadlock with them.
 */
final class Feed implements Subscription {
    private final Memory memory;
    private final Condition wakeUp;
    private final Kind kind;
    private final String prefix;
    private final Consumer<Sighting> sink;
    /** Guarded by the memory's lock. */
    private final Set<Key> pending = new LinkedHashSet<>();
    /** Held while the sink is called, so that closing can wait for the call to end. */
    private final ReentrantLock delivery = new ReentrantLock();

    private volatile boolean closed;

    Feed(Memory memory, Condition wakeUp, Kind kind, String prefix, Consumer<Sighting> sink) {
        this.memory = memory;
        this.wakeUp = wakeUp;
        this.kind = kind;
        this.prefix = prefix;
        this.sink = sink;
    }

    void start() {
        Thread thread = new Thread(this::deliver, "holdfast-memory-feed");
        thread.setDaemon(true);
        thread.start();
    }

    /** Called under the memory's lock. */
    void changed(Key key) {
        if (key.kind() == kind && key.name().startsWith(prefix)) {
            boolean wasIdle = pending.isEmpty();
            pending.add(key);
            if (wasIdle) {
                wakeUp.signal();
            }
        }
    }

    /** Called under the memory's lock. */
    void wake() {
        wakeUp.signal();
    }

    /** Called under the memory's lock, which it gives up while it waits. */
    List<Key> awaitPending() {
        while (pending.isEmpty() && !closed) {
            wakeUp.awaitUninterruptibly();
        }
        List<Key> keys = new ArrayList<>(pending);
        pending.clear();
        return keys;
    }

    private void deliver() {
        while (!closed) {
            for (Sighting sighting : memory.awaitChanges(this)) {
                deliver(sighting);
            }
        }
    }

    private void deliver(Sighting sighting) {
        delivery.lock();
        try {
            if (!closed) {
                sink.accept(sighting);
            }
        } catch (RuntimeException e) {
            // A sink that fails once must still learn of the last state.
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        } finally {
            delivery.unlock();
        }
    }

    @Override
    public void close() {
        closed = true;
        // Waits for a call of the sink that is under way, unless this is that call.
        delivery.lock();
        try {
            memory.forget(this);
        } finally {
            delivery.unlock();
        }
    }
}
