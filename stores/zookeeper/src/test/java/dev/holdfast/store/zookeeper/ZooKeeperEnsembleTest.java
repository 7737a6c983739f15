package dev.holdfast.store.zookeeper;

import static dev.holdfast.store.zookeeper.Records.acquire;
import static dev.holdfast.store.zookeeper.Records.applied;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.Receipt;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.engines.Crowd;
import dev.holdfast.engines.ZooKeeperServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three servers of which one or two fail. */
class ZooKeeperEnsembleTest {
    private final List<ZooKeeperServer> servers = ZooKeeperServer.ensemble(Servers.folder(), 3);
    private final String address = "zookeeper://ann:secret@"
            + servers.stream().map(server -> "127.0.0.1:" + server.port()).collect(Collectors.joining(","))
            + "/locks?timeout=4s";
    private final List<LockManager> managers = new ArrayList<>();

    @AfterEach
    void end() {
        managers.forEach(LockManager::close);
        servers.forEach(ZooKeeperServer::close);
    }

    private LockManager manager() {
        LockManager manager = LockManager.open(address);
        managers.add(manager);
        return manager;
    }

    private ZooKeeperServer leader() {
        return servers.stream()
                .filter(server -> server.mode().equals("leader"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @Tag("safety")
    @DisplayName("Three servers that lose their leader under load grant nothing twice, lose nothing, and go on")
    void leader_killedUnderLoad_grantsNothingTwiceAndLosesNothing() throws Exception {
        LockManager holder = manager();
        LockHandle held = holder.acquire("held");
        long fence = held.fence();
        Receipt detached = holder.acquire("detached").detach().get(0);
        try (Crowd crowd = Crowd.of(8, this::manager)) {
            crowd.awaitMore(50);
            leader().kill();
            crowd.awaitMore(100);
            crowd.stop();
            assertThat(crowd.violations()).isEmpty();
        }
        LockManager after = manager();
        assertThat(after.tryAcquire("held").granted()).isFalse();
        assertThat(held.isHeld()).isTrue();
        assertThat(after.holds().renew(detached, false)).isPresent();
        held.close();
        // Given back at once: a manager that still holds something cannot be closed while no majority is there.
        try (LockHandle next = after.acquire("held")) {
            assertThat(next.fence()).isGreaterThan(fence);
        }

        // One of three is left: nothing is changed, and it is told in time; with a second one all goes on by itself.
        ZooKeeperServer dead = servers.stream()
                .filter(server -> server.mode().isEmpty())
                .findFirst()
                .orElseThrow();
        try (ZooKeeperLockStore store = ZooKeeperLockStore.open(Settings.of(address))) {
            leader().kill();
            Awaitility.await("no majority")
                    .atMost(Duration.ofSeconds(90))
                    .untilAsserted(() -> assertThatThrownBy(() -> applied(store, acquire("a", "ann")))
                            .isInstanceOf(StoreUnreachableException.class)
                            .hasMessageContaining("more than half of its servers")
                            .hasMessageNotContaining("secret"));
            dead.restart();
            Awaitility.await("goes on")
                    .atMost(Duration.ofSeconds(90))
                    .ignoreExceptionsInstanceOf(StoreException.class)
                    .until(() -> store.apply(List.of(acquire("b", "ann"))) != null);
        }
    }
}
