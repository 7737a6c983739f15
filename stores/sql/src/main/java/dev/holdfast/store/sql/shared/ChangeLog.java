package dev.holdfast.store.sql.shared;

import dev.holdfast.store.ChangeFeed;
import dev.holdfast.store.Key;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The questions of a {@link Feed} to a connection of its own. Records are no older than what the last {@link #changed} reported.
 * Used by one thread; after an exception it is closed, and another one opened.
 */
public interface ChangeLog extends ChangeFeed.Source<SQLException>, AutoCloseable {

    /**
     * Returns the keys of all records that changed since the last call. Must leave none out: a change that was committed late,
     * after others with larger versions were reported, is reported when it is there. The same key may be reported again.
     *
     * @return null if the changes are unknown, so that all records have to be read; so at the first call
     */
    @Nullable
    Set<Key> changed() throws SQLException;

    /**
     * Waits until there may be something to look at.
     *
     * @param wake gets a permit when another thread of this process knows that there is
     * @param lively whether something that is watched changed lately, so that more is to be expected
     */
    void await(Semaphore wake, boolean lively) throws SQLException, InterruptedException;

    @Override
    void close();
}
