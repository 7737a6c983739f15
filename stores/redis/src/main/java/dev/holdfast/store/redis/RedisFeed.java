package dev.holdfast.store.redis;

import dev.holdfast.store.Entry;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import dev.holdfast.store.Log;
import dev.holdfast.store.Outage;
import dev.holdfast.store.Page;
import dev.holdfast.store.Query;
import dev.holdfast.store.Reading;
import dev.holdfast.store.Sighting;
import dev.holdfast.store.StoreException;
import dev.holdfast.store.StoreUnwritableException;
import dev.holdfast.store.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The change feed of Redis. One thread, alive while there are subscribers, gets messages that name the changed records, and
 * reads these as they are then. Every second it compares the last version that a message named with the last one that was
 * given. If messages are missing, or their connection broke, it subscribes again and shows all records again. Thread-safe.
 */
final class RedisFeed implements AutoCloseable {
    private static final String LOGGER = "dev.holdfast.store.redis";

    private static final Duration LOOK = Duration.ofSeconds(1);
    /** So long others tell of changes without being asked again. */
    private static final Duration LISTEN = Duration.ofSeconds(20);

    private static final Duration AFTER_FAILURE = Duration.ofMillis(250);

    private final RedisConnection connection;
    private final RedisReader reader;
    private final RedisQueries queries;
    private final RedisWarnings warnings;
    private final Outage outage;
    private final List<RedisWatch> watches = new CopyOnWriteArrayList<>();
    private final Semaphore wake = new Semaphore(0);
    private @Nullable Thread thread;
    private boolean closed;

    // Used by the thread alone.
    private @Nullable RedisChangeListener listener;
    private long given;
    private long asked;

    RedisFeed(RedisConnection connection, RedisReader reader, RedisQueries queries, RedisWarnings warnings) {
        this.connection = connection;
        this.warnings = warnings;
        this.reader = reader;
        this.queries = queries;
        this.outage = Outage.ofFeed(LOGGER, connection.settings().shown());
    }

    synchronized Subscription watch(Kind kind, String prefix, Consumer<Sighting> sink) {
        if (closed) {
            throw new IllegalStateException(RedisConnection.CLOSED);
        }
        RedisWatch watch = new RedisWatch(this, Query.all(kind).prefix(prefix), sink);
        watches.add(watch);
        if (thread == null) {
            thread = new Thread(this::run, "holdfast-redis-feed");
            thread.setDaemon(true);
            thread.start();
        }
        wake.release();
        return watch;
    }

    void forget(RedisWatch watch) {
        watches.remove(watch);
        wake.release();
    }

    private void run() {
        long nextLook = System.nanoTime();
        while (goesOn()) {
            Duration pause = LOOK;
            try {
                boolean look = System.nanoTime() - nextLook >= 0;
                show(look);
                outage.works(Outage.READ);
                nextLook = look ? System.nanoTime() + LOOK.toNanos() : nextLook;
            } catch (StoreException e) {
                // A caller of the store meets the same failure; here, begin again until it is over.
                failed(e);
                endEar();
                pause = AFTER_FAILURE;
            } catch (IllegalStateException e) {
                endEar(); // closed, which the next round sees
            } catch (RuntimeException | Error e) {
                // The subscribers would never hear of a change again.
                Log.broke("The change feed of Redis has failed.", e);
                endEar();
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
            endEar();
            thread = null;
            return false;
        }
        return true;
    }

    private void show(boolean look) {
        RedisChangeListener hearing = listener;
        if (hearing != null && (!hearing.open() || hearing.mustStartOver() || (look && missedSomething(hearing)))) {
            endEar();
            hearing = null;
        }
        boolean anew = false;
        if (hearing == null) {
            try {
                ask();
                hearing = RedisChangeListener.open(connection, wake::release);
            } catch (StoreUnwritableException e) {
                warnings.add(e.getMessage() + " Changes are shown once a second until then.");
                showUnheard();
                return;
            }
            listener = hearing;
            // What was given until now, the records themselves will show.
            given = reader.last();
            hearing.covers(given);
            anew = true;
        }
        // Taken before anything is read: what changes after that is heard of again.
        Set<Key> changed = hearing.take();
        for (RedisWatch watch : watches) {
            if (anew || !watch.current()) {
                watch.startOver(all(watch.query()));
            }
        }
        showChanges(changed);
    }

    /** Asks other clients to publish their changes. */
    private void ask() {
        asked = System.nanoTime();
        reader.listen(LISTEN);
    }

    /** Shows all records again whenever something changed; for a user without the right to subscribe. */
    private void showUnheard() {
        long last = reader.last();
        for (RedisWatch watch : watches) {
            if (last != given || !watch.current()) {
                watch.startOver(all(watch.query()));
            }
        }
        given = last;
    }

    /** Returns whether no message has named a version that was given a second ago. */
    private boolean missedSomething(RedisChangeListener hearing) {
        if (System.nanoTime() - asked > LISTEN.toNanos() / 2) {
            ask();
        }
        long last = reader.last();
        boolean missed = last < given || given > hearing.newest();
        given = last;
        return missed;
    }

    private List<Entry> all(Query query) {
        List<Entry> all = new ArrayList<>();
        String after = "";
        while (true) {
            Page page = queries.query(query.after(after));
            all.addAll(page.entries());
            if (!page.more()) {
                return all;
            }
            after = page.entries().get(page.entries().size() - 1).key().name();
        }
    }

    private void showChanges(Set<Key> changed) {
        List<Key> wanted = new ArrayList<>();
        for (Key key : changed) {
            if (watches.stream().anyMatch(watch -> watch.wants(key))) {
                wanted.add(key);
            }
        }
        if (wanted.isEmpty()) {
            return;
        }
        Reading reading = reader.read(wanted);
        for (RedisWatch watch : watches) {
            if (watch.current()) {
                for (Key key : wanted) {
                    if (watch.wants(key)) {
                        watch.show(new Sighting(key, reading.get(key)));
                    }
                }
            }
        }
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

    private void endEar() {
        if (listener != null) {
            listener.close();
            listener = null;
        }
    }

    @Override
    public void close() {
        Thread ending;
        synchronized (this) {
            closed = true;
            ending = thread;
        }
        watches.forEach(RedisWatch::close);
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
