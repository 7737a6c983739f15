package dev.holdfast.store.file.sidecar;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.Subscription;
import dev.holdfast.internal.process.LocalFileSystem;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.LockStore.Watcher;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A store whose locks other programs can see and make, by a format that a {@link View} knows.
 *
 * <p>What is stored where: everything in the journal of a sidecar folder, and in memory; the view shows the first hold of each
 * resource. A group is one line of the journal, atomic by one write to the guard file, under a lock on that file; against
 * programs that do not know the guard, atomic is the view's one step. Time is that of the clock the store was opened with. A
 * crash leaves a line beyond the committed length, which the next user of the folder settles by what the view shows. With a
 * durable view, a power failure leaves every answered change; with another one it can take the last changes with it, and
 * versions grow with the clock. The file system must have working file locks ({@code fcntl}), flushes, hard links and atomic
 * renames.
 */
public final class SidecarStore implements LockStore {
    private final Sidecar sidecar;
    private final InstantSource clock;
    private final StoreTraits traits;
    private final Reconciler reconciler;
    /** The subscriptions that are open. */
    private final Set<Subscription> feeds = new HashSet<>();
    /** Guards the set. No monitor, since a feed begins by waiting for the guard file. */
    private final ReentrantLock subscribing = new ReentrantLock();

    private final AtomicBoolean closed = new AtomicBoolean();
    /** Null until it is first needed. */
    private volatile @Nullable Boolean local;

    private SidecarStore(Sidecar sidecar, StoreTraits traits, InstantSource clock) {
        this.sidecar = sidecar;
        this.traits = traits;
        this.clock = clock;
        this.reconciler = new Reconciler(sidecar, clock);
    }

    /**
     * Opens the store with that sidecar folder, which is made if it is not there.
     *
     * @param view makes the view, given the folder; used by the first store of this process that opens the folder
     */
    public static SidecarStore open(
            Path folder, Function<Path, View> view, Disk disk, StoreTraits traits, InstantSource clock) {
        return new SidecarStore(Sidecars.join(folder, view, disk), traits, clock);
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        requireOpen();
        for (Group group : batch) {
            for (Change change : group.changes()) {
                requireName(change.key());
            }
        }
        return sidecar.exclusively(() -> {
            for (Group group : batch) {
                refuseAliases(group);
            }
            return applyEach(batch);
        });
    }

    private List<Result> applyEach(List<Group> batch) throws IOException {
        List<Result> results = new ArrayList<>(batch.size());
        boolean failed = false;
        for (Group group : batch) {
            try {
                results.add(failed ? new Result.Busy() : new Transaction(sidecar, clock, reconciler, group).apply());
            } catch (IOException e) {
                if (results.isEmpty()) {
                    throw e;
                }
                // What was applied must be told; the rest meets the same failure when it is tried again.
                failed = true;
                results.add(new Result.Busy());
            }
        }
        return results;
    }

    @Override
    public Reading read(Collection<Key> keys) {
        requireOpen();
        for (Key key : keys) {
            requireName(key);
        }
        return sidecar.exclusively(() -> {
            reconcile(keys);
            return sidecar.records().table().read(keys, Moment.now(clock));
        });
    }

    @Override
    public Page query(Query query) {
        requireOpen();
        return sidecar.exclusively(() -> {
            Page page = sidecar.records().table().query(query, Moment.now(clock));
            if (query.kind() != Kind.LOCK) {
                return page;
            }
            if (query.owner() == null && query.user() == null && query.dueBy() == null) {
                List<String> names = new ArrayList<>();
                for (String name : reconciler.names()) {
                    if (name.startsWith(query.prefix()) && name.compareTo(query.after()) > 0) {
                        names.add(name);
                    }
                }
                reconciler.reconcile(names);
            } else {
                reconcile(page.entries().stream().map(Entry::key).toList());
            }
            return sidecar.records().table().query(query, Moment.now(clock));
        });
    }

    @Override
    public List<HistoryEntry> history(HistoryQuery query) {
        requireOpen();
        return sidecar.exclusively(() -> sidecar.ledger().history().newest(query));
    }

    @Override
    public Optional<Subscription> watch(Kind kind, String prefix, Watcher sink) {
        subscribing.lock();
        try {
            requireOpen();
            Feed feed = new Feed(sidecar, reconciler, kind, prefix, sink);
            feed.start();
            feeds.add(feed);
            return Optional.of(() -> end(feed));
        } finally {
            subscribing.unlock();
        }
    }

    private void end(Subscription feed) {
        feed.close();
        subscribing.lock();
        try {
            feeds.remove(feed);
        } finally {
            subscribing.unlock();
        }
    }

    @Override
    public List<String> warnings() {
        requireOpen();
        return sidecar.locally(sidecar.view()::warnings);
    }

    @Override
    public boolean isLocal() {
        Boolean known = local;
        if (known == null) {
            known = LocalFileSystem.isLocal(sidecar.folder());
            local = known;
        }
        return known;
    }

    @Override
    public StoreTraits traits() {
        return traits;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            List<Subscription> open;
            subscribing.lock();
            try {
                open = List.copyOf(feeds);
                feeds.clear();
            } finally {
                subscribing.unlock();
            }
            for (Subscription feed : open) {
                feed.close();
            }
            Sidecars.leave(sidecar);
        }
    }

    private void reconcile(Collection<Key> keys) throws IOException {
        for (Key key : keys) {
            if (key.kind() == Kind.LOCK) {
                reconciler.reconcile(key.name());
            }
        }
    }

    private void requireName(Key key) {
        if (key.kind() == Kind.LOCK) {
            sidecar.view().requireName(key.name());
        }
    }

    /**
     * Throws if a name differs from another in nothing but case, where case does not count: two names would be one lock to
     * other programs and two to us.
     */
    private void refuseAliases(Group group) {
        if (!sidecar.view().ignoresCase()) {
            return;
        }
        for (Change change : group.changes()) {
            String other = change.key().kind() == Kind.LOCK
                    ? sidecar.records().aliasOf(change.key().name())
                    : null;
            if (other != null) {
                throw new IllegalArgumentException("The name '" + change.key().name() + "' differs from '" + other
                        + "' only in case, and the folder of these locks takes both for one; use the other spelling.");
            }
        }
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException("This lock store is closed; open another one.");
        }
    }
}
