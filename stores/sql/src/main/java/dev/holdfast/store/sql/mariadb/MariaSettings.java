package dev.holdfast.store.sql.mariadb;

import com.zaxxer.hikari.HikariConfig;
import dev.holdfast.store.Encryption;
import dev.holdfast.store.StoreAddress;
import dev.holdfast.store.sql.shared.ServerOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** An address {@code mariadb://user:password@host:port/database?option=value}, and the pool for it. */
record MariaSettings(StoreAddress address, ServerOptions options) {
    private static final String EXAMPLE =
            "Write mariadb://user:password@localhost:3306/database, with options such as ?timeout=5s.";
    private static final int PORT = 3306;
    private static final String TLS = "add the options sslMode=verify-full and serverSslCert=FILE";
    /** Options that the driver knows, passed on as they are. */
    private static final Set<String> DRIVER = Set.of("sslMode", "serverSslCert", "trustStore", "trustStorePassword");

    static MariaSettings parse(String text) {
        StoreAddress address = StoreAddress.parse(text, PORT, EXAMPLE);
        if (address.path().isEmpty() || address.path().indexOf('/') >= 0) {
            throw new IllegalArgumentException("The address " + address + " names no database. " + EXAMPLE);
        }
        if (address.user().isEmpty()) {
            throw new IllegalArgumentException("The address " + address + " names no user. " + EXAMPLE);
        }
        ServerOptions options = ServerOptions.of(address, DRIVER);
        address.password(encryption(address), TLS);
        return new MariaSettings(address, options);
    }

    /** Says what the driver does; unless it is told, it speaks no TLS. */
    private static Encryption encryption(StoreAddress address) {
        return switch (address.option("sslMode", "disable")) {
            case "verify-ca", "verify-full" -> Encryption.CHECKED;
            case "trust" -> Encryption.UNCHECKED;
            default -> Encryption.NONE;
        };
    }

    /** Returns the place of the database, for messages. */
    String place() {
        return "MariaDB at " + hosts() + ", database '" + address.path() + "',";
    }

    private String hosts() {
        return address.hosts().stream().map(Object::toString).collect(Collectors.joining(","));
    }

    HikariConfig pool() {
        HikariConfig config = new HikariConfig();
        // Half the time for getting a connection, half for its answer.
        Duration timeout = options.timeout().dividedBy(2);
        config.setPoolName("holdfast-mariadb");
        // Without a mode for several servers: those would send a call again by themselves.
        config.setJdbcUrl(
                "jdbc:mariadb://" + hosts() + "/" + URLEncoder.encode(address.path(), StandardCharsets.UTF_8));
        config.setUsername(address.user());
        config.setPassword(address.password(encryption(address), TLS));
        config.setMaximumPoolSize(options.connections() + 1); // and one for those who watch
        config.setMinimumIdle(1);
        config.setConnectionTimeout(timeout.toMillis());
        config.setValidationTimeout(Math.max(250, timeout.toMillis() / 2));
        config.setRegisterMbeans(false);
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
        DRIVER.forEach(name -> {
            if (address.options().containsKey(name)) {
                config.addDataSourceProperty(name, address.option(name, ""));
            }
        });
        return config;
    }
}
