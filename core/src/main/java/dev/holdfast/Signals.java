package dev.holdfast;

import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.Subscription;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Wakes callers who wait for a resource to change: at once when this manager changes it, by the store's feed when others do.
 * A feed runs only while somebody waits.
 */
final class Signals {
    private final LockStore store;
    private final Map<String, Bell> bells = new ConcurrentHashMap<>();

    Signals(LockStore store) {
        this.store = store;
    }

    /** All who wait for one resource. Rung without any lock: a feed may ring while it is being closed. */
    private static final class Bell {
        private final Set<Listening> waiters = ConcurrentHashMap.newKeySet();
        private @Nullable Subscription feed;
    }

    /** One caller's ear at some resources; closing it ends the listening. */
    final class Listening implements AutoCloseable {
        private final List<String> resources;
        private final Thread thread = Thread.currentThread();
        private final AtomicBoolean rung = new AtomicBoolean();
        private final boolean fed;

        private Listening(List<String> resources) {
            this.resources = resources;
            boolean allFed = true;
            for (String resource : resources) {
                allFed &= join(resource, this);
            }
            this.fed = allFed;
        }

        /** Returns after a change, after that time, or at an interrupt; true if there was a change. */
        boolean await(long nanos) {
            if (!rung.get()) {
                LockSupport.parkNanos(Signals.this, nanos);
            }
            return rung.getAndSet(false);
        }

        /** Whether the store tells of the changes that others make. */
        boolean fed() {
            return fed;
        }

        private void ring() {
            rung.set(true);
            LockSupport.unpark(thread);
        }

        @Override
        public void close() {
            resources.forEach(resource -> leave(resource, this));
        }
    }

    Listening listen(List<String> resources) {
        return new Listening(resources);
    }

    /** Whether anybody waits. */
    boolean wanted() {
        return !bells.isEmpty();
    }

    /** Rings for a change that this manager made. */
    void changed(Key key) {
        if (key.kind() == Kind.LOCK) {
            ring(key.name());
        }
    }

    private void ring(String resource) {
        Bell bell = bells.get(resource);
        if (bell != null) {
            bell.waiters.forEach(Listening::ring);
        }
    }

    /** Whether a feed tells of the resource. */
    private synchronized boolean join(String resource, Listening listening) {
        Bell bell = bells.computeIfAbsent(resource, name -> new Bell());
        bell.waiters.add(listening);
        if (bell.feed == null) {
            bell.feed = store.watch(
                            Kind.LOCK, resource, sighting -> ring(sighting.key().name()))
                    .orElse(null);
        }
        return bell.feed != null;
    }

    private synchronized void leave(String resource, Listening listening) {
        Bell bell = bells.get(resource);
        if (bell != null && bell.waiters.remove(listening) && bell.waiters.isEmpty()) {
            bells.remove(resource);
            if (bell.feed != null) {
                bell.feed.close();
            }
        }
    }
}
