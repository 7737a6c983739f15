package dev.holdfast;

import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    /** All who wait for one resource. */
    private static final class Bell {
        private final List<Listening> waiters = new ArrayList<>();
        private @Nullable Subscription feed;
        private boolean feeds;
    }

    /** One caller's ear at some resources; closing it ends the listening. */
    final class Listening implements AutoCloseable {
        private final List<String> resources;
        private final Thread thread = Thread.currentThread();
        private final AtomicBoolean rung = new AtomicBoolean();

        private Listening(List<String> resources) {
            this.resources = resources;
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
            return resources.stream().allMatch(resource -> {
                Bell bell = bells.get(resource);
                return bell != null && bell.feeds;
            });
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
        Listening listening = new Listening(resources);
        resources.forEach(resource -> join(resource, listening));
        return listening;
    }

    /** Rings for a change that this manager made. */
    void changed(Key key) {
        if (!bells.isEmpty() && key.kind() == Kind.LOCK) {
            ring(key.name());
        }
    }

    private void ring(String resource) {
        Bell bell = bells.get(resource);
        if (bell != null) {
            synchronized (bell) {
                bell.waiters.forEach(Listening::ring);
            }
        }
    }

    private void join(String resource, Listening listening) {
        bells.compute(resource, (name, old) -> {
            Bell bell = old == null ? new Bell() : old;
            synchronized (bell) {
                bell.waiters.add(listening);
            }
            return bell;
        });
        Bell bell = bells.get(resource);
        if (bell != null) {
            feed(resource, bell);
        }
    }

    private void feed(String resource, Bell bell) {
        synchronized (bell) {
            if (bell.feed == null && !bell.waiters.isEmpty()) {
                bell.feed = store.watch(
                                Kind.LOCK,
                                resource,
                                sighting -> ring(sighting.key().name()))
                        .orElse(null);
                bell.feeds = bell.feed != null;
            }
        }
    }

    private void leave(String resource, Listening listening) {
        bells.computeIfPresent(resource, (name, bell) -> {
            synchronized (bell) {
                bell.waiters.remove(listening);
                if (!bell.waiters.isEmpty()) {
                    return bell;
                }
                if (bell.feed != null) {
                    bell.feed.close();
                    bell.feed = null;
                }
                return null;
            }
        });
    }
}
