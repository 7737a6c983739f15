package dev.holdfast.store.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.servers.PostgresServer;
import dev.holdfast.store.Kind;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.Query;
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
}
