package dev.holdfast.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.engines.MariaServer;
import dev.holdfast.store.sql.SqlOptions;
import dev.holdfast.store.sql.shared.IsolationException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Databases that an application may have. PostgreSQL and SQLite are those of other tests. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LockLocationTest {
    @TempDir
    Path folder;

    private static HikariDataSource pool(MariaServer server, String isolation) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.jdbcUrl());
        config.setUsername(server.user());
        config.setPassword(server.password());
        config.setTransactionIsolation(isolation);
        return new HikariDataSource(config);
    }

    @Test
    @DisplayName("P2, P9: the application's MariaDB has the locks, in its transactions at READ COMMITTED")
    void mariadb_isTheApplications() throws SQLException {
        try (MariaServer server = MariaServer.quick(folder);
                HikariDataSource pool = pool(server, "TRANSACTION_READ_COMMITTED");
                HikariDataSource usual = pool(server, "TRANSACTION_REPEATABLE_READ")) {
            LockLocation location = LockLocation.within(pool, SqlOptions.DEFAULT, ManagerOptions.DEFAULT);
            try (LockManager locks = location.locks()) {
                JdbcTransactions transactions = new JdbcTransactions(location);
                CurrentLocks current = new CurrentLocks(locks, new OwnerIds(null), transactions, LockMeters.NONE);
                CurrentOwner.runAs(Owner.of("job"), () -> {
                    assertThatThrownBy(() -> transactions.run(connection -> {
                                current.acquire("order/1");
                                throw new SQLException("no such order");
                            }))
                            .hasMessage("no such order");
                    assertThat(locks.view("order/1").free()).isTrue();
                    assertThatThrownBy(() -> {
                                try (var connection = usual.getConnection()) {
                                    connection.setAutoCommit(false);
                                    transactions.joining(connection, joined -> current.acquire("order/1"));
                                }
                            })
                            .isInstanceOf(IsolationException.class);
                });
                assertThat(locks.admin().traits().address()).startsWith("mariadb://");
            }
        }
    }

    @Test
    void unreachableDatabase_isToldInASentence() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:postgresql://127.0.0.1:1/none");
        config.setConnectionTimeout(500);
        config.setInitializationFailTimeout(-1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            assertThatThrownBy(() -> LockLocation.within(pool, SqlOptions.DEFAULT, ManagerOptions.DEFAULT))
                    .isInstanceOf(StoreUnreachableException.class)
                    .hasMessageStartingWith("The application's database, in which the locks are to be kept, cannot be");
        }
    }
}
