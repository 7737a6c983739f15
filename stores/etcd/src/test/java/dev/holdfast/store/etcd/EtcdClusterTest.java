package dev.holdfast.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.engines.EtcdServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three servers that are one etcd, and what happens when some of them end. */
class EtcdClusterTest {

    @Test
    @Timeout(180)
    @Tag("safety")
    @DisplayName("P18: servers end one by one: the lock stays, fences grow, without a majority nobody gets anything")
    void servers_endingOneByOne_loseNothing(@TempDir Path folder) {
        List<EtcdServer> servers = EtcdServer.cluster(folder, 3);
        String address = servers.stream()
                .map(server -> "127.0.0.1:" + server.port())
                .collect(Collectors.joining(",", "etcd://", "/locks?timeout=2s"));
        try (LockManager locks = LockManager.open(address);
                LockManager other = LockManager.open(address)) {
            LockHandle held = locks.acquire("a");
            long fence = other.acquire("b").fence();
            servers.get(0).kill();
            Awaitility.await("another server")
                    .atMost(Duration.ofSeconds(90))
                    .ignoreExceptionsInstanceOf(StoreException.class)
                    .until(() -> {
                        held.heartbeat();
                        return true;
                    });
            assertThat(other.tryAcquire("a").granted()).isFalse();
            assertThat(other.acquire("c").fence()).isGreaterThan(fence);
            try (LockManager late = LockManager.open(address)) {
                assertThat(late.tryAcquire("a").granted()).isFalse();
            }
            servers.get(1).kill();
            Awaitility.await("no leader")
                    .atMost(Duration.ofSeconds(90))
                    .untilAsserted(() -> assertThatThrownBy(
                                    () -> LockManager.open(address).close())
                            .isInstanceOf(StoreUnreachableException.class)
                            .hasMessageContaining("have no leader: more than half of them must run"));
            assertThatThrownBy(() -> other.tryAcquire("d"))
                    .isInstanceOfAny(StoreUnreachableException.class, OutcomeUnknownException.class);
            assertThat(held.isHeld()).isTrue();
            servers.get(1).restart();
            Awaitility.await("a majority")
                    .atMost(Duration.ofSeconds(90))
                    .ignoreExceptionsInstanceOf(StoreException.class)
                    .until(() -> {
                        held.heartbeat();
                        return true;
                    });
            assertThat(other.tryAcquire("a").granted()).isFalse();
            held.close();
            assertThat(other.acquire("a").fence()).isGreaterThan(fence);
        } finally {
            servers.forEach(EtcdServer::close);
        }
    }
}
