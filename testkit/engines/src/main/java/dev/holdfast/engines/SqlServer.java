package dev.holdfast.engines;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** A server with one database for JDBC, {@code locks}, and a user who may do everything. */
public abstract class SqlServer extends Server {
    private static final Duration START = Duration.ofMinutes(2);

    private final String scheme;
    private final String user;
    private final String database;

    SqlServer(int port, String scheme, String user, String database) {
        super(port);
        this.scheme = scheme;
        this.user = user;
        this.database = database;
    }

    @Override
    public String address(int other) {
        return scheme + "://" + user + ":" + Wires.PASSWORD + "@127.0.0.1:" + other + "/" + database;
    }

    /** Returns the address of its database for JDBC, without user and password. */
    public String jdbcUrl() {
        return "jdbc:" + scheme + "://127.0.0.1:" + port() + "/" + database;
    }

    public String user() {
        return user;
    }

    public String password() {
        return Wires.PASSWORD;
    }

    /** Returns a plain connection of the user who may do everything. */
    public Connection connect() {
        try {
            return DriverManager.getConnection(jdbcUrl(), user, Wires.PASSWORD);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs statements as the user who may do everything. */
    public void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until the server answers: it listens before it accepts users, or before its recovery after a kill has ended. */
    @Override
    void awaitAnswer() {
        long end = System.nanoTime() + START.toNanos();
        while (true) {
            try (Connection connection = DriverManager.getConnection(jdbcUrl(), user, Wires.PASSWORD)) {
                connection.isValid(1);
                return;
            } catch (SQLException e) {
                if (!process().runs() || System.nanoTime() - end > 0) {
                    process().end();
                    throw new IllegalStateException("The database does not answer; it said:\n" + said(), e);
                }
                ServerProcess.pauseBriefly();
            }
        }
    }
}
