package dev.holdfast.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holds.Grant;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class AssistantHoldsTest {
    private static final int ROUNDS = 5_000;

    @Test
    void release_besideHeartbeats_isNotReportedAsLoss() throws Exception {
        Owner owner = Owner.of("ann");
        try (LockManager manager = LockManager.open("memory:")) {
            AssistantHolds holds = new AssistantHolds(manager);
            AtomicBoolean over = new AtomicBoolean();
            Thread heartbeats = new Thread(() -> {
                while (!over.get()) {
                    holds.renewQuietly();
                }
            });
            heartbeats.start();
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    holds.add(
                            owner.id(),
                            manager.holds().grant(LockRequest.of("chapter").owner(owner)));
                    assertThat(holds.release(owner.id(), "chapter")).isTrue();
                }
            } finally {
                over.set(true);
                heartbeats.join();
            }
            assertThat(holds.news()).isEmpty();
        }
    }

    @Test
    void heartbeat_thatFailsUnexpectedly_isReportedOnce_andTheNextIsSent() throws Exception {
        AtomicBoolean broken = new AtomicBoolean(true);
        try (LockManager manager = LockManager.open("memory:")) {
            AssistantHolds holds = new AssistantHolds(failing(manager, broken));
            Grant grant = manager.holds().grant(LockRequest.of("chapter").owner(Owner.of("ann")));
            holds.add("ann", grant);
            holds.renewQuietly();
            holds.renewQuietly();
            assertThat(holds.news()).containsOnlyOnce("by a mistake in Holdfast");
            broken.set(false);
            holds.renewQuietly();
            assertThat(holds.news()).isEmpty();
            manager.holds().release(grant.receipts());
            holds.renewQuietly();
            assertThat(holds.news()).contains("chapter");
        }
    }

    /** Returns the manager, with {@code holds()} that throw while it is broken. */
    private static LockManager failing(LockManager manager, AtomicBoolean broken) {
        return (LockManager) Proxy.newProxyInstance(
                LockManager.class.getClassLoader(), new Class<?>[] {LockManager.class}, (proxy, method, arguments) -> {
                    if (broken.get()) {
                        throw new IllegalStateException("planted");
                    }
                    return method.invoke(manager, arguments);
                });
    }
}
