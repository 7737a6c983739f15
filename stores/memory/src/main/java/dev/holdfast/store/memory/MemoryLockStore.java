package dev.holdfast.store.memory;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.Preset;
import dev.holdfast.Subscription;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.LockStore.Watcher;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A store in the memory of this process.
 *
 * <p>Records are kept in tables, which all stores opened under the same name share; no other process sees them. Each group is
 * one atomic step, under the locks of the stripes that its keys are in. Time is that of the clock it was opened with. A crash, or closing the last store
 * of a name, leaves nothing; versions start again above those of any store closed before, and above the clock's
 * microseconds, so that fences go on growing as long as the clock is not set back meanwhile. It needs nothing configured.
 */
public final class MemoryLockStore implements LockStore {
    private final Memory memory;
    private final InstantSource clock;
    private final StoreTraits traits;
    /** The subscriptions that are open. */
    private final Set<Subscription> feeds = new HashSet<>();

    private final AtomicBoolean closed = new AtomicBoolean();

    private MemoryLockStore(Memory memory, InstantSource clock) {
        this.memory = memory;
        this.clock = clock;
        this.traits =
                new StoreTraits(MemoryStoreProvider.SCHEME + ":" + memory.name(), Preset.OFFLINE, true, false, false);
    }

    /** Opens a new store that no other caller can open. */
    public static MemoryLockStore open(InstantSource clock) {
        return open("", clock);
    }

    /**
     * Opens the store of that name in this process, and creates it if it is not there. If the name is empty, opens a new store
     * that is not shared.
     */
    public static MemoryLockStore open(String name, InstantSource clock) {
        return new MemoryLockStore(Memory.named(name, clock), clock);
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        requireOpen();
        return memory.apply(batch, clock);
    }

    /** Returns one: a batch saves nothing here, and waiting for other callers takes longer than a change. */
    @Override
    public int fullBatch() {
        return 1;
    }

    @Override
    public Reading read(Collection<Key> keys) {
        requireOpen();
        return memory.read(keys, clock);
    }

    @Override
    public Page query(Query query) {
        requireOpen();
        return memory.query(query, clock);
    }

    @Override
    public List<HistoryEntry> history(HistoryQuery query) {
        requireOpen();
        return memory.history(query);
    }

    @Override
    public Optional<Subscription> watch(Kind kind, String prefix, Watcher sink) {
        synchronized (feeds) {
            requireOpen();
            Feed feed = memory.watch(kind, prefix, sink);
            feeds.add(feed);
            return Optional.of(() -> end(feed));
        }
    }

    private void end(Subscription feed) {
        feed.close();
        synchronized (feeds) {
            feeds.remove(feed);
        }
    }

    @Override
    public StoreTraits traits() {
        return traits;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            List<Subscription> open;
            synchronized (feeds) {
                open = List.copyOf(feeds);
                feeds.clear();
            }
            open.forEach(Subscription::close);
            memory.left();
        }
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException("This memory store is closed; open another one.");
        }
    }
}
