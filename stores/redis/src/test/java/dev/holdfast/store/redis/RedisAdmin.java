package dev.holdfast.store.redis;

import dev.holdfast.engines.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;

/** Somebody who may do everything on a server, beside the store. */
final class RedisAdmin implements AutoCloseable {
    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;

    RedisAdmin(RedisServer server) {
        client = RedisClient.create(server.address());
        connection = client.connect();
    }

    RedisCommands<String, String> redis() {
        return connection.sync();
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown();
    }
}
