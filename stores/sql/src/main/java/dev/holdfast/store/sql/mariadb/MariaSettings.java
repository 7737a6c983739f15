package dev.holdfast.store.sql.mariadb;

import com.zaxxer.hikari.HikariConfig;
import dev.holdfast.internal.base.Encryption;
import dev.holdfast.internal.base.StoreAddress;
import dev.holdfast.store.sql.shared.ServerSettings;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/** An address {@code mariadb://user:password@host:port/database?option=value}, and the pool for it. */
record MariaSettings(ServerSettings server) {
    private static final String EXAMPLE =
            "Write mariadb://user:password@localhost:3306/database, with options such as ?timeout=5s.";
    private static final int PORT = 3306;
    private static final String TLS = "add the options sslMode=verify-full and serverSslCert=FILE";
    /** Options that the driver knows, passed on as they are. */
    private static final Set<String> DRIVER = Set.of("sslMode", "serverSslCert", "trustStore", "trustStorePassword");

    static MariaSettings parse(String text) {
        MariaSettings settings = new MariaSettings(ServerSettings.parse(text, PORT, EXAMPLE, DRIVER));
        settings.password();
        return settings;
    }

    /** Returns the password, unless it would be sent in the clear. Unless the driver is told, it speaks no TLS. */
    private String password() {
        StoreAddress address = server.address();
        Encryption encryption = switch (address.option("sslMode", "disable")) {
            case "verify-ca", "verify-full" -> Encryption.CHECKED;
            case "trust" -> Encryption.UNCHECKED;
            default -> Encryption.NONE;
        };
        return address.password(encryption, TLS);
    }

    /** Returns the place of the database, for messages. */
    String place() {
        return server.place("MariaDB");
    }

    HikariConfig pool() {
        HikariConfig config = server.pool("holdfast-mariadb", DRIVER);
        Duration timeout = server.halfTimeout();
        // Without a mode for several servers: those would send a call again by themselves.
        config.setJdbcUrl(server.jdbcUrl("mariadb"));
        config.setPassword(password());
        String millis = Long.toString(Math.min(timeout.toMillis(), Integer.MAX_VALUE));
        config.addDataSourceProperty("connectTimeout", millis);
        config.addDataSourceProperty("socketTimeout", millis);
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("useServerPrepStmts", "true");
        // What is sent a second time after a failure would be a second change.
        config.addDataSourceProperty("transactionReplay", "false");
        // The server gives up before the client does.
        config.addDataSourceProperty(
                "sessionVariables",
                String.format(
                        Locale.ROOT,
                        "max_statement_time=%1$.3f,lock_wait_timeout=%2$d,innodb_lock_wait_timeout=0,"
                                + "tx_isolation='READ-COMMITTED',time_zone='+00:00',group_concat_max_len=16777216",
                        timeout.toMillis() * 0.75 / 1000,
                        Math.max(1, timeout.toSeconds() / 2)));
        return config;
    }
}
