package dev.holdfast.store.memory;

import dev.holdfast.Subscription;
import dev.holdfast.internal.storage.ForwardingStore;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.LockStore.Watcher;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A store with a way to it, so that callers gather while one is on it; counts the trips, and the looks. */
final class SlowStore extends ForwardingStore {
    private static final long WAY_NANOS = 50_000;

    /** Something that happens on the way. */
    interface Incident {
        void happen() throws InterruptedException;
    }

    private final int full;
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger trips = new AtomicInteger();
    private final AtomicInteger watches = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicReference<Incident> next = new AtomicReference<>(() -> {});
    private volatile @Nullable Incident instead;

    SlowStore(LockStore store) {
        this(store, Integer.MAX_VALUE);
    }

    SlowStore(LockStore store, int full) {
        super(store);
        this.full = full;
    }

    @Override
    public int fullBatch() {
        return full;
    }

    int reads() {
        return reads.get();
    }

    int trips() {
        return trips.get();
    }

    int watches() {
        return watches.get();
    }

    /** How many watches have not been closed. */
    int open() {
        return open.get();
    }

    /** Whoever wants to be told of changes is told of none; this happens instead. */
    void insteadOfWatching(Incident incident) {
        instead = incident;
    }

    void beforeNext(Incident incident) {
        next.set(incident);
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        trips.incrementAndGet();
        happen(next.getAndSet(() -> {}));
        LockSupport.parkNanos(WAY_NANOS);
        return store().apply(batch);
    }

    @Override
    public Reading read(Collection<Key> keys) {
        reads.incrementAndGet();
        return store().read(keys);
    }

    @Override
    public Optional<Subscription> watch(Kind kind, String prefix, Watcher sink) {
        watches.incrementAndGet();
        if (instead != null) {
            happen(instead);
            return Optional.of(() -> {});
        }
        open.incrementAndGet();
        return store().watch(kind, prefix, sink).map(watch -> () -> {
            open.decrementAndGet();
            watch.close();
        });
    }

    private static void happen(Incident incident) {
        try {
            incident.happen();
        } catch (InterruptedException e) {
            throw new IllegalStateException("The test is over.", e);
        }
    }
}
