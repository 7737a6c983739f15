package dev.holdfast;

import dev.holdfast.store.Entry;
import dev.holdfast.store.Kind;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.Log;
import dev.holdfast.store.Query;
import dev.holdfast.store.StoreException;
import dev.holdfast.store.Subscription;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One listener's view of the changes: the store's feed says which resources changed, or regular looks do where there is no
 * feed; a daemon thread of its own then shows each as it is, so that a slow listener holds up nobody and skips only what is
 * out of date.
 */
final class Listening implements Subscription {
    private static final long LOOK_MILLIS = 500;

    private final Views views;
    private final String prefix;
    private final Consumer<LockView> listener;
    private final Set<String> changed = new LinkedHashSet<>();
    private final Map<String, Long> versions = new HashMap<>();
    private final @Nullable Subscription feed;
    private boolean closed;

    Listening(LockStore store, Views views, String prefix, Consumer<LockView> listener) {
        this.views = views;
        this.prefix = prefix;
        this.listener = listener;
        this.feed = store.watch(
                        Kind.LOCK, prefix, sighting -> add(sighting.key().name()))
                .orElse(null);
        Thread thread = new Thread(this::run, "holdfast-listener");
        thread.setDaemon(true);
        thread.start();
    }

    private synchronized void add(String resource) {
        changed.add(resource);
        notifyAll();
    }

    private void run() {
        try {
            while (true) {
                show(next());
            }
        } catch (InterruptedException e) {
            close();
        }
    }

    /** What changed since the last time; none when closed. */
    private Set<String> next() throws InterruptedException {
        if (feed == null) {
            look();
        }
        synchronized (this) {
            while (changed.isEmpty() && !closed) {
                if (feed == null) {
                    wait(LOOK_MILLIS);
                    break;
                }
                wait();
            }
            if (closed) {
                throw new InterruptedException("closed");
            }
            Set<String> names = new LinkedHashSet<>(changed);
            changed.clear();
            return names;
        }
    }

    private void show(Set<String> resources) {
        List<LockView> now;
        try {
            now = views.look(List.copyOf(resources));
        } catch (StoreException | IllegalStateException e) {
            // The store is away: the last states must not be missed, so they stay on the list.
            resources.forEach(this::add);
            return;
        }
        for (LockView view : now) {
            synchronized (this) {
                if (closed) {
                    return;
                }
            }
            try {
                listener.accept(view);
            } catch (RuntimeException e) {
                Log.callbackFailed(e);
            }
        }
    }

    private void look() {
        Set<String> gone = new HashSet<>(versions.keySet());
        try {
            views.forEach(Query.all(Kind.LOCK).prefix(prefix), (Entry entry) -> {
                String name = entry.key().name();
                gone.remove(name);
                Long before = versions.put(name, entry.version());
                if (before == null || before != entry.version()) {
                    add(name);
                }
            });
        } catch (StoreException e) {
            return;
        }
        gone.forEach(name -> {
            versions.remove(name);
            add(name);
        });
    }

    @Override
    public void close() {
        if (feed != null) {
            feed.close();
        }
        synchronized (this) {
            closed = true;
            notifyAll();
        }
    }
}
