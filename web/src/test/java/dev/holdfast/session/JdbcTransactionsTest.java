package dev.holdfast.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.store.sql.SqlOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** Locks within and beside transactions of plain JDBC. */
class JdbcTransactionsTest {
    @TempDir
    Path folder;

    private SQLiteDataSource source() {
        SQLiteConfig config = new SQLiteConfig();
        config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        config.setBusyTimeout(10_000);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + folder.resolve("app.db"));
        return source;
    }

    private LockLocation here() {
        return LockLocation.within(source(), SqlOptions.DEFAULT, ManagerOptions.DEFAULT);
    }

    private LockLocation elsewhere() {
        return LockLocation.apart(LockManager.open("sqlite:" + folder.resolve("locks.db"), ManagerOptions.DEFAULT));
    }

    private static CurrentLocks current(LockLocation location, JdbcTransactions transactions) {
        return new CurrentLocks(location.locks(), new OwnerIds(null), transactions, LockMeters.NONE);
    }

    /** What a job does. */
    private interface Job {
        void run() throws SQLException;
    }

    private static void as(String owner, Job job) {
        CurrentOwner.runAs(Owner.of(owner), () -> {
            try {
                job.run();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: lock and work are committed together, or not at all")
    void run_isOneTransaction() {
        LockLocation location = here();
        try (LockManager locks = location.locks()) {
            JdbcTransactions transactions = new JdbcTransactions(location);
            CurrentLocks current = current(location, transactions);
            as("job", () -> {
                transactions.run(connection -> {
                    current.acquire("order/1");
                    execute(connection, "CREATE TABLE made (id int)");
                    return transactions.run(inner -> current.acquire("order/2"));
                });
                assertThatThrownBy(() -> transactions.run(connection -> {
                            current.acquire("order/3");
                            execute(connection, "CREATE TABLE made (id int)");
                            return null;
                        }))
                        .isInstanceOf(SQLException.class);
                assertThat(current.holds("order/1", "order/2")).isTrue();
                assertThat(locks.view("order/3").free()).isTrue();
                assertThat(transactions.open()).isFalse();
            });
        }
    }

    @Test
    @DisplayName(
            "P9: locks that are elsewhere are given back when the transaction rolls back, and released when it commits")
    void elsewhere_followsTheTransaction() {
        LockLocation location = elsewhere();
        try (LockManager locks = location.locks()) {
            JdbcTransactions transactions = new JdbcTransactions(location);
            CurrentLocks current = current(location, transactions);
            as("job", () -> {
                assertThatThrownBy(() -> transactions.run(source(), connection -> {
                            current.acquire("order/1");
                            throw new SQLException("no such table");
                        }))
                        .hasMessage("no such table");
                assertThat(locks.view("order/1").free()).isTrue();
                transactions.run(source(), connection -> current.acquire("order/1"));
                assertThatThrownBy(() -> transactions.run(source(), connection -> {
                            current.release("order/1");
                            throw new SQLException("no such table");
                        }))
                        .hasMessage("no such table");
                assertThat(current.holds("order/1")).isTrue();
                transactions.run(source(), connection -> {
                    current.release("order/1");
                    assertThat(locks.view("order/1").free()).isFalse();
                    return true;
                });
                assertThat(locks.view("order/1").free()).isTrue();
            });
        }
    }

    @Test
    void brokenConnection_doesNotHideWhatFailed() {
        LockLocation location = elsewhere();
        try (LockManager locks = location.locks()) {
            JdbcTransactions transactions = new JdbcTransactions(location);
            CurrentLocks current = current(location, transactions);
            as(
                    "job",
                    () -> assertThatThrownBy(() -> transactions.run(source(), connection -> {
                                current.acquire("order/1");
                                connection.close();
                                throw new SQLException("no such table");
                            }))
                            .hasMessage("no such table"));
            assertThat(locks.view("order/1").free()).isTrue();
        }
    }

    @Test
    void elsewhere_cannotBeJoined() throws SQLException {
        LockLocation location = elsewhere();
        try (LockManager locks = location.locks();
                Connection connection = source().getConnection()) {
            JdbcTransactions transactions = new JdbcTransactions(location);
            assertThatIllegalStateException()
                    .isThrownBy(() -> transactions.joining(connection, joined -> true))
                    .withMessageContaining("not in a database of the application");
            assertThatIllegalStateException()
                    .isThrownBy(() -> transactions.run(joined -> true))
                    .withMessageContaining("run(source, work)");
            assertThat(locks.list("")).isEmpty();
        }
    }
}
