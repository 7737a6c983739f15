package dev.holdfast.bench.contender;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.internal.base.Encryption;
import dev.holdfast.internal.base.StoreAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The connection pool that the bare driver and the peers on a database use: one each, all alike. */
public final class Pool {
    private Pool() {}

    /** Opens a pool to the database of the address of a store. */
    public static HikariDataSource to(String address, int connections) {
        StoreAddress at = StoreAddress.parse(address, 0, "It is the address of a database.");
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:" + at.scheme() + "://" + at.hosts().get(0) + "/" + at.path());
        if (!at.user().isEmpty()) {
            config.setUsername(at.user());
        }
        if (!at.password().isEmpty()) {
            config.setPassword(at.password(Encryption.NONE, "run the server on this machine"));
        }
        config.setMaximumPoolSize(connections);
        return new HikariDataSource(config);
    }

    static void execute(HikariDataSource pool, String... statements) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String one : statements) {
                statement.execute(one);
            }
        }
    }
}
