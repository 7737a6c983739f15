package dev.holdfast.store.file.sidecar;

import dev.holdfast.StoreException;
import dev.holdfast.Subscription;
import dev.holdfast.internal.storage.Delivery;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.internal.storage.Outage;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore.Sighting;
import dev.holdfast.spi.LockStore.Watcher;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * One subscription and its thread. It is told of what this process changes, and looks several times a second whether another
 * process or program changed something.
 */
final class Feed implements Subscription {
    static final String LOGGER = "dev.holdfast.store.file";

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(60);

    private final Sidecar sidecar;
    private final Lookout lookout;
    private final Outage outage;
    private final Delivery delivery;
    private final Consumer<Collection<Key>> listener = this::changed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    /** Guarded by the lock. */
    private final Set<Key> pending = new LinkedHashSet<>();

    Feed(Sidecar sidecar, Reconciler reconciler, Kind kind, String prefix, Watcher sink) {
        this.sidecar = sidecar;
        this.outage = Outage.ofFeed(LOGGER, sidecar.folder().toString());
        this.lookout = new Lookout(sidecar, reconciler);
        this.delivery = new Delivery(kind, prefix, sink);
    }

    void start() {
        sidecar.exclusively(() -> {
            sidecar.listen(listener);
            changed(sidecar.records().table().entries().stream().map(Entry::key).toList());
            return true;
        });
        Thread thread = new Thread(this::run, "holdfast-file-feed");
        thread.setDaemon(true);
        thread.start();
    }

    private void changed(Collection<Key> keys) {
        lock.lock();
        try {
            for (Key key : keys) {
                if (delivery.wants(key)) {
                    pending.add(key);
                }
            }
            if (!pending.isEmpty()) {
                news.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        while (!delivery.closed()) {
            try {
                lookout.look();
                await();
                sidecar.locally(this::current).forEach(delivery::tell);
                outage.works(Outage.READ);
            } catch (StoreException e) {
                // The folder may be back at the next look.
                if (!delivery.closed()) {
                    outage.failed(Outage.READ, e);
                }
                LockSupport.parkNanos(PAUSE);
            } catch (RuntimeException | Error e) {
                // The subscriber would never hear of a change again.
                Log.broke("The change feed of a file store has failed.", e);
                LockSupport.parkNanos(PAUSE);
            }
        }
    }

    @SuppressWarnings("WaitNotInLoop") // waking up too early costs one look
    private void await() {
        lock.lock();
        try {
            if (pending.isEmpty() && !delivery.closed()) {
                news.awaitNanos(PAUSE);
            }
        } catch (InterruptedException e) {
            // Only this class knows the thread; closing ends it.
        } finally {
            lock.unlock();
        }
    }

    private List<Sighting> current() {
        lock.lock();
        try {
            List<Sighting> current = new ArrayList<>();
            for (Key key : pending) {
                current.add(new Sighting(key, sidecar.records().table().get(key)));
            }
            pending.clear();
            return current;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        sidecar.unlisten(listener);
        delivery.close();
        lock.lock();
        try {
            news.signal();
        } finally {
            lock.unlock();
        }
    }
}
