package dev.holdfast.store.memory;

import dev.holdfast.Subscription;
import dev.holdfast.internal.storage.Delivery;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore.Watcher;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One subscription: the keys that changed since its thread last looked, and that thread. The sink is called without any lock of
 * the memory, so it can neither hold up changes nor deadlock with them.
 */
final class Feed implements Subscription {
    private final Memory memory;
    private final Delivery delivery;
    /** Guards the keys. No other lock is taken under it. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition wakeUp = lock.newCondition();
    private final Set<Key> pending = new LinkedHashSet<>();

    Feed(Memory memory, Kind kind, String prefix, Watcher sink) {
        this.memory = memory;
        this.delivery = new Delivery(kind, prefix, sink);
    }

    void start() {
        Thread thread = new Thread(this::deliver, "holdfast-memory-feed");
        thread.setDaemon(true);
        thread.start();
    }

    /** Notes a change, which must be visible to a reader by now or before the stripe of the key is unlocked. */
    void changed(Key key) {
        if (!delivery.wants(key)) {
            return;
        }
        lock.lock();
        try {
            boolean wasIdle = pending.isEmpty();
            pending.add(key);
            if (wasIdle) {
                wakeUp.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for changes and returns them. Empty when it is closed. */
    private List<Key> awaitPending() {
        lock.lock();
        try {
            while (pending.isEmpty() && !delivery.closed()) {
                wakeUp.awaitUninterruptibly();
            }
            List<Key> keys = new ArrayList<>(pending);
            pending.clear();
            return keys;
        } finally {
            lock.unlock();
        }
    }

    private void deliver() {
        while (!delivery.closed()) {
            try {
                memory.sightings(awaitPending()).forEach(delivery::tell);
            } catch (Throwable e) {
                Log.broke("The change feed of a store in memory has failed.", e);
            }
        }
    }

    @Override
    public void close() {
        delivery.close();
        memory.forget(this);
        lock.lock();
        try {
            wakeUp.signal();
        } finally {
            lock.unlock();
        }
    }
}
