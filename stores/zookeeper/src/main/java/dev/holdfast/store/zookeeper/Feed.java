package dev.holdfast.store.zookeeper;

import dev.holdfast.internal.storage.ChangeFeed;
import dev.holdfast.internal.storage.FeedWatch;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Query;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/**
 * The change feed of ZooKeeper. ZooKeeper reports which nodes of a kind changed; the feed's thread reads them. It also keeps the
 * names of all records of the kinds that are watched, so that a new subscriber is shown its own without a list of all. After a
 * lost connection it starts again. The thread outlives the last subscriber by half a minute: the next one often comes soon.
 */
final class Feed extends ChangeFeed {
    private static final Duration LINGER = Duration.ofSeconds(30);
    private static final String LOGGER = "dev.holdfast.store.zookeeper";

    private static final Duration AFTER_FAILURE = Duration.ofMillis(250);
    /** A pause that only a signal ends. */
    private static final Duration ENDLESS = Duration.ofDays(1);

    private final Paths paths;
    private final Reader reader;

    // Guarded by this.
    private Map<Key, EventType> changed = new LinkedHashMap<>();
    private boolean begun;

    /** The names of the records of each watched kind. Used by the thread alone. */
    private final Map<Kind, NavigableSet<String>> names = new EnumMap<>(Kind.class);

    /** The watchers that were set on the session of the moment. Used by the thread alone. */
    private final Map<Kind, Watcher> watchers = new EnumMap<>(Kind.class);

    private @Nullable ZooKeeper session;

    Feed(String place, Paths paths, Reader reader) {
        super("holdfast-zookeeper-feed", LOGGER, place, AFTER_FAILURE, LINGER);
        this.paths = paths;
        this.reader = reader;
    }

    /** Says that changes may have gone unseen. */
    void connectionLost() {
        startOver();
        changed();
    }

    @Override
    protected synchronized void startOver() {
        begun = false;
    }

    private void changed(Kind kind, WatchedEvent event) {
        Key key = event.getPath() == null
                        || event.getPath().length() <= paths.of(kind).length()
                ? null
                : paths.key(kind, event.getPath());
        if (key != null) {
            synchronized (this) {
                changed.remove(key);
                changed.put(key, event.getType());
            }
            changed();
        }
    }

    @Override
    protected List<Runnable> look() {
        return reader.asking(this::look);
    }

    private List<Runnable> look(SessionCall call) throws SessionCall.LostException {
        Map<Key, EventType> news;
        boolean anew;
        synchronized (this) {
            anew = !begun;
            begun = true;
            news = changed;
            changed = new LinkedHashMap<>();
        }
        boolean done = false;
        try {
            if (anew) {
                names.clear();
            }
            for (FeedWatch watch : watches()) {
                if (!names.containsKey(watch.query().kind())) {
                    begin(call, watch.query().kind());
                }
            }
            news.forEach(this::note);
            List<Runnable> shown = news(anew ? null : wanted(news.keySet()), new Records(call));
            done = true;
            return shown;
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

    /** Keeps the names, now that a node changed. */
    private void note(Key key, EventType type) {
        NavigableSet<String> known = names.get(key.kind());
        if (known != null && type == EventType.NodeDeleted) {
            known.remove(key.name());
        } else if (known != null) {
            known.add(key.name());
        }
    }

    /** The records, found by their names. */
    private final class Records implements Source<SessionCall.LostException> {
        private final SessionCall call;

        Records(SessionCall call) {
            this.call = call;
        }

        @Override
        public Map<Key, Entry> read(Set<Key> keys) throws SessionCall.LostException {
            return reader.collected(call, keys);
        }

        @Override
        public List<Entry> all(Query query) throws SessionCall.LostException {
            List<Key> keys = new ArrayList<>();
            for (String name : names.getOrDefault(query.kind(), new TreeSet<>()).tailSet(query.prefix(), true)) {
                if (!name.startsWith(query.prefix())) {
                    break;
                }
                keys.add(new Key(query.kind(), name));
            }
            return List.copyOf(reader.collected(call, keys).values());
        }
    }

    @Override
    protected void await(Semaphore signal) throws InterruptedException {
        pause(signal, watches().isEmpty() ? LINGER : ENDLESS);
    }

    @Override
    protected void end() {
        startOver();
        ZooKeeper on = session;
        if (on != null) {
            watchers.forEach((kind, watcher) -> on.removeWatches(
                    paths.of(kind), watcher, Watcher.WatcherType.Any, true, (code, path, context) -> {}, null));
        }
        names.clear();
        watchers.clear();
    }
}
