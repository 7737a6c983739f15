package dev.holdfast.store.sql.h2;

import com.zaxxer.hikari.HikariConfig;
import dev.holdfast.internal.base.Encryption;
import dev.holdfast.internal.base.StoreAddress;
import dev.holdfast.store.sql.shared.ServerSettings;
import java.util.Set;
import java.util.regex.Pattern;

/** An address {@code h2://user:password@host:port/database?option=value}, and the pool for it. */
record H2Settings(ServerSettings server) {
    private static final String EXAMPLE =
            "Write h2://user:password@localhost:9092/database, with options such as ?timeout=5s.";
    private static final int PORT = 9092;
    private static final String TLS_OPTION = "tls";
    private static final String TLS = "H2 cannot check the certificate of its server, so use a tunnel to this machine";
    /** Anything else may have options of H2's own in it, which can run scripts. */
    private static final Pattern DATABASE = Pattern.compile("(mem:)?[A-Za-z0-9_.-]{1,100}");

    static H2Settings parse(String text) {
        ServerSettings server = ServerSettings.parse(text, PORT, EXAMPLE, Set.of(TLS_OPTION));
        StoreAddress address = server.address();
        if (address.hosts().size() > 1) {
            throw new IllegalArgumentException("The address " + address + " names several hosts: name one. " + EXAMPLE);
        }
        if (!DATABASE.matcher(address.path()).matches()) {
            throw new IllegalArgumentException("The address " + address
                    + " has to name its database with letters, digits, dots and dashes. " + EXAMPLE);
        }
        H2Settings settings = new H2Settings(server);
        settings.password();
        return settings;
    }

    private boolean tls() {
        return server.address().flag(TLS_OPTION, false);
    }

    /** Returns the password, unless it could be read on its way. The driver accepts any certificate, and none. */
    private String password() {
        return server.address().password(tls() ? Encryption.UNCHECKED : Encryption.NONE, TLS);
    }

    /** Returns the place of the database, for messages. */
    String place() {
        return server.place("H2");
    }

    HikariConfig pool() {
        HikariConfig config = server.pool("holdfast-h2", Set.of());
        StoreAddress address = server.address();
        config.setJdbcUrl(
                "jdbc:h2:" + (tls() ? "ssl" : "tcp") + "://" + address.hosts().get(0) + "/" + address.path()
                        + ";LOCK_TIMEOUT=100;NETWORK_TIMEOUT="
                        + Math.min(server.halfTimeout().toMillis(), Integer.MAX_VALUE));
        config.setPassword(password());
        return config;
    }
}
