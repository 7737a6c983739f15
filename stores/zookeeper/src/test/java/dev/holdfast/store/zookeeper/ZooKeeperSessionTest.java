package dev.holdfast.store.zookeeper;

import static dev.holdfast.store.zookeeper.Records.acquire;
import static dev.holdfast.store.zookeeper.Records.applied;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.StoreException;
import dev.holdfast.engines.ZooKeeperServer;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.StoreManagers;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.ZooKeeper;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A session that ends, and a server that comes back: holds stay, feeds go on, and losses are noticed. */
class ZooKeeperSessionTest {
    private final Settings settings = Settings.of(Servers.fresh());

    @Test
    @Tag("safety")
    void session_expired_costsNoHold_andALossMeanwhileIsTold() throws Exception {
        ZooKeeperLockStore store = ZooKeeperLockStore.open(settings);
        try (LockManager locks = StoreManagers.over(store, ManagerOptions.DEFAULT);
                LockManager other =
                        LockManager.open(Servers.shared().address().replaceFirst("/locks$", settings.base()))) {
            LockHandle kept = locks.acquire("kept");
            LockHandle taken = locks.acquire("taken");
            ZooKeeper before = store.connection().session();
            Bare.expire(Servers.shared().port(), before);
            other.admin().forceRelease("taken", "admin", "somebody has to");
            Awaitility.await("told of the loss")
                    .atMost(Duration.ofSeconds(90))
                    .until(() -> taken.lost().isDone());
            assertThat(store.connection().session()).isNotSameAs(before);
            assertThat(kept.isHeld()).isTrue();
            assertThat(other.tryAcquire("kept").granted()).isFalse();
            kept.close();
            assertThat(other.tryAcquire("kept").granted()).isTrue();
        }
    }

    @Test
    @Tag("safety")
    void feed_afterItsSessionExpired_showsWhatChangedMeanwhileAndAfter() throws Exception {
        try (ZooKeeperLockStore store = ZooKeeperLockStore.open(settings);
                ZooKeeperLockStore other = ZooKeeperLockStore.open(settings)) {
            Set<String> shown = ConcurrentHashMap.newKeySet();
            long gone = applied(other, acquire("gone", "ann")).version();
            watch(store, shown);
            awaitShown(shown, "gone");
            Bare.expire(Servers.shared().port(), store.connection().session());
            applied(other, acquire("meanwhile", "ann"));
            applied(other, Change.delete(Key.lock("gone"), gone));
            awaitShown(shown, "meanwhile");
            applied(other, acquire("after", "ann"));
            awaitShown(shown, "meanwhile", "after");
        }
    }

    @Test
    @Tag("safety")
    void feed_afterTheServerWasRestarted_goesOn() throws Exception {
        try (ZooKeeperServer server = ZooKeeperServer.start(Servers.folder())) {
            Settings own = Settings.of(server.address());
            try (ZooKeeperLockStore store = ZooKeeperLockStore.open(own);
                    ZooKeeperLockStore other = ZooKeeperLockStore.open(own)) {
                Set<String> shown = ConcurrentHashMap.newKeySet();
                watch(store, shown);
                applied(other, acquire("before", "ann"));
                awaitShown(shown, "before");
                server.kill();
                server.restart();
                Awaitility.await("reached again")
                        .atMost(Duration.ofSeconds(90))
                        .ignoreExceptionsInstanceOf(StoreException.class)
                        .until(() -> other.apply(java.util.List.of(acquire("after", "ann"))) != null);
                awaitShown(shown, "before", "after");
            }
        }
    }

    private static void watch(ZooKeeperLockStore store, Set<String> shown) {
        store.watch(Kind.LOCK, "", sighting -> {
            if (sighting.entry() == null) {
                shown.remove(sighting.key().name());
            } else {
                shown.add(sighting.key().name());
            }
        });
    }

    private static void awaitShown(Set<String> shown, String... names) {
        Awaitility.await("shown").atMost(Duration.ofSeconds(90)).until(() -> shown.equals(Set.of(names)));
    }
}
