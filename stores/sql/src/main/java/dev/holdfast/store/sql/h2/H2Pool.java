package dev.holdfast.store.sql.h2;

import dev.holdfast.store.sql.shared.Connections;
import dev.holdfast.store.sql.shared.Failures;
import java.time.Duration;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;

/** The pool of a database in this process: the driver's own, so that an application needs no other. */
final class H2Pool {
    private static final int CONNECTIONS = 9;
    private static final Duration WAIT = Duration.ofSeconds(10);

    private H2Pool() {}

    static Connections open(H2Place place, Failures failures) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(place.jdbcUrl());
        source.setUser("sa");
        source.setPassword("");
        JdbcConnectionPool pool = JdbcConnectionPool.create(new H2Source(source));
        pool.setMaxConnections(CONNECTIONS);
        pool.setLoginTimeout((int) WAIT.toSeconds());
        return Connections.of(pool, pool::dispose, failures);
    }
}
