package dev.holdfast.bench.contender;

import com.zaxxer.hikari.HikariDataSource;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.sql.SQLException;

/** Lets a server finish its background work after many writes, so that it does not affect the next measurement. */
public interface Settling {
    Settling NONE = address -> {};

    /** Returns when the server at that address of a store has nothing left to do. */
    void await(String address) throws Exception;

    /** Runs the work of autovacuum and of the next checkpoint now. */
    static void postgresql(String address) throws SQLException {
        try (HikariDataSource pool = Pool.to(address, 1)) {
            Pool.execute(pool, "VACUUM ANALYZE", "CHECKPOINT");
        }
    }

    /** Waits for the end of its saving, for a minute at most. */
    static void redis(String address) throws InterruptedException {
        RedisClient client = RedisClient.create(RedisAt.parse(address).uri());
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            for (int i = 0; i < 60; i++) {
                String state = connection.sync().info("persistence");
                if (!state.contains("aof_rewrite_in_progress:1") && !state.contains("rdb_bgsave_in_progress:1")) {
                    return;
                }
                Thread.sleep(1000);
            }
        } finally {
            client.shutdown();
        }
    }
}
