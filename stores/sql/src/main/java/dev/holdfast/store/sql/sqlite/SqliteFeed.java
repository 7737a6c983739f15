package dev.holdfast.store.sql.sqlite;

import dev.holdfast.store.Entry;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import dev.holdfast.store.Log;
import dev.holdfast.store.Outage;
import dev.holdfast.store.Query;
import dev.holdfast.store.Sighting;
import dev.holdfast.store.StoreException;
import dev.holdfast.store.Subscription;
import dev.holdfast.store.UnreadableRecordException;
import dev.holdfast.store.sql.shared.FeedWatch;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The change feed of a SQLite file. One thread, alive while there are subscribers, asks SQLite twenty times a second whether
 * another connection committed, which costs a few microseconds; our own commits wake it immediately. It then reads the list of
 * changes, or all records if that list no longer reaches back far enough. Records that were deleted by hand are not in that
 * list, but missing when they are counted. Thread-safe.
 */
final class SqliteFeed implements AutoCloseable {
    private static final String LOGGER = "dev.holdfast.store.sql";

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    /** The pause for each record that a look found changed: what changes again meanwhile is then read once. */
    private static final Duration BREATH = Duration.ofNanos(200_000);

    private static final Duration MAX_BREATH = Duration.ofMillis(20);
    /** So often at most records are counted: it costs by how many there are. */
    private static final Duration COUNT = Duration.ofSeconds(2);

    private final SqliteFile file;
    private final InstantSource clock;
    private final Outage outage;
    private final List<FeedWatch> watches = new CopyOnWriteArrayList<>();
    private final Semaphore wake = new Semaphore(0);
    private @Nullable Thread thread;
    private boolean closed;

    // Used by the thread alone.
    private @Nullable SqliteReader reader;
    private long commits;
    private long position;
    private int found;
    private boolean uncounted;
    private long counted = System.nanoTime() - COUNT.toNanos();

    SqliteFeed(SqliteFile file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
        this.outage = Outage.ofFeed(LOGGER, "sqlite:" + file.path());
    }

    synchronized Subscription watch(Kind kind, String prefix, Consumer<Sighting> sink) {
        if (closed) {
            throw new IllegalStateException(SqliteLockStore.CLOSED);
        }
        FeedWatch watch = new FeedWatch(this::forget, Query.all(kind).prefix(prefix), sink);
        watches.add(watch);
        if (thread == null) {
            thread = new Thread(this::run, "holdfast-sqlite-feed");
            thread.setDaemon(true);
            thread.start();
        }
        wake.release();
        return watch;
    }

    private void forget(FeedWatch watch) {
        watches.remove(watch);
        wake.release();
    }

    /** Says that this process committed something. */
    void changed() {
        if (!watches.isEmpty()) {
            wake.release();
        }
    }

    private void run() {
        while (goesOn()) {
            Duration pause = LOOK;
            try {
                found = 0;
                look();
                outage.works(Outage.READ);
                breathe();
            } catch (SQLException | StoreException e) {
                // A caller of the store meets the same failure; here, begin again until it is over.
                failed(e);
                closeReader();
                pause = AFTER_FAILURE;
            } catch (RuntimeException | Error e) {
                // The subscribers would never hear of a change again.
                Log.broke("The change feed of SQLite has failed.", e);
                closeReader();
                pause = AFTER_FAILURE;
            }
            sleep(pause);
        }
    }

    private synchronized void failed(Exception why) {
        if (!closed) {
            outage.failed(Outage.READ, why);
        }
    }

    private synchronized boolean goesOn() {
        if (closed || watches.isEmpty()) {
            closeReader();
            thread = null;
            return false;
        }
        return true;
    }

    private void look() throws SQLException {
        SqliteReader current = reader;
        boolean whole = current == null;
        if (current == null) {
            file.requireSame();
            current = SqliteReader.open(file, clock);
            reader = current;
        }
        long seen = current.changes().commits();
        uncounted |= seen != commits;
        boolean count = uncounted && System.nanoTime() - counted >= COUNT.toNanos();
        if (whole || seen != commits || count || !watches.stream().allMatch(FeedWatch::current)) {
            show(current, whole, count);
            commits = seen;
        }
        if (count) {
            uncounted = false;
            counted = System.nanoTime();
        }
    }

    /**
     * Collects everything at one moment, and reports it when the look is over, so that slow subscribers delay no other program.
     */
    private void show(SqliteReader current, boolean whole, boolean count) throws SQLException {
        List<Runnable> news = new ArrayList<>();
        current.begin();
        long last = current.changes().last();
        Set<Key> changed = whole ? null : changed(current, last);
        found = changed == null ? 0 : changed.size();
        Map<Key, Sighting> sightings = new HashMap<>();
        for (FeedWatch watch : watches) {
            if (changed != null && watch.current()) {
                List<Sighting> shown = new ArrayList<>();
                for (Key key : changed) {
                    if (watch.wants(key)) {
                        shown.add(sighting(current, key, sightings));
                    }
                }
                news.add(() -> watch.show(shown));
                if (count) {
                    long there = current.count(watch.query());
                    news.add(() -> watch.recount(there));
                }
            } else {
                List<Entry> all = current.all(watch.query());
                news.add(() -> watch.startOver(all));
            }
        }
        current.end();
        position = last;
        news.forEach(Runnable::run);
    }

    /** Returns what changed since the last look; null if the list of changes does not show it. */
    private @Nullable Set<Key> changed(SqliteReader current, long last) throws SQLException {
        boolean listed = position >= last - SqliteApplier.CHANGES_KEPT
                && (position == last || current.changes().has(position));
        if (position > last || !listed) {
            return null;
        }
        try {
            return current.changes().since(position);
        } catch (UnreadableRecordException e) {
            return null;
        }
    }

    private static Sighting sighting(SqliteReader current, Key key, Map<Key, Sighting> known) throws SQLException {
        Sighting sighting = known.get(key);
        if (sighting == null) {
            sighting = new Sighting(key, current.records().entry(key));
            known.put(key, sighting);
        }
        return sighting;
    }

    /**
     * Pauses under load. A look for every commit would read the same records again and again, and take that time from the
     * commits.
     */
    private void breathe() {
        Duration breath = BREATH.multipliedBy(found - 1);
        LockSupport.parkNanos((breath.compareTo(MAX_BREATH) < 0 ? breath : MAX_BREATH).toNanos());
    }

    private void sleep(Duration pause) {
        try {
            if (wake.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                wake.drainPermits();
            }
        } catch (InterruptedException e) {
            // Only a subscriber's code can have interrupted this thread; close() ends it.
            return;
        }
    }

    private void closeReader() {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }

    @Override
    public void close() {
        Thread ending;
        synchronized (this) {
            closed = true;
            ending = thread;
        }
        watches.forEach(FeedWatch::close);
        wake.release();
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
