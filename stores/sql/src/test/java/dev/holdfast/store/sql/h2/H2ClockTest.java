package dev.holdfast.store.sql.h2;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The time that H2 tells. */
class H2ClockTest {
    private static final int READS = 40_000;
    private static final int WRITERS = 3;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "REGULAR",
                "STRICT",
                "LEGACY",
                "PostgreSQL",
                "MySQL",
                "MariaDB",
                "Oracle",
                "DB2",
                "Derby",
                "HSQLDB"
            })
    void now_withinATransaction_isThatOfTheStatement(String mode) throws SQLException {
        try (Connection connection = connection("jdbc:h2:mem:;MODE=" + mode)) {
            connection.setAutoCommit(false);
            Instant before = Instant.now().truncatedTo(ChronoUnit.MICROS);
            Instant first = now(connection);
            Instant between = Instant.now().truncatedTo(ChronoUnit.MICROS);
            Instant second = now(connection);
            assertThat(List.of(before.minusMillis(1), first, second)).isSorted();
            assertThat(second).isAfterOrEqualTo(between.minusMillis(1)).isBeforeOrEqualTo(Instant.now());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2.3.232 (2024-08-11), false",
        "2.3.230 (2024-07-15), true",
        "2.4.240, false",
        "3.0.1, false",
        "1.4.200, true"
    })
    void version_withoutTheFunctionThatTellsTheTime_isOld(String version, boolean old) {
        assertThat(H2Layout.isOld(version)).isEqualTo(old);
    }

    @Test
    void now_whileOthersBeginAndEndTransactions_isTold() throws Exception {
        String url = "jdbc:h2:mem:clock;DB_CLOSE_DELAY=-1";
        AtomicBoolean over = new AtomicBoolean();
        CountDownLatch writing = new CountDownLatch(WRITERS);
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        List<Future<?>> writers = new ArrayList<>();
        try (Connection reader = connection(url);
                Statement table = reader.createStatement();
                PreparedStatement now = reader.prepareStatement("SELECT " + H2Dialect.NOW)) {
            table.execute("CREATE TABLE counter (id INT PRIMARY KEY, n INT)");
            table.execute("INSERT INTO counter SELECT x, 0 FROM SYSTEM_RANGE(1, " + WRITERS + ")");
            for (int i = 1; i <= WRITERS; i++) {
                int id = i;
                writers.add(threads.submit(() -> count(url, id, writing, over)));
            }
            assertThat(writing.await(90, TimeUnit.SECONDS)).isTrue();
            long last = 0;
            for (int i = 0; i < READS; i++) {
                try (ResultSet row = now.executeQuery()) {
                    row.next();
                    assertThat(row.getLong(1)).isGreaterThanOrEqualTo(last);
                    last = row.getLong(1);
                }
            }
        } finally {
            over.set(true);
            threads.shutdown();
        }
        for (Future<?> writer : writers) {
            writer.get(90, TimeUnit.SECONDS);
        }
    }

    private static void count(String url, int id, CountDownLatch writing, AtomicBoolean over) {
        try (Connection connection = connection(url);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            writing.countDown();
            while (!over.get()) {
                statement.execute("UPDATE counter SET n = n + 1 WHERE id = " + id);
                connection.commit();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Instant now(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + H2Dialect.NOW)) {
            row.next();
            return Instant.EPOCH.plus(row.getLong(1), ChronoUnit.MICROS);
        }
    }

    private static Connection connection(String url) throws SQLException {
        return DriverManager.getConnection(url, "sa", "");
    }
}
