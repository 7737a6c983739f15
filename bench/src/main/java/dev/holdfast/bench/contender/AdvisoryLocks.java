package dev.holdfast.bench.contender;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's advisory locks of a session. They are kept in the memory of the server and written nowhere. A lock has no lease: it
 * ends with its connection, which serves nothing else while the lock is held or waited for.
 */
final class AdvisoryLocks implements Contender {
    private static final String TRY = "SELECT pg_try_advisory_lock(hashtextextended(?, 0))";
    private static final String LOCK = "SELECT pg_advisory_lock(hashtextextended(?, 0)) IS NOT NULL";
    private static final String UNLOCK = "SELECT pg_advisory_unlock(hashtextextended(?, 0))";

    private final HikariDataSource pool;

    AdvisoryLocks(String address, int connections) {
        pool = Pool.to(address, connections);
    }

    @Override
    public Lock exclusive(String name) {
        return new SessionLock(name);
    }

    @Override
    public void close() {
        pool.close();
    }

    private final class SessionLock implements Lock {
        private final String name;
        private @Nullable Connection holding;

        SessionLock(String name) {
            this.name = name;
        }

        @Override
        public boolean tryTake() throws SQLException {
            return take(TRY);
        }

        @Override
        public void take() throws SQLException {
            if (!take(LOCK)) {
                throw new IllegalStateException("The server did not wait for the lock.");
            }
        }

        private boolean take(String sql) throws SQLException {
            Connection connection = pool.getConnection();
            boolean taken = false;
            try {
                taken = call(connection, sql);
            } finally {
                if (taken) {
                    holding = connection;
                } else {
                    connection.close();
                }
            }
            return taken;
        }

        @Override
        public void release() throws SQLException {
            try (Connection connection = holding) {
                holding = null;
                if (connection == null || !call(connection, UNLOCK)) {
                    throw new IllegalStateException("The lock was not held.");
                }
            }
        }

        private boolean call(Connection connection, String sql) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, name);
                try (ResultSet answer = statement.executeQuery()) {
                    return answer.next() && answer.getBoolean(1);
                }
            }
        }
    }
}
