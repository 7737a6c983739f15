package dev.holdfast.store.sql.values;

import dev.holdfast.StoreUnreachableException;
import dev.holdfast.store.sql.shared.Connections;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * Connections to a database server.
 *
 * @param busy whether an error means that another transaction has the row
 */
public record ServerValueConnections(Connections connections, String place, Predicate<SQLException> busy)
        implements ValueConnections {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long MIN_PAUSE = Duration.ofMillis(1).toNanos();
    private static final long MAX_PAUSE = Duration.ofMillis(50).toNanos();

    @Override
    public <T> T read(Connections.Work<T> work) {
        return connections.read(work);
    }

    @Override
    public <T> T transact(Connections.Work<T> work) {
        long begin = System.nanoTime();
        for (long pause = MIN_PAUSE; ; pause = Math.min(2 * pause, MAX_PAUSE)) {
            Optional<T> result = connections.change(connection -> once(connection, work));
            if (result.isPresent()) {
                return result.get();
            }
            if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                throw new StoreUnreachableException(
                        place + " has had a value locked by another transaction for more than " + PATIENCE.toSeconds()
                                + " seconds: end that transaction, then try again.",
                        null);
            }
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(pause / 2, pause));
        }
    }

    /** Returns the result, or nothing if another transaction was in the way. */
    private <T> Optional<T> once(Connection connection, Connections.Work<T> work) throws SQLException {
        T result;
        try {
            connection.setAutoCommit(false);
            result = work.on(connection);
        } catch (SQLException e) {
            undo(connection);
            if (busy.test(e)) {
                return Optional.empty();
            }
            throw e;
        } catch (RuntimeException e) {
            undo(connection);
            throw e;
        }
        connection.commit();
        connection.setAutoCommit(true);
        return Optional.of(result);
    }

    /** Rolls back. A connection that cannot is broken, and its server does it. */
    private static void undo(Connection connection) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            return;
        }
    }
}
