package dev.holdfast.store.sql.postgres;

import com.zaxxer.hikari.HikariConfig;
import dev.holdfast.store.Encryption;
import dev.holdfast.store.StoreAddress;
import dev.holdfast.store.sql.shared.ServerOptions;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** An address {@code postgresql://user:password@host:port/database?option=value}, and the pool for it. */
record PostgresSettings(StoreAddress address, ServerOptions options, PostgresSchema schema) {
    private static final String EXAMPLE =
            "Write postgresql://user:password@localhost:5432/database, with options such as ?schema=locks&timeout=5s.";
    private static final int PORT = 5432;
    private static final String TLS = "add the options sslmode=verify-full and sslrootcert=FILE";
    /** Options that the driver knows, passed on as they are. */
    private static final Set<String> DRIVER = Set.of("sslmode", "sslrootcert", "sslcert", "sslkey");

    static PostgresSettings parse(String text) {
        StoreAddress address = StoreAddress.parse(text, PORT, EXAMPLE);
        if (address.path().isEmpty() || address.path().indexOf('/') >= 0) {
            throw new IllegalArgumentException("The address " + address + " names no database. " + EXAMPLE);
        }
        if (address.user().isEmpty()) {
            throw new IllegalArgumentException("The address " + address + " names no user. " + EXAMPLE);
        }
        Set<String> others = new HashSet<>(DRIVER);
        others.add("schema");
        ServerOptions options = ServerOptions.of(address, others);
        address.password(encryption(address), TLS);
        return new PostgresSettings(
                address, options, PostgresSchema.named(address.option("schema", PostgresSchema.USUAL)));
    }

    /** Says what the driver does; unless it is told, it also goes on without TLS. */
    private static Encryption encryption(StoreAddress address) {
        return switch (address.option("sslmode", "prefer")) {
            case "verify-ca", "verify-full" -> Encryption.CHECKED;
            case "require" -> Encryption.UNCHECKED;
            default -> Encryption.NONE;
        };
    }

    /** Returns the place of the database, for messages. */
    String place() {
        return "PostgreSQL at " + hosts() + ", database '" + address.path() + "',";
    }

    private String hosts() {
        return address.hosts().stream().map(Object::toString).collect(Collectors.joining(","));
    }

    HikariConfig pool() {
        HikariConfig config = new HikariConfig();
        // Half the time for getting a connection, half for its answer.
        Duration timeout = options.timeout().dividedBy(2);
        config.setPoolName("holdfast-postgresql");
        config.setDataSourceClassName("org.postgresql.ds.PGSimpleDataSource");
        config.addDataSourceProperty("url", "jdbc:postgresql://" + hosts() + "/" + encoded(address.path()));
        config.setUsername(address.user());
        config.setPassword(address.password(encryption(address), TLS));
        config.setMaximumPoolSize(options.connections() + 1); // and one for those who watch
        config.setMinimumIdle(1);
        config.setConnectionTimeout(timeout.toMillis());
        config.setValidationTimeout(Math.max(250, timeout.toMillis() / 2));
        config.setRegisterMbeans(false);
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
        if (address.hosts().size() > 1) {
            config.addDataSourceProperty("targetServerType", "primary");
        }
        DRIVER.forEach(name -> {
            if (address.options().containsKey(name)) {
                config.addDataSourceProperty(name, address.option(name, ""));
            }
        });
        return config;
    }

    private static String encoded(String database) {
        return java.net.URLEncoder.encode(database, java.nio.charset.StandardCharsets.UTF_8);
    }
}
