package dev.holdfast.store.sql.mariadb;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.servers.MariaServer;
import javax.sql.DataSource;

/** A pool as an application has one, in a time zone far from here. */
record Pool(HikariDataSource own) implements AutoCloseable {

    static Pool to(MariaServer server, int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.jdbcUrl() + "?sessionVariables=time_zone='-09:30'");
        config.setUsername(server.user());
        config.setPassword(server.password());
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(1000);
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
