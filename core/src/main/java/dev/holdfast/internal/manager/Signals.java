package dev.holdfast.internal.manager;

import dev.holdfast.HoldId;
import dev.holdfast.Subscription;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.LockStore.Sighting;
import dev.holdfast.spi.LockStore.Watcher;
import dev.holdfast.spi.Result;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The wake-up calls for callers that wait for a resource to change. They come immediately when this manager changes it, and
 * from the store's feed when others do. A waiter behind others in the queue is not woken before it is first, or out of the
 * queue: if fifty waiters looked at each change, they would slow down the one whose turn it is. A feed runs while callers wait,
 * and for some seconds after, since a waiter is likely to wait again and a feed may cost a connection.
 */
final class Signals {
    private static final Duration LINGER = Duration.ofSeconds(10);
    private static final int MAX_LINGERING = 16;
    /** A feed may cost a thread or a connection: beyond so many resources, one feed for all locks serves the rest. */
    private static final int MAX_FEEDS = 16;

    private final LockStore store;
    /** Guards changes of what follows. No monitor: a virtual thread that waits in one for a feed to begin would keep its carrier. */
    private final ReentrantLock feeding = new ReentrantLock();

    private final Map<String, WaitSet> waitSets = new ConcurrentHashMap<>();
    /** The wait sets without waiters, the longest without first. */
    private final Map<String, WaitSet> lingering = new LinkedHashMap<>();

    /** Feeds of one resource each. */
    private int feeds;

    private @Nullable Subscription common;
    /** The resources that the common feed serves. */
    private int served;

    private volatile boolean closed;

    /** The claims of the waiters that listen and may stand in a queue, and how many wait with each. */
    private final Map<HoldId, Integer> tickets = new ConcurrentHashMap<>();

    private final Watcher watcher = new Watcher() {
        @Override
        public boolean waitsFor(HoldId claim) {
            return tickets.containsKey(claim);
        }

        @Override
        public void accept(Sighting sighting) {
            tell(sighting.key().name(), sighting.entry());
        }
    };

    Signals(LockStore store) {
        this.store = store;
    }

    /** All waiters of one resource. Notified without any lock: a feed may notify while it is being closed. */
    private static final class WaitSet {
        private final Set<WaitSignal> waiters = ConcurrentHashMap.newKeySet();
        private volatile @Nullable Subscription feed;
        private volatile @Nullable Entry latest;
        /** The largest version that was reported, even of a record that is not there any more. */
        private long newest;
        /** Guarded by the signals. */
        private long leftAt;

        /** Returns whether it is news: the feed repeats what was reported here, and may do so late, even after a deletion. */
        private synchronized boolean learn(@Nullable Entry entry, long version) {
            if (entry != null && version <= newest) {
                return false;
            }
            newest = Math.max(newest, version);
            latest = entry;
            return true;
        }
    }

    /** One caller's signal at some resources; closing it ends the listening. */
    final class WaitSignal implements AutoCloseable {
        private final List<String> resources;
        private final @Nullable HoldId ticket;
        private final Runnable wake;
        private final AtomicBoolean rung = new AtomicBoolean();
        private boolean begun;
        private List<WaitSet> joined = List.of();

        private WaitSignal(List<String> resources, @Nullable HoldId ticket, Runnable wake) {
            this.resources = resources;
            this.ticket = ticket;
            this.wake = wake;
        }

        /**
         * Listens from now on if others listen already and one more costs nothing. Most callers need not wait: a lock is mostly
         * free, and listening may cost the store a connection.
         */
        void beginWithOthers() {
            if (wanted() && waitSets.keySet().containsAll(resources)) {
                begin();
            }
        }

        /** Listens from now on; false if it did so already. */
        boolean begin() {
            if (begun) {
                return false;
            }
            begun = true;
            if (ticket != null) {
                tickets.merge(ticket, 1, Integer::sum);
            }
            joined = resources.stream().map(resource -> join(resource, this)).toList();
            return true;
        }

        /**
         * Passes on records that the waiter has read itself. A caller here that releases the resource then needs no reading.
         */
        void saw(Snapshot now) {
            for (Entry entry : now.entries().values()) {
                Signals.this.tell(entry.key().name(), entry);
            }
        }

        /** Returns after a change, after that time, or at an interrupt; true if there was a change. */
        boolean await(long nanos) {
            if (!rung.get() && !closed) {
                LockSupport.parkNanos(Signals.this, nanos);
            }
            return takeRing();
        }

        /** Returns whether there was a change since the last call. */
        boolean takeRing() {
            return rung.getAndSet(false);
        }

        /** Returns whether the store reports the changes that others make. */
        boolean fed() {
            return joined.stream().allMatch(waitSet -> waitSet.feed != null);
        }

        /** Returns the ticket in the queue, or null if it has none. */
        @Nullable
        HoldId ticket() {
            return ticket;
        }

        /**
         * Returns the first resource as it was last reported, even if that was no reason to wake; null if it was not, or is
         * free.
         */
        @Nullable
        Entry latest() {
            return joined.isEmpty() ? null : joined.get(0).latest;
        }

        private void tell(@Nullable Entry entry) {
            LockState state = entry == null ? LockState.FREE : LockState.of(entry);
            if (ticket == null || state.placeOf(ticket) <= 1 || state.holdOfWaiter(ticket) != null) {
                ring();
            }
        }

        private void ring() {
            rung.set(true);
            wake.run();
        }

        @Override
        public void close() {
            if (begun) {
                if (ticket != null) {
                    tickets.computeIfPresent(ticket, (claim, waiters) -> waiters > 1 ? waiters - 1 : null);
                }
                resources.forEach(resource -> leave(resource, this));
            }
        }
    }

    /**
     * Returns a wait signal for a caller that may have to wait. It does not listen yet.
     *
     * @param ticket of the only resource, or null
     * @param wake called after each change that is news for it, by any thread; must not block
     */
    WaitSignal register(List<String> resources, @Nullable HoldId ticket, Runnable wake) {
        return new WaitSignal(resources, ticket, wake);
    }

    /** Wakes all waiters, since their manager is closed. */
    void close() {
        closed = true;
        waitSets.values().forEach(waitSet -> waitSet.waiters.forEach(WaitSignal::ring));
    }

    boolean closed() {
        return closed;
    }

    /** Returns whether a caller waits. */
    boolean wanted() {
        return !waitSets.isEmpty();
    }

    /** Tells of a change that this manager made. */
    void changed(Change change, Result.Applied applied) {
        if (change.key().kind() == Kind.LOCK && change.type() != Change.Type.CHECK) {
            Body next = change.next();
            tell(
                    change.key().name(),
                    next == null ? null : Entry.written(change.key(), applied.version(), applied.stamp(), next),
                    applied.version());
        }
    }

    private void tell(String resource, @Nullable Entry entry) {
        tell(resource, entry, entry == null ? Change.ABSENT : entry.version());
    }

    /** Notifies all waiters of a resource, unless they know already. */
    private void tell(String resource, @Nullable Entry entry, long version) {
        WaitSet waitSet = waitSets.get(resource);
        if (waitSet != null && waitSet.learn(entry, version)) {
            waitSet.waiters.forEach(waiter -> waiter.tell(entry));
        }
    }

    /**
     * Returns a resource that a caller here waits for, as it was last reported; null if that is not newer than what is known.
     */
    @Nullable
    Entry newer(Key lock, Snapshot known) {
        WaitSet waitSet = waitSets.get(lock.name());
        Entry latest = waitSet == null ? null : waitSet.latest;
        return latest == null || latest.version() <= known.version(lock) ? null : latest;
    }

    private WaitSet join(String resource, WaitSignal listening) {
        feeding.lock();
        try {
            lingering.remove(resource);
            WaitSet waitSet = waitSets.computeIfAbsent(resource, name -> new WaitSet());
            waitSet.waiters.add(listening);
            if (waitSet.feed == null) {
                waitSet.feed = feeds < MAX_FEEDS ? ownFeed(resource) : commonFeed();
            }
            return waitSet;
        } finally {
            feeding.unlock();
        }
    }

    private @Nullable Subscription ownFeed(String resource) {
        Subscription feed = watch(resource);
        if (feed == null) {
            return null;
        }
        feeds++;
        return () -> {
            feeds--;
            feed.close();
        };
    }

    private @Nullable Subscription commonFeed() {
        if (common == null) {
            common = watch("");
        }
        Subscription feed = common;
        if (feed == null) {
            return null;
        }
        served++;
        return () -> {
            if (--served == 0) {
                common = null;
                feed.close();
            }
        };
    }

    private @Nullable Subscription watch(String prefix) {
        return store.watch(Kind.LOCK, prefix, watcher).orElse(null);
    }

    private void leave(String resource, WaitSignal listening) {
        feeding.lock();
        try {
            WaitSet waitSet = waitSets.get(resource);
            if (waitSet != null && waitSet.waiters.remove(listening) && waitSet.waiters.isEmpty()) {
                waitSet.leftAt = System.nanoTime();
                lingering.put(resource, waitSet);
                endLingering();
            }
        } finally {
            feeding.unlock();
        }
    }

    /** Ends what has lingered long enough. */
    void tidy() {
        feeding.lock();
        try {
            endLingering();
        } finally {
            feeding.unlock();
        }
    }

    private void endLingering() {
        Iterator<Map.Entry<String, WaitSet>> eldest = lingering.entrySet().iterator();
        while (eldest.hasNext()) {
            Map.Entry<String, WaitSet> next = eldest.next();
            WaitSet waitSet = next.getValue();
            if (lingering.size() <= MAX_LINGERING
                    && waitSet.feed != null
                    && System.nanoTime() - waitSet.leftAt < LINGER.toNanos()) {
                return;
            }
            eldest.remove();
            waitSets.remove(next.getKey());
            if (waitSet.feed != null) {
                waitSet.feed.close();
            }
        }
    }
}
