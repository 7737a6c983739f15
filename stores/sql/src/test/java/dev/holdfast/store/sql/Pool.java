package dev.holdfast.store.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.engines.SqlServer;
import java.time.Duration;
import javax.sql.DataSource;

/** A pool as an application has one; with MariaDB in a time zone far from here. */
public record Pool(HikariDataSource own) implements AutoCloseable {

    public static Pool to(SqlServer server, int size) {
        return to(server, size, Duration.ofSeconds(60));
    }

    /** One with a single connection, for which nobody waits long. */
    static Pool small(SqlServer server) {
        return to(server, 1, Duration.ofSeconds(10));
    }

    private static Pool to(SqlServer server, int size, Duration patience) {
        HikariConfig config = new HikariConfig();
        boolean maria = server.jdbcUrl().startsWith("jdbc:mariadb");
        config.setJdbcUrl(server.jdbcUrl() + (maria ? "?sessionVariables=time_zone='-09:30'" : ""));
        config.setUsername(server.user());
        config.setPassword(server.password());
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(patience.toMillis());
        return new Pool(new HikariDataSource(config));
    }

    public DataSource source() {
        return own;
    }

    @Override
    public void close() {
        own.close();
    }
}
