package dev.holdfast.store.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.engines.PostgresServer;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many who use an empty database for the first time, at the same moment. */
class PostgresFirstUseTest {
    private static final int USERS = 6;

    @Test
    @Timeout(180)
    void manyAtOnce_layItOutOnce() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(USERS);
        PostgresServer server = PostgresServer.shared();
        try {
            for (int round = 0; round < 5; round++) {
                String address = server.address() + "?connections=1&schema=" + Schemas.fresh();
                List<Future<LockStore>> opening = new ArrayList<>();
                for (int i = 0; i < USERS; i++) {
                    opening.add(pool.submit(() -> new PostgresProvider().open(address, InstantSource.system())));
                }
                for (Future<LockStore> one : opening) {
                    try (LockStore store = one.get()) {
                        assertThat(store.query(Query.all(Kind.LOCK)).entries()).isEmpty();
                    }
                }
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    @Timeout(180)
    void anotherMakesTheLayout_forLongerThanACallMayTake_isWaitedFor() throws Exception {
        PostgresServer server = PostgresServer.shared();
        String schema = Schemas.fresh();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (Connection other = server.connect();
                Statement maker = other.createStatement()) {
            maker.execute("SELECT pg_advisory_lock(" + PostgresLayout.MAKING + ")");
            String address = server.address() + "?timeout=1s&connections=1&schema=" + schema;
            Future<LockStore> opening = pool.submit(() -> new PostgresProvider().open(address, InstantSource.system()));
            // Several times as long as a call waits for a lock with that timeout.
            await().atMost(Duration.ofSeconds(60)).until(() -> opening.isDone() || hasWaited(maker, "1500 ms"));
            assertThat(opening).isNotDone();
            maker.execute("SELECT pg_advisory_unlock(" + PostgresLayout.MAKING + ")");
            try (LockStore store = opening.get()) {
                assertThat(store.query(Query.all(Kind.LOCK)).entries()).isEmpty();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static boolean hasWaited(Statement statement, String time) throws SQLException {
        try (ResultSet found = statement.executeQuery("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                + " AND query LIKE '%pg_advisory_lock%' AND clock_timestamp() - query_start > '" + time + "'")) {
            return found.next();
        }
    }
}
