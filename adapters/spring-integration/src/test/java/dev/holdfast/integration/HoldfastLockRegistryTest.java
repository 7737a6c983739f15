package dev.holdfast.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockManager;
import dev.holdfast.juc.HoldfastLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.integration.support.locks.LockRegistry;

/** The registry as Spring Integration uses it, on two nodes over one store. */
@Timeout(120)
class HoldfastLockRegistryTest {
    @TempDir
    Path folder;

    private LockManager manager;
    private LockManager otherManager;
    private HoldfastLockRegistry node;
    private HoldfastLockRegistry otherNode;

    @BeforeEach
    void open() {
        manager = LockManager.open("sqlite:" + folder.resolve("locks.db"));
        otherManager = LockManager.open("sqlite:" + folder.resolve("locks.db"));
        node = new HoldfastLockRegistry(manager, "orders/");
        otherNode = new HoldfastLockRegistry(otherManager, "orders/");
    }

    @AfterEach
    void close() {
        manager.close();
        otherManager.close();
    }

    @Test
    void obtain_givesTheLockOfTheKey_onAllNodes() throws Exception {
        node.executeLocked(42, () -> {
            assertThat(otherManager.view("orders/42").free()).isFalse();
            assertThat(otherNode.obtain(42).tryLock()).isFalse();
            assertThat(otherNode.obtain(42L).tryLock()).isFalse();
            assertThat(CompletableFuture.supplyAsync(() -> node.obtain("42").tryLock())
                            .join())
                    .isFalse();
            assertThat(node.<String, RuntimeException>executeLocked("42", () -> "entered again"))
                    .isEqualTo("entered again");
            node.expireUnusedOlderThan(0);
            assertThat(node.obtain("42").isHeldByCurrentThread()).isTrue();
            assertThatThrownBy(() -> otherNode.executeLocked(42, Duration.ofMillis(20), () -> {}))
                    .isInstanceOf(TimeoutException.class);
        });
        Lock free = otherNode.obtain("42");
        assertThat(free.tryLock()).isTrue();
        free.unlock();
    }

    @Test
    void registriesWithOtherPrefixes_shareNoLock() throws Exception {
        new HoldfastLockRegistry(manager).executeLocked("42", () -> {
            assertThat(manager.view("42").free()).isFalse();
            assertThat(otherNode.obtain("42").tryLock()).isTrue();
            otherNode.obtain("42").unlock();
        });
    }

    @Test
    void registry_runsWorkUnderALock() throws Exception {
        LockManager locks = manager;
        List<String> ran = new ArrayList<>();
        LockRegistry<HoldfastLock> registry = new HoldfastLockRegistry(locks, "orders/");
        registry.executeLocked(4711, () -> {
            ran.add("locked: " + !otherManager.view("orders/4711").free());
        });
        assertThat(ran).containsExactly("locked: true");
        assertThat(otherManager.view("orders/4711").free()).isTrue();
    }

    @Test
    void leader_isOneNodeAtATime_andTheOtherFollows() throws Exception {
        Candidate first = new Candidate();
        Candidate second = new Candidate();
        LockRegistryLeaderInitiator one = new LockRegistryLeaderInitiator(node, first);
        LockRegistryLeaderInitiator two = new LockRegistryLeaderInitiator(otherNode, second);
        one.setHeartBeatMillis(20);
        two.setHeartBeatMillis(20);
        two.setBusyWaitMillis(20);
        one.start();
        await().until(() -> first.leads);
        two.start();
        assertThat(second.leads).isFalse();
        one.stop();
        await().until(() -> second.leads);
        assertThat(first.leads).isFalse();
        two.stop();
        one.destroy();
        two.destroy();
    }

    private static final class Candidate extends DefaultCandidate {
        private volatile boolean leads;

        @Override
        public void onGranted(Context context) {
            leads = true;
        }

        @Override
        public void onRevoked(Context context) {
            leads = false;
        }
    }
}
