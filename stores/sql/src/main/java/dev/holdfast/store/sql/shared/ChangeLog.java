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
 * What a {@link Feed} asks of a connection of its own. Used by one thread; after an exception it is closed, and another one
 * opened.
 */
public interface ChangeLog extends AutoCloseable {

    /**
     * The keys of all records that changed since the last call. Must leave none out: a change that was committed late, after
     * others with larger versions were told, is told when it is there. The same key may be told again.
     *
     * @return null if that cannot be told, so that all records have to be looked at; so at the first call
     */
    @Nullable
    Set<Key> changed() throws SQLException;

    /** Those of the records that are there, no older than what the last {@link #changed} told. */
    Map<Key, Entry> read(Set<Key> keys) throws SQLException;

    /** All records that match, whatever the limit says, no older than what the last {@link #changed} told. */
    List<Entry> all(Query query) throws SQLException;

    /**
     * Returns when there may be something to look at.
     *
     * @param wake gets a permit when somebody in this process knows that there is
     * @param lively whether something that is watched changed lately, so that more is to be expected
     */
    void await(Semaphore wake, boolean lively) throws SQLException, InterruptedException;

    /** The way to wait for an engine that tells nothing by itself: until the time for the next look has come. */
    static void pause(Semaphore wake, Duration most) throws InterruptedException {
        if (wake.tryAcquire(most.toNanos(), java.util.concurrent.TimeUnit.NANOSECONDS)) {
            wake.drainPermits();
        }
    }

    @Override
    void close();
}
