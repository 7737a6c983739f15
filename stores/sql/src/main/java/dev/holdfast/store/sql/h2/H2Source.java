package dev.holdfast.store.sql.h2;

import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.logging.Logger;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.PooledConnection;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;

/**
 * New connections to a database of this process, each made by a thread of its own. H2 waits while another store of the process
 * closes the database; an interrupt would end that wait with an error, and be lost. Thread-safe.
 */
record H2Source(JdbcDataSource source) implements ConnectionPoolDataSource {
    @Override
    public PooledConnection getPooledConnection() throws SQLException {
        FutureTask<PooledConnection> connecting = new FutureTask<>(source::getPooledConnection);
        Thread thread = new Thread(connecting, "holdfast-h2-connect");
        thread.setDaemon(true);
        thread.start();
        return result(connecting);
    }

    @Override
    public PooledConnection getPooledConnection(String user, String password) throws SQLException {
        return getPooledConnection();
    }

    private static PooledConnection result(FutureTask<PooledConnection> connecting) throws SQLException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return connecting.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw e.getCause() instanceof SQLException cause ? cause : new SQLException(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return source.getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        source.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        source.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return source.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() {
        return source.getParentLogger();
    }
}
