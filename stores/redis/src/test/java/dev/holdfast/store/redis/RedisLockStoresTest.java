package dev.holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.engines.RedisServer;
import dev.holdfast.engines.Wires;
import dev.holdfast.spi.StoreManagers;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Locks in the Redis of an application that has a client of its own. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RedisLockStoresTest {
    @TempDir
    private static Path folder;

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.durable(folder);
    }

    @AfterAll
    static void end() {
        server.close();
    }

    private static RedisURI uri(int database) {
        return RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(server.port())
                .withPassword((CharSequence) Wires.PASSWORD)
                .withDatabase(database)
                .build();
    }

    @Test
    void locks_areWhereTheApplicationIs_andItsClientStaysAsItWas() {
        RedisClient client = RedisClient.create(uri(3));
        try (StatefulRedisConnection<String, String> own = client.connect()) {
            try (LockManager locks = StoreManagers.over(RedisLockStores.over(client, uri(3)), ManagerOptions.DEFAULT)) {
                locks.acquire("article/1").detach();
                assertThat(own.sync().keys("{holdfast}:*")).isNotEmpty();
                assertThat(locks.admin().traits().address()).isEqualTo("redis://127.0.0.1:" + server.port() + "/3");
            }
            assertThat(client.getOptions().isAutoReconnect()).isTrue();
            assertThat(own.sync().ping()).isEqualTo("PONG");
        } finally {
            client.shutdown();
        }
    }

    @Test
    @Tag("safety")
    void locks_outliveTheApplicationsClient() {
        RedisClient client = RedisClient.create(uri(4));
        try (LockManager locks =
                StoreManagers.over(RedisLockStores.over(client, uri(4), "prefix=own"), ManagerOptions.DEFAULT)) {
            locks.acquire("article/1").detach();
            client.shutdown();
            assertThat(locks.view("article/1").free()).isFalse();
            assertThat(locks.admin().traits().address()).endsWith("?prefix=own");
        }
    }

    @Test
    void sentinels_areRefused() {
        RedisClient client = RedisClient.create();
        RedisURI sentinels = RedisURI.builder()
                .withSentinel("127.0.0.1")
                .withSentinelMasterId("main")
                .build();
        try {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RedisLockStores.over(client, sentinels))
                    .withMessageContaining("sentinels");
        } finally {
            client.shutdown();
        }
    }
}
