package dev.holdfast.it.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.engines.Haproxy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Two servers behind haproxy, as configured in deploy/haproxy: each in turn is killed under load, and the clients go on. */
@EnabledIf("dev.holdfast.engines.Haproxy#installed")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BehindHaproxyTest {
    private static final int WORKERS = 4;
    private static final int TURNS = 25;
    private static final Path CONFIGURATION =
            Path.of("").toAbsolutePath().getParent().getParent().resolve("deploy/haproxy/haproxy.cfg");

    @TempDir
    private Path folder;

    private final AtomicIntegerArray turns = new AtomicIntegerArray(WORKERS);
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicLong fence = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();
    private final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();

    @Test
    void server_killedUnderLoad_costsNoLock() throws Exception {
        String store = "sqlite:" + folder.resolve("locks.db");
        try (Node one = Node.start(folder, store);
                Node two = Node.start(folder, store);
                Haproxy proxy = Haproxy.start(CONFIGURATION, folder, List.of(port(one), port(two)));
                LockManager locks = Patient.open(proxy.address());
                LockHandle editing = locks.acquire(LockRequest.of("policy/1"))) {
            editing.onLoss(loss -> faults.add("lost " + loss));
            List<Thread> workers = start(proxy.address());
            try {
                awaitTurns();
                one.kill();
                awaitTurns();
                one.restart();
                awaitTurns();
                two.kill();
                awaitTurns();
            } finally {
                over.set(true);
            }
            for (Thread worker : workers) {
                worker.join();
            }
            editing.heartbeat();
            assertThat(editing.isHeld()).isTrue();
            assertThat(faults).isEmpty();
        }
    }

    private static int port(Node node) {
        return URI.create(node.address()).getPort();
    }

    private List<Thread> start(String address) {
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            int number = i;
            Thread worker = new Thread(() -> work(address, number), "worker-" + i);
            worker.start();
            workers.add(worker);
        }
        return workers;
    }

    /** Takes turns at one lock that all workers want. */
    private void work(String address, int number) {
        try (LockManager locks = Patient.open(address)) {
            LockRequest request = LockRequest.of("queue").timeout(Duration.ofMinutes(5));
            while (!over.get()) {
                try (LockHandle held = locks.acquire(request)) {
                    if (inside.incrementAndGet() != 1) {
                        faults.add("two at a time");
                    }
                    if (fence.getAndSet(held.fence()) >= held.fence()) {
                        faults.add("a fence that does not grow");
                    }
                    inside.decrementAndGet();
                    turns.incrementAndGet(number);
                }
            }
        } catch (InterruptedException | RuntimeException e) {
            faults.add(number + ": " + e);
        }
    }

    /** Waits until each worker has had its turns again. */
    private void awaitTurns() {
        int[] begin = new int[WORKERS];
        for (int i = 0; i < WORKERS; i++) {
            begin[i] = turns.get(i);
        }
        Awaitility.await("all workers go on")
                .atMost(Duration.ofMinutes(4))
                .until(() -> !faults.isEmpty() || haveHadTurns(begin));
        assertThat(faults).isEmpty();
    }

    private boolean haveHadTurns(int[] begin) {
        for (int i = 0; i < WORKERS; i++) {
            if (turns.get(i) - begin[i] < TURNS) {
                return false;
            }
        }
        return true;
    }
}
