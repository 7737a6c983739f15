package dev.holdfast.internal.storage;

import dev.holdfast.StoreException;
import dev.holdfast.Subscription;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group.Audience;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore.Watcher;
import dev.holdfast.spi.Query;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Base class of change feeds that serve all subscribers of a store with one thread. The thread is alive while there are
 * subscribers. It looks for changes, shows them and waits until there may be more. After a failure it starts over with all
 * records. Thread-safe.
 */
public abstract class ChangeFeed implements AutoCloseable {
    /**
     * The pause after a look, as a multiple of what the look took. In a stream of changes one look serves several of them, and
     * the more clients look at a store, the less often each does.
     */
    private static final int PAUSE_PER_LOOK = 4;

    private static final long MIN_PAUSE_NANOS = 500_000;
    private static final long MAX_PAUSE_NANOS = 10_000_000;

    private static final String CLOSED = "This store is closed: open it again.";

    private final String name;
    private final String place;
    private final Duration afterFailure;
    private final Duration linger;
    private final Outage outage;
    private final List<FeedWatch> watches = new CopyOnWriteArrayList<>();
    private final Semaphore wake = new Semaphore(0);
    private @Nullable Thread thread;
    private boolean closed;
    /** When the thread may look again. */
    private long nextLook = System.nanoTime();

    private long idleSince;

    /**
     * @param name the name of the thread
     * @param logger the name of the logger for outages
     * @param place the address of the store, for the log
     * @param afterFailure the pause after a failure
     * @param linger how long the thread outlives its last subscriber
     */
    protected ChangeFeed(String name, String logger, String place, Duration afterFailure, Duration linger) {
        this.name = name;
        this.place = place;
        this.afterFailure = afterFailure;
        this.linger = linger;
        this.outage = Outage.ofFeed(logger, place);
    }

    /** Records as they are during one look. */
    public interface Source<E extends Exception> {
        /** Returns those of the records that are there. */
        Map<Key, Entry> read(Set<Key> keys) throws E;

        /** Returns all records that match, without regard to the limit. */
        List<Entry> all(Query query) throws E;
    }

    /**
     * Looks for changes. Called by the thread alone, while there are subscribers.
     *
     * @return the {@link #news} to show when the look is over, so that slow subscribers do not make it longer
     * @throws Exception a {@link StoreException} or a checked exception if the store fails: the next look starts over
     */
    protected abstract List<Runnable> look() throws Exception;

    /**
     * Waits until there may be something to look at. Called by the thread alone.
     *
     * @param signal gets a permit when another thread of this process knows that there is
     */
    protected abstract void await(Semaphore signal) throws Exception;

    /** Lets go of what the last look left open: the next one starts over. Called by the thread alone. */
    protected abstract void startOver();

    /** Lets go of everything when the thread ends. Called by the thread alone. */
    protected void end() {
        startOver();
    }

    /**
     * Subscribes to the records of a kind.
     *
     * @throws IllegalStateException if the feed is closed
     */
    public final synchronized Subscription watch(Kind kind, String prefix, Watcher sink) {
        if (closed) {
            throw new IllegalStateException(CLOSED);
        }
        FeedWatch watch = new FeedWatch(this, Query.all(kind).prefix(prefix), sink);
        watches.add(watch);
        if (thread == null) {
            thread = new Thread(this::run, name);
            thread.setDaemon(true);
            thread.start();
        }
        wake.release();
        return watch;
    }

    final synchronized void forget(FeedWatch watch) {
        watches.remove(watch);
        idleSince = System.nanoTime();
        wake.release();
    }

    /** Wakes the thread, since there may be something to look at. */
    public final void changed() {
        if (!watches.isEmpty()) {
            wake.release();
        }
    }

    /** Returns whether a subscriber is in the audience of a change. */
    public final boolean isMeant(Audience audience) {
        return watches.stream().anyMatch(watch -> watch.isMeant(audience));
    }

    /** Returns the subscribers. */
    protected final List<FeedWatch> watches() {
        return watches;
    }

    /** Returns those of the keys that a subscriber asked for. */
    protected final Set<Key> wanted(Set<Key> keys) {
        Set<Key> wanted = new HashSet<>();
        for (Key key : keys) {
            if (watches.stream().anyMatch(watch -> watch.wants(key))) {
                wanted.add(key);
            }
        }
        return wanted;
    }

    /**
     * Reads the changed records for the subscribers that were shown all records, and all records for the others.
     *
     * @param changed the keys that a subscriber wants, of the records that changed; null if the changes are unknown, so that all
     *     subscribers have to be shown all records
     * @return what to run when the look is over
     */
    protected final <E extends Exception> List<Runnable> news(@Nullable Set<Key> changed, Source<E> source) throws E {
        Map<Key, Entry> entries = changed == null || changed.isEmpty() ? Map.of() : source.read(changed);
        List<Runnable> news = new ArrayList<>();
        for (FeedWatch watch : watches) {
            if (changed == null || !watch.current()) {
                List<Entry> all = source.all(watch.query());
                news.add(() -> watch.startOver(all));
            } else {
                news.add(() -> watch.show(changed, entries));
            }
        }
        return news;
    }

    /** Waits for a permit, or until the time is over. */
    public static void pause(Semaphore signal, Duration most) throws InterruptedException {
        if (signal.tryAcquire(most.toNanos(), TimeUnit.NANOSECONDS)) {
            signal.drainPermits();
        }
    }

    /** Looks, after a pause since the last look. */
    private List<Runnable> lookInTurn() throws Exception {
        long begin = System.nanoTime();
        if (nextLook - begin > 0) {
            LockSupport.parkNanos(this, nextLook - begin);
            begin = System.nanoTime();
        }
        List<Runnable> news = look();
        long end = System.nanoTime();
        nextLook = end + Math.max(MIN_PAUSE_NANOS, Math.min(MAX_PAUSE_NANOS, PAUSE_PER_LOOK * (end - begin)));
        return news;
    }

    private void run() {
        while (goesOn()) {
            try {
                if (!watches.isEmpty()) {
                    lookInTurn().forEach(Runnable::run);
                    outage.works(Outage.READ);
                }
                await(wake);
            } catch (InterruptedException e) {
                // Only a subscriber's code can have interrupted this thread; close() ends it.
            } catch (Throwable e) {
                if (e instanceof Error || (e instanceof RuntimeException && !(e instanceof StoreException))) {
                    broke(e);
                } else {
                    failed(e);
                }
                startOver();
                pauseAfterFailure();
            }
        }
    }

    /** Takes note of a failure that a caller of the store meets, too. Here, begin again until it is over. */
    private synchronized void failed(Throwable why) {
        if (!closed) {
            outage.failed(Outage.READ, why);
        }
    }

    /** Reports a mistake, after which the subscribers must hear of changes all the same. */
    private void broke(Throwable why) {
        boolean expected;
        synchronized (this) {
            expected = closed && why instanceof IllegalStateException; // since the store is closed
        }
        if (!expected) {
            Log.broke("The change feed of " + place + " has failed.", why);
        }
    }

    private void pauseAfterFailure() {
        try {
            pause(wake, afterFailure);
        } catch (InterruptedException e) {
            return; // as above
        }
    }

    private boolean goesOn() {
        if (!isOver()) {
            return true;
        }
        end(); // outside of the monitor: it may close a connection, and subscribers would wait for it
        synchronized (this) {
            if (!isOver()) {
                return true; // one more has subscribed; the next look starts over
            }
            thread = null;
            return false;
        }
    }

    private synchronized boolean isOver() {
        return closed || (watches.isEmpty() && System.nanoTime() - idleSince >= linger.toNanos());
    }

    @Override
    public final void close() {
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
