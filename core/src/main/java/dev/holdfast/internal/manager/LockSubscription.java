package dev.holdfast.internal.manager;

import dev.holdfast.LockView;
import dev.holdfast.Subscription;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One listener's subscription to changes. The store's feed, or polling where there is no feed, names the resources that have
 * changed. A daemon thread then passes each on as it is now: a slow listener delays no other, and skips outdated states.
 */
final class LockSubscription implements Subscription {
    private static final long LOOK_MILLIS = 500;
    private static final long FIRST_PAUSE_NANOS = 10_000_000;
    private static final long MAX_PAUSE_NANOS = 500_000_000;

    private final Views views;
    private final String prefix;
    private final Consumer<LockView> listener;
    private final Consumer<LockSubscription> onClose;
    private final Set<String> changed = new LinkedHashSet<>();
    private final Map<String, Long> versions = new HashMap<>();
    private final @Nullable Subscription feed;
    /** The pauses after failures in a row; null if the last call of the store was answered. Of its thread. */
    private @Nullable Pause failing;

    private boolean closed;

    /** @param onClose called when the subscription ends */
    LockSubscription(
            LockStore store,
            Views views,
            String prefix,
            Consumer<LockView> listener,
            Consumer<LockSubscription> onClose) {
        this.views = views;
        this.prefix = prefix;
        this.listener = listener;
        this.onClose = onClose;
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
        while (true) {
            try {
                show(next());
            } catch (InterruptedException e) {
                close();
                return;
            } catch (Throwable e) {
                // The listener would never hear of a change again.
                Log.broke("Looking for changes has failed.", e);
                // A failure that repeats itself must not use up a processor.
                LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
            }
        }
    }

    /** Returns the resources that changed since the last call; none when closed. */
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
        Set<String> missing = new LinkedHashSet<>(resources);
        try {
            SplitOnFailure.call(List.copyOf(resources), (some, from) -> {
                List<LockView> now = views.look(some);
                some.forEach(missing::remove);
                now.forEach(this::show);
            });
            failing = null;
        } catch (RuntimeException e) {
            // The store is away or closed, or a record cannot be read. The last states must not be missed.
            missing.forEach(this::add);
            pause();
        } catch (Error e) {
            missing.forEach(this::add);
            throw e;
        }
    }

    private void show(LockView view) {
        synchronized (this) {
            if (closed) {
                return;
            }
        }
        try {
            listener.accept(view);
        } catch (Throwable e) {
            Log.callbackFailed(e);
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
            failing = null;
        } catch (RuntimeException e) {
            pause();
            return;
        }
        gone.forEach(name -> {
            versions.remove(name);
            add(name);
        });
    }

    private void pause() {
        failing = failing == null ? new Pause(FIRST_PAUSE_NANOS, MAX_PAUSE_NANOS) : failing;
        failing.await();
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
        onClose.accept(this);
    }
}
