package dev.holdfast.store.memory;

import dev.holdfast.Subscription;
import dev.holdfast.internal.storage.Delivery;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore.Sighting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;

/**
 * One subscription: the keys that changed since its thread last looked, and that thread. The sink is called without the
 * memory's lock, so it can neither hold up changes nor deadlock with them.
 */
final class Feed implements Subscription {
    private final Memory memory;
    private final Condition wakeUp;
    private final Delivery delivery;
    /** Guarded by the memory's lock. */
    private final Set<Key> pending = new LinkedHashSet<>();

    Feed(Memory memory, Condition wakeUp, Kind kind, String prefix, Consumer<Sighting> sink) {
        this.memory = memory;
        this.wakeUp = wakeUp;
        this.delivery = new Delivery(kind, prefix, sink);
    }

    void start() {
        Thread thread = new Thread(this::deliver, "holdfast-memory-feed");
        thread.setDaemon(true);
        thread.start();
    }

    /** Notes a change. Called under the memory's lock. */
    void changed(Key key) {
        if (delivery.wants(key)) {
            boolean wasIdle = pending.isEmpty();
            pending.add(key);
            if (wasIdle) {
                wakeUp.signal();
            }
        }
    }

    /** Wakes the thread that waits for changes. Called under the memory's lock. */
    void wake() {
        wakeUp.signal();
    }

    /** Waits for changes and returns them. Called under the memory's lock, which it gives up while it waits. */
    List<Key> awaitPending() {
        while (pending.isEmpty() && !delivery.closed()) {
            wakeUp.awaitUninterruptibly();
        }
        List<Key> keys = new ArrayList<>(pending);
        pending.clear();
        return keys;
    }

    private void deliver() {
        while (!delivery.closed()) {
            try {
                memory.awaitChanges(this).forEach(delivery::tell);
            } catch (Throwable e) {
                Log.broke("The change feed of a store in memory has failed.", e);
            }
        }
    }

    @Override
    public void close() {
        delivery.close();
        memory.forget(this);
    }
}
