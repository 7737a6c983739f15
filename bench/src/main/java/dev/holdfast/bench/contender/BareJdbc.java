package dev.holdfast.bench.contender;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/** The floor in a database: insert a row, delete it, each committed by itself. */
final class BareJdbc implements Contender {
    private static final String TABLE = "CREATE TABLE IF NOT EXISTS bare_lock"
            + " (name VARCHAR(200) PRIMARY KEY, owner VARCHAR(60) NOT NULL, expires TIMESTAMP NOT NULL)";
    private static final String INSERT = "INSERT INTO bare_lock (name, owner, expires)"
            + " VALUES (?, ?, CURRENT_TIMESTAMP + INTERVAL '" + LEASE.toSeconds() + "' SECOND)";
    private static final String DELETE = "DELETE FROM bare_lock WHERE name = ? AND owner = ?";
    private static final String DUPLICATE = "23";
    private static final AtomicLong OWNERS = new AtomicLong();

    private final HikariDataSource pool;

    BareJdbc(String address, int connections) throws SQLException {
        pool = Pool.to(address, connections);
        Pool.execute(pool, TABLE);
    }

    @Override
    public Lock exclusive(String name) {
        return new Row(name, "owner-" + OWNERS.incrementAndGet());
    }

    @Override
    public void close() {
        pool.close();
    }

    private final class Row implements Lock {
        private final String name;
        private final String owner;

        Row(String name, String owner) {
            this.name = name;
            this.owner = owner;
        }

        @Override
        public boolean tryTake() throws SQLException {
            try {
                return update(INSERT) == 1;
            } catch (SQLException e) {
                if (e.getSQLState().startsWith(DUPLICATE)) {
                    return false;
                }
                throw e;
            }
        }

        @Override
        public void release() throws SQLException {
            update(DELETE);
        }

        private int update(String sql) throws SQLException {
            try (Connection connection = pool.getConnection();
                    PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, name);
                statement.setString(2, owner);
                return statement.executeUpdate();
            }
        }
    }
}
