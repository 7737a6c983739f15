package dev.holdfast.store.sql.postgres;

import com.zaxxer.hikari.HikariConfig;
import dev.holdfast.internal.base.Encryption;
import dev.holdfast.internal.base.StoreAddress;
import dev.holdfast.store.sql.shared.ServerSettings;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** An address {@code postgresql://user:password@host:port/database?option=value}, and the pool for it. */
record PostgresSettings(ServerSettings server, PostgresSchema schema) {
    private static final String EXAMPLE =
            "Write postgresql://user:password@localhost:5432/database, with options such as ?schema=locks&timeout=5s.";
    private static final int PORT = 5432;
    private static final String TLS = "add the options sslmode=verify-full and sslrootcert=FILE";
    /** Options that the driver knows, passed on as they are. */
    private static final Set<String> DRIVER = Set.of("sslmode", "sslrootcert", "sslcert", "sslkey");

    static PostgresSettings parse(String text) {
        Set<String> others = new HashSet<>(DRIVER);
        others.add("schema");
        ServerSettings server = ServerSettings.parse(text, PORT, EXAMPLE, others);
        password(server.address());
        return new PostgresSettings(
                server, PostgresSchema.named(server.address().option("schema", PostgresSchema.DEFAULT)));
    }

    /** Returns the password, unless it would be sent in the clear. Unless the driver is told, it also goes on without TLS. */
    private static String password(StoreAddress address) {
        Encryption encryption = switch (address.option("sslmode", "prefer")) {
            case "verify-ca", "verify-full" -> Encryption.CHECKED;
            case "require" -> Encryption.UNCHECKED;
            default -> Encryption.NONE;
        };
        return address.password(encryption, TLS);
    }

    /** Returns the place of the database, for messages. */
    String place() {
        return server.place("PostgreSQL");
    }

    HikariConfig pool() {
        HikariConfig config = server.pool("holdfast-postgresql", DRIVER);
        Duration timeout = server.halfTimeout();
        config.setDataSourceClassName("org.postgresql.ds.PGSimpleDataSource");
        config.addDataSourceProperty("url", server.jdbcUrl("postgresql"));
        config.setPassword(password(server.address()));
        int seconds = (int) Math.max(1, Math.min(timeout.plusMillis(999).toSeconds(), Integer.MAX_VALUE / 1000));
        config.addDataSourceProperty("connectTimeout", seconds);
        config.addDataSourceProperty("loginTimeout", seconds);
        config.addDataSourceProperty("socketTimeout", seconds);
        config.addDataSourceProperty("tcpKeepAlive", true);
        config.addDataSourceProperty("ApplicationName", "holdfast");
        config.addDataSourceProperty("prepareThreshold", 1);
        // The server gives up first: then the client knows that nothing was changed.
        config.addDataSourceProperty(
                "options",
                "-c statement_timeout=" + timeout.toMillis() * 3 / 4 + " -c lock_timeout=" + timeout.toMillis() / 4
                        + " -c default_transaction_isolation=read\\ committed -c synchronous_commit=on");
        if (server.address().hosts().size() > 1) {
            config.addDataSourceProperty("targetServerType", "primary");
        }
        return config;
    }
}
