package dev.holdfast.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Lease;
import dev.holdfast.engines.EtcdServer;
import dev.holdfast.engines.Wire;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtcdFeedTest {

    @Test
    @DisplayName("A feed that was cut off learns what came and what went meanwhile, also when etcd has forgotten how")
    void feed_cutOffAndCompacted_beginsAnew(@TempDir Path folder) {
        try (EtcdServer server = EtcdServer.start(folder, "--unsafe-no-fsync");
                Wire wire = Wire.to(server.port());
                LockStore watched = Stores.open(server.address(wire.port()) + "?timeout=1s");
                LockStore store = Stores.open(server.address());
                Admin admin = new Admin(server.address())) {
            Map<String, Long> seen = new ConcurrentHashMap<>();
            var subscription = watched.watch(Kind.LOCK, "", sighting -> {
                String name = sighting.key().name();
                if (sighting.entry() == null) {
                    seen.remove(name);
                } else {
                    seen.put(name, sighting.entry().version());
                }
            });
            assertThat(subscription).isPresent();
            long gone =
                    Stores.applied(store, Stores.acquire("gone", Lease.NONE)).version();
            long kept =
                    Stores.applied(store, Stores.acquire("kept", Lease.NONE)).version();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(90))
                    .until(() -> seen.equals(Map.of("gone", gone, "kept", kept)));
            wire.loseRequests();
            wire.loseAnswers();
            Stores.applied(store, Group.of(Change.delete(Key.lock("gone"), gone)));
            long come =
                    Stores.applied(store, Stores.acquire("come", Lease.NONE)).version();
            admin.compact();
            wire.cut();
            wire.heal();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(90))
                    .until(() -> seen.equals(Map.of("kept", kept, "come", come)));
        }
    }
}
