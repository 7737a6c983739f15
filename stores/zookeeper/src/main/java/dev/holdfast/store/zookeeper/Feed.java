package dev.holdfast.store.zookeeper;

import dev.holdfast.store.Entry;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import dev.holdfast.store.Log;
import dev.holdfast.store.Outage;
import dev.holdfast.store.Sighting;
import dev.holdfast.store.StoreException;
import dev.holdfast.store.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/**
 * The change feed of ZooKeeper. ZooKeeper reports which nodes of a kind changed; one thread reads them and notifies. It also
 * keeps the names of all records of the kinds that are watched, so that a new subscriber is shown its own without a list of
 * all. After a lost connection it starts again. The thread outlives the last subscriber by half a minute: the next one often
 * comes soon. Thread-safe.
 */
final class Feed implements AutoCloseable {
    private static final Duration LINGER = Duration.ofSeconds(30);
    private static final String LOGGER = "dev.holdfast.store.zookeeper";

    private static final Duration AFTER_FAILURE = Duration.ofMillis(250);

    private final Paths paths;
    private final Reader reader;
    private final Outage outage;
    private final List<Watch> watches = new CopyOnWriteArrayList<>();

    // Guarded by this.
    private Map<Key, EventType> changed = new LinkedHashMap<>();
    private boolean begun;
    private boolean woken;
    private boolean closed;
    private long idleSince;
    private @Nullable Thread thread;

    /** The names of the records of each watched kind. Used by the thread alone. */
    private final Map<Kind, NavigableSet<String>> names = new EnumMap<>(Kind.class);

    /** The watchers that were set on the session of the moment. Used by the thread alone. */
    private final Map<Kind, Watcher> watchers = new EnumMap<>(Kind.class);

    private @Nullable ZooKeeper session;

    Feed(String place, Paths paths, Reader reader) {
        this.outage = Outage.ofFeed(LOGGER, place);
        this.paths = paths;
        this.reader = reader;
    }

    synchronized Subscription watch(Kind kind, String prefix, Consumer<Sighting> sink) {
        if (closed) {
            throw new IllegalStateException(ZooKeeperLockStore.CLOSED);
        }
        Watch watch = new Watch(this, kind, prefix, sink);
        watches.add(watch);
        if (thread == null) {
            begun = false;
            thread = new Thread(this::run, "holdfast-zookeeper-feed");
            thread.setDaemon(true);
            thread.start();
        }
        wake();
        return watch;
    }

    synchronized void forget(Watch watch) {
        watches.remove(watch);
        idleSince = System.nanoTime();
    }

    /** Says that changes may have gone unseen. */
    synchronized void startOver() {
        begun = false;
        wake();
    }

    private synchronized void wake() {
        woken = true;
        notifyAll();
    }

    private synchronized void changed(Kind kind, WatchedEvent event) {
        Key key = event.getPath() == null
                        || event.getPath().length() <= paths.of(kind).length()
                ? null
                : paths.key(kind, event.getPath());
        if (key != null) {
            changed.remove(key);
            changed.put(key, event.getType());
            wake();
        }
    }

    private void run() {
        while (goesOn()) {
            try {
                reader.asking(call -> {
                    look(call);
                    return true;
                });
                outage.works(Outage.READ);
            } catch (StoreException e) {
                // A caller of the store meets the same failure; here, begin again until it is over.
                failed(e);
                startOver();
                pause();
            } catch (IllegalStateException e) {
                return; // closed
            } catch (RuntimeException | Error e) {
                // The subscribers would never hear of a change again.
                Log.broke("The change feed of ZooKeeper has failed.", e);
                startOver();
                pause();
            }
        }
    }

    private synchronized void failed(Exception why) {
        if (!closed) {
            outage.failed(Outage.READ, why);
        }
    }

    /** Waits for something to do; false if the thread is needed no more. */
    private synchronized boolean goesOn() {
        while (!closed && !woken) {
            long left = watches.isEmpty() ? LINGER.toNanos() - (System.nanoTime() - idleSince) : Long.MAX_VALUE;
            if (left <= 0) {
                thread = null;
                unwatch();
                return false;
            }
            await(left);
        }
        woken = false;
        return !closed;
    }

    private synchronized void await(long nanos) {
        try {
            TimeUnit.NANOSECONDS.timedWait(this, nanos);
        } catch (InterruptedException e) {
            // Only a subscriber's code can have interrupted this thread; close() ends it.
            return;
        }
    }

    private synchronized void pause() {
        if (!closed) {
            await(AFTER_FAILURE.toNanos());
        }
    }

    private void look(SessionCall call) throws SessionCall.LostException {
        Map<Key, EventType> news;
        synchronized (this) {
            if (!begun) {
                begun = true;
                names.clear();
                watches.forEach(Watch::outdated);
            }
            news = changed;
            changed = new LinkedHashMap<>();
        }
        boolean done = false;
        try {
            for (Watch watch : watches) {
                if (!names.containsKey(watch.kind())) {
                    begin(call, watch.kind());
                }
            }
            show(call, news);
            for (Watch watch : watches) {
                if (!watch.current()) {
                    watch.startOver(reader.collected(call, wanted(watch)));
                }
            }
            done = true;
        } finally {
            if (!done) {
                startOver();
            }
        }
    }

    /** Watches a kind from now on, and lists what is there. */
    private void begin(SessionCall call, Kind kind) throws SessionCall.LostException {
        Watcher watcher = watchers.computeIfAbsent(kind, any -> event -> changed(kind, event));
        session = call.session();
        call.session()
                .addWatch(
                        paths.of(kind), watcher, AddWatchMode.PERSISTENT_RECURSIVE, (code, path, context) -> {}, null);
        call.sync(paths.of(kind));
        names.put(kind, new TreeSet<>(reader.names(call, kind)));
    }

    private List<Key> wanted(Watch watch) {
        List<Key> keys = new ArrayList<>();
        NavigableSet<String> all = names.getOrDefault(watch.kind(), new TreeSet<>());
        for (String name : all.tailSet(watch.prefix(), true)) {
            if (!name.startsWith(watch.prefix())) {
                break;
            }
            keys.add(new Key(watch.kind(), name));
        }
        return keys;
    }

    private void show(SessionCall call, Map<Key, EventType> news) throws SessionCall.LostException {
        List<Key> keys = new ArrayList<>();
        news.forEach((key, type) -> {
            NavigableSet<String> known = names.get(key.kind());
            if (known != null && type == EventType.NodeDeleted) {
                known.remove(key.name());
            } else if (known != null) {
                known.add(key.name());
            }
            if (watches.stream().anyMatch(watch -> watch.current() && watch.wants(key))) {
                keys.add(key);
            }
        });
        Map<Key, Entry> entries = reader.collected(call, keys);
        for (Watch watch : watches) {
            for (Key key : keys) {
                if (watch.current() && watch.wants(key)) {
                    watch.show(new Sighting(key, entries.get(key)));
                }
            }
        }
    }

    private void unwatch() {
        ZooKeeper on = session;
        if (on != null) {
            watchers.forEach((kind, watcher) -> on.removeWatches(
                    paths.of(kind), watcher, Watcher.WatcherType.Any, true, (code, path, context) -> {}, null));
        }
        names.clear();
        watchers.clear();
    }

    @Override
    public void close() {
        Thread ending;
        synchronized (this) {
            closed = true;
            ending = thread;
            notifyAll();
        }
        watches.forEach(Watch::close);
        join(ending);
    }

    private static void join(@Nullable Thread ending) {
        if (ending == null || ending == Thread.currentThread()) {
            return;
        }
        boolean interrupted = false;
        while (ending.isAlive()) {
            try {
                ending.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
