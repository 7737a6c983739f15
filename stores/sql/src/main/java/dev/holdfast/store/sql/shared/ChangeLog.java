package dev.holdfast.store.sql.shared;

import dev.holdfast.store.Entry;
import dev.holdfast.store.Key;
import dev.holdfast.store.Query;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The questions of a {@link Feed} to a connection of its own. Used by one thread; after an exception it is closed, and another
 * one opened.
 */
public interface ChangeLog extends AutoCloseable {

    /**
     * Returns the keys of all records that changed since the last call. Must leave none out: a change that was committed late,
     * after others with larger versions were reported, is reported when it is there. The same key may be reported again.
     *
     * @return null if the changes are unknown, so that all records have to be read; so at the first call
     */
    @Nullable
    Set<Key> changed() throws SQLException;

    /** Returns those of the records that are there, no older than what the last {@link #changed} reported. */
    Map<Key, Entry> read(Set<Key> keys) throws SQLException;

    /** Returns all records that match, without regard to the limit, no older than what the last {@link #changed} reported. */
    List<Entry> all(Query query) throws SQLException;

    /**
     * Waits until there may be something to look at.
     *
     * @param wake gets a permit when another thread of this process knows that there is
     * @param lively whether something that is watched changed lately, so that more is to be expected
     */
    void await(Semaphore wake, boolean lively) throws SQLException, InterruptedException;

    /** Waits until the time for the next look has come, for an engine that notifies of nothing by itself. */
    static void pause(Semaphore wake, Duration most) throws InterruptedException {
        if (wake.tryAcquire(most.toNanos(), java.util.concurrent.TimeUnit.NANOSECONDS)) {
            wake.drainPermits();
        }
    }

    @Override
    void close();
}
