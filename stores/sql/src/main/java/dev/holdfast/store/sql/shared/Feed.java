package dev.holdfast.store.sql.shared;

import dev.holdfast.store.Entry;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import dev.holdfast.store.Log;
import dev.holdfast.store.Outage;
import dev.holdfast.store.Query;
import dev.holdfast.store.Sighting;
import dev.holdfast.store.StoreException;
import dev.holdfast.store.Subscription;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The change feed of a database. One thread, alive while there are subscribers, looks at the list of changes on a connection of
 * its own; our own commits wake it immediately. After a failure it starts again with all records. Thread-safe.
 */
public final class Feed implements AutoCloseable {
    private static final String LOGGER = "dev.holdfast.store.sql";

    private static final Duration AFTER_FAILURE = Duration.ofMillis(500);
    /** So long after a change of what is watched another one is to be expected. */
    private static final Duration LIVELY = Duration.ofSeconds(1);

    private final String name;
    private final Opener opener;
    private final Outage outage;
    private final List<FeedWatch> watches = new CopyOnWriteArrayList<>();
    private final Semaphore wake = new Semaphore(0);
    private @Nullable Thread thread;
    private boolean closed;

    // Used by the thread alone.
    private @Nullable ChangeLog log;
    private long changedAt = System.nanoTime();

    /** Opens a connection for the feed. */
    @FunctionalInterface
    public interface Opener extends Callable<ChangeLog> {
        @Override
        ChangeLog call() throws SQLException;
    }

    /**
     * @param name of its thread
     * @param place the address of the database, for the log
     */
    public Feed(String name, String place, Opener opener) {
        this.name = name;
        this.opener = opener;
        this.outage = Outage.ofFeed(LOGGER, place);
    }

    public synchronized Subscription watch(Kind kind, String prefix, Consumer<Sighting> sink) {
        if (closed) {
            throw new IllegalStateException(Connections.CLOSED);
        }
        FeedWatch watch = new FeedWatch(this::forget, Query.all(kind).prefix(prefix), sink);
        watches.add(watch);
        if (thread == null) {
            thread = new Thread(this::run, name);
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
    public void changed() {
        if (!watches.isEmpty()) {
            wake.release();
        }
    }

    private void run() {
        while (goesOn()) {
            try {
                look();
                outage.works(Outage.READ);
                await();
            } catch (SQLException | StoreException e) {
                // A caller of the store meets the same failure; here, begin again until it is over.
                failed(e);
                closeLog();
                pauseAfterFailure();
            } catch (RuntimeException | Error e) {
                // The subscribers would never hear of a change again.
                Log.broke("The change feed of a database has failed.", e);
                closeLog();
                pauseAfterFailure();
            }
        }
    }

    private synchronized void failed(Exception why) {
        if (!closed) {
            outage.failed(Outage.READ, why);
        }
    }

    private synchronized boolean goesOn() {
        if (closed || watches.isEmpty()) {
            closeLog();
            thread = null;
            return false;
        }
        return true;
    }

    private void look() throws SQLException {
        ChangeLog current = log;
        if (current == null) {
            current = opener.call();
            log = current;
        }
        Set<Key> changed = current.changed();
        Set<Key> wanted = new HashSet<>();
        if (changed != null) {
            changed.stream()
                    .filter(key -> watches.stream().anyMatch(watch -> watch.wants(key)))
                    .forEach(wanted::add);
        }
        changedAt = wanted.isEmpty() ? changedAt : System.nanoTime();
        Map<Key, Entry> entries = wanted.isEmpty() ? Map.of() : current.read(wanted);
        for (FeedWatch watch : watches) {
            if (changed == null || !watch.current()) {
                watch.startOver(current.all(watch.query()));
            } else {
                watch.show(sightings(watch, wanted, entries));
            }
        }
    }

    private static List<Sighting> sightings(FeedWatch watch, Set<Key> changed, Map<Key, Entry> entries) {
        List<Sighting> shown = new ArrayList<>();
        for (Key key : changed) {
            if (watch.wants(key)) {
                shown.add(new Sighting(key, entries.get(key)));
            }
        }
        return shown;
    }

    private void await() throws SQLException {
        try {
            if (log != null) {
                log.await(wake, System.nanoTime() - changedAt < LIVELY.toNanos());
            }
        } catch (InterruptedException e) {
            // Only a subscriber's code can have interrupted this thread; close() ends it.
            return;
        }
    }

    private void pauseAfterFailure() {
        try {
            ChangeLog.pause(wake, AFTER_FAILURE);
        } catch (InterruptedException e) {
            return; // as above
        }
    }

    private void closeLog() {
        if (log != null) {
            log.close();
            log = null;
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
