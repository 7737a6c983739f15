package dev.holdfast.internal.manager;

import dev.holdfast.HistoryEntry;
import dev.holdfast.HoldId;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.NotPermittedException;
import dev.holdfast.StoreException;
import dev.holdfast.Subscription;
import dev.holdfast.internal.storage.ForwardingStore;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.internal.storage.Outage;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store whose outages are logged. Passes everything on. */
final class ObservedStore extends ForwardingStore {
    /** None before the first failure. */
    private volatile @Nullable Outage outage;

    private volatile boolean closed;
    private volatile Consumer<Sighting> onLock = sighting -> {};

    ObservedStore(LockStore store) {
        super(store);
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        try {
            List<Result> results = store().apply(batch);
            works(Outage.WRITE);
            return results;
        } catch (StoreException e) {
            throw failed(Outage.WRITE, e);
        }
    }

    @Override
    public Reading read(Collection<Key> keys) {
        return asked(() -> store().read(keys));
    }

    @Override
    public Page query(Query query) {
        return asked(() -> store().query(query));
    }

    @Override
    public List<HistoryEntry> history(HistoryQuery query) {
        return asked(() -> store().history(query));
    }

    /** Has a receiver told of every lock that any feed of this store reports. It is called as a feed calls its sink. */
    void onLock(Consumer<Sighting> receiver) {
        onLock = receiver;
    }

    @Override
    public Optional<Subscription> watch(Kind kind, String prefix, Watcher watcher) {
        return store().watch(kind, prefix, kind == Kind.LOCK ? new Observed(watcher) : watcher);
    }

    /** A subscriber, and the receiver of all locks that a feed has shown. */
    private final class Observed implements Watcher {
        private final Watcher watcher;

        Observed(Watcher watcher) {
            this.watcher = watcher;
        }

        @Override
        public boolean waitsFor(HoldId claim) {
            return watcher.waitsFor(claim);
        }

        @Override
        public void accept(Sighting sighting) {
            watcher.accept(sighting);
            onLock.accept(sighting);
        }
    }

    private <T> T asked(Supplier<T> question) {
        try {
            T answer = question.get();
            works(Outage.READ);
            return answer;
        } catch (StoreException e) {
            throw failed(Outage.READ, e);
        }
    }

    private void works(int kind) {
        Outage known = outage;
        if (known != null) {
            known.works(kind);
        }
    }

    private StoreException failed(int kind, StoreException why) {
        // A missing permission is an answer, and a store that is being closed may fail.
        if (!closed && !(why instanceof NotPermittedException)) {
            first().failed(kind, why);
        }
        return why;
    }

    private synchronized Outage first() {
        if (outage == null) {
            outage = Outage.ofStore(Log.MANAGER, "The store " + store().traits().address());
        }
        return outage;
    }

    @Override
    public void close() {
        closed = true;
        store().close();
    }
}
