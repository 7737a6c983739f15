package dev.holdfast.store.sql.shared;

import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.storage.ChangeFeed;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group.Audience;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Query;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The questions of a {@link Feed} to a connection of its own. Records are no older than what the last {@link #changed} reported.
 * Used by one thread; after an exception it is closed, and another one opened.
 */
public abstract class ChangeLog implements ChangeFeed.Source<SQLException>, AutoCloseable {
    private final Connection connection;
    private final Lookups lookups;
    private final QuietChanges quiet = new QuietChanges();
    private Predicate<Audience> subscribers = Audience::everyone;

    /** Takes over the connection. */
    protected ChangeLog(Connection connection, Lookups lookups) {
        this.connection = connection;
        this.lookups = lookups;
    }

    /**
     * Returns the keys of the records to show now, or null if all records have to be read.
     *
     * @param meant whether a subscriber is in an audience
     */
    final @Nullable Set<Key> news(Predicate<Audience> meant) throws SQLException {
        subscribers = meant;
        Set<Key> changed = changed();
        if (changed == null) {
            quiet.clear();
            return null;
        }
        return quiet.with(changed);
    }

    /**
     * Returns the keys of all records that changed since the last call, without those that {@link #add} has put by. Must leave
     * none out: a change that was committed late,
     * after others with larger versions were reported, is reported when it is there. The same key may be reported again.
     *
     * @return null if the changes are unknown, so that all records have to be read; so at the first call
     */
    protected abstract @Nullable Set<Key> changed() throws SQLException;

    /**
     * Waits until there may be something to look at.
     *
     * @param wake gets a permit when another thread of this process knows that there is
     * @param lively whether something that is watched changed lately, so that more is to be expected
     */
    protected abstract void await(Semaphore wake, boolean lively) throws SQLException, InterruptedException;

    /** Returns whether a subscriber is in that audience. */
    protected final boolean isMeant(Audience audience) {
        return subscribers.test(audience);
    }

    protected final Connection connection() {
        return connection;
    }

    /** Returns how long to wait at most before the next look, in nanoseconds, so that quiet changes are shown in time. */
    protected final long nanosLeft() {
        return Math.max(1, quiet.nanosLeft());
    }

    /**
     * Adds the keys that a commit names, or puts them by if no subscriber is meant. Returns whether its text can be read, of which that up
     * to {@link CommitText#EVENTS} is enough if it is quiet.
     */
    protected final boolean add(String commit, Set<Key> keys) {
        try {
            if (CommitText.audience(commit).everyone()) {
                CommitText.decode(commit).forEach(group -> keys.addAll(group.changed()));
                return true;
            }
            Set<Key> changed = quiet.add(commit);
            if (isMeant(CommitText.audience(commit))) {
                keys.addAll(changed);
            }
            return true;
        } catch (UnreadableRecordException | IllegalArgumentException e) {
            return false; // a newer Holdfast wrote it
        }
    }

    @Override
    public final Map<Key, Entry> read(Set<Key> keys) throws SQLException {
        return lookups.read(connection, keys).entries();
    }

    @Override
    public final List<Entry> all(Query query) throws SQLException {
        return lookups.matching(connection, query, Integer.MAX_VALUE);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            return; // it is gone
        }
    }
}
