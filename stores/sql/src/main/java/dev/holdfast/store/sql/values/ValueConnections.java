package dev.holdfast.store.sql.values;

import dev.holdfast.store.sql.shared.Connections;

/** The connections on which values are read and written. Thread-safe. */
public interface ValueConnections {
    /** Runs work that changes nothing, of one statement. */
    <T> T read(Connections.Work<T> work);

    /**
     * Runs work in a transaction of its own. It may be run again if another transaction was in the way, and must then do the
     * same.
     */
    <T> T transact(Connections.Work<T> work);
}
