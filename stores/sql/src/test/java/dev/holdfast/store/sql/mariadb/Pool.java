package dev.holdfast.store.sql.mariadb;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.servers.MariaServer;
import java.time.Duration;
import javax.sql.DataSource;

/** A pool as an application has one, in a time zone far from here. */
record Pool(HikariDataSource own) implements AutoCloseable {

    static Pool to(MariaServer server, int size) {
        return to(server, size, Duration.ofSeconds(60));
    }

    /** One with a single connection, for which nobody waits long. */
    static Pool small(MariaServer server) {
        return to(server, 1, Duration.ofSeconds(1));
    }

    private static Pool to(MariaServer server, int size, Duration patience) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.jdbcUrl() + "?sessionVariables=time_zone='-09:30'");
        config.setUsername(server.user());
        config.setPassword(server.password());
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(patience.toMillis());
        return new Pool(new HikariDataSource(config));
    }

    DataSource source() {
        return own;
    }

    @Override
    public void close() {
        own.close();
    }
}
