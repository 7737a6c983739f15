package dev.holdfast.store.sql.sqlite;

import dev.holdfast.store.sql.shared.Connections;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;

/** A few reading connections, opened when first needed and used by one thread at a time each. Thread-safe. */
final class SqliteReaders implements AutoCloseable {
    private static final int MAX_READERS = 4;

    private final SqliteFile file;
    private final InstantSource clock;
    private final Deque<SqliteReader> idle = new ConcurrentLinkedDeque<>();
    private final Semaphore free = new Semaphore(MAX_READERS);
    private volatile boolean closed;

    SqliteReaders(SqliteFile file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    /** Something to read. */
    interface ReadAction<T> {
        T at(SqliteReader reader) throws SQLException;
    }

    <T> T read(ReadAction<T> look) {
        free.acquireUninterruptibly();
        try {
            if (closed) {
                throw new IllegalStateException(Connections.CLOSED);
            }
            file.requireSame();
            return with(look);
        } catch (SQLException e) {
            throw SqliteFailure.unchanged(file, e);
        } finally {
            free.release();
        }
    }

    private <T> T with(ReadAction<T> look) throws SQLException {
        SqliteReader reader = idle.poll();
        if (reader == null) {
            reader = SqliteReader.open(file, clock);
        }
        boolean sound = false;
        try {
            T seen = look.at(reader);
            sound = true;
            return seen;
        } finally {
            if (sound) {
                idle.push(reader);
            } else {
                reader.close();
            }
        }
    }

    /** Waits for those who are reading. */
    @Override
    public void close() {
        closed = true;
        free.acquireUninterruptibly(MAX_READERS);
        try {
            for (SqliteReader reader = idle.poll(); reader != null; reader = idle.poll()) {
                reader.close();
            }
        } finally {
            free.release(MAX_READERS);
        }
    }
}
