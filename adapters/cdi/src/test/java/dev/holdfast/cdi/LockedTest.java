package dev.holdfast.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Hold;
import dev.holdfast.LockHandle;
import dev.holdfast.LockLostException;
import dev.holdfast.LockManager;
import dev.holdfast.LockUnavailableException;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Methods under locks, in two containers of Weld over one store. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LockedTest {
    @TempDir
    private static Path folder;

    private static SeContainer node;
    private static SeContainer otherNode;
    private static Billing billing;
    private static Billing other;
    private static LockManager locks;

    @BeforeAll
    static void start() {
        Locations.address = "sqlite:" + folder.resolve("locks.db");
        node = application();
        otherNode = application();
        billing = node.select(Billing.class).get();
        other = otherNode.select(Billing.class).get();
        locks = otherNode.select(LockManager.class).get();
    }

    private static SeContainer application() {
        SeContainer started = SeContainerInitializer.newInstance()
                .addBeanClasses(Billing.class, Billing.Ledger.class, Invoices.class, Locations.class)
                .initialize();
        assertThat(started.select(LockManager.class).get().list("")).isNotNull();
        return started;
    }

    @AfterAll
    static void stop() {
        node.close();
        otherNode.close();
    }

    @Test
    void threadsAndNodes_excludeEachOther_andTheRestIsSkipped() throws Exception {
        CountDownLatch runs = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        node.select(Invoices.class).get().work(() -> {
            runs.countDown();
            end.await();
            return "ran";
        });
        CompletableFuture<String> job = CompletableFuture.supplyAsync(billing::billAll);
        runs.await();
        assertThat(billing.billAll()).isNull();
        assertThat(other.billAll()).isNull();
        assertThat(other.billIfFree()).isEmpty();
        assertThat(other.print()).isCompletedWithValue(null);
        assertThatThrownBy(other::countOrFail)
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("nightly has been held by")
                .hasMessageContaining("Billing.billAll");
        end.countDown();
        assertThat(job.get()).isEqualTo("ran");
        assertThat(other.billAll()).isEqualTo("ran");
        assertThat(other.billIfFree()).contains("ran");
        assertThat(other.countOrFail()).isEqualTo(1);
    }

    @Test
    void key_isPartOfTheName_andACallWaitsForItsTurn() {
        LockHandle held = locks.acquire("billing/eu");
        CompletableFuture<String> waiting = CompletableFuture.supplyAsync(() -> billing.bill("eu"));
        await().until(() -> locks.view("billing/eu").waiting() > 0);
        assertThat(other.bill("us")).isEqualTo("ran");
        assertThat(waiting).isNotDone();
        held.close();
        assertThat(waiting.join()).isEqualTo("ran");
        assertThatThrownBy(() -> billing.bill(null)).hasMessageContaining("@LockKey of Billing.bill is null");
    }

    @Test
    void failure_releasesTheLock_andStaysAsItIs() {
        otherNode.select(Invoices.class).get().work(() -> {
            throw new IllegalStateException("no rates");
        });
        assertThatThrownBy(other::billAll)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no rates");
        assertThat(locks.view("nightly").free()).isTrue();
        otherNode.select(Invoices.class).get().work(() -> "ran");
    }

    @Test
    void future_holdsTheLockUntilItEnds_alsoWithAFailure() {
        try (SeContainer brief = application()) {
            CompletableFuture<String> work = brief.select(Invoices.class).get().print();
            CompletableFuture<String> answer = brief.select(Billing.class).get().print();
            assertThat(locks.view("nightly").free()).isFalse();
            assertThat(billing.print()).isCompletedWithValue(null);
            work.completeExceptionally(new IllegalStateException("no paper"));
            assertThatThrownBy(answer::join).hasMessageContaining("no paper");
            assertThat(locks.view("nightly").free()).isTrue();
        }
    }

    @Test
    void nestedCall_goesOnUnderTheSameLock_unlessItIsLost() {
        assertThat(billing.nested(() -> {})).isEqualTo("closed");
        assertThat(locks.view("nightly").free()).isTrue();
        assertThatThrownBy(() -> billing.nested(() -> {
                    locks.admin().forceRelease("nightly", "Ann", "it hung");
                    // The handle learns of it by itself.
                    await().pollInSameThread().until(() -> {
                        try {
                            node.select(Billing.Ledger.class).get().close();
                            return false;
                        } catch (LockLostException e) {
                            return true;
                        }
                    });
                }))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("Ann released it");
        assertThat(billing.nested(() -> {})).isEqualTo("closed");
    }

    @Test
    void lock_isKeptAfterAShortJob_alsoWithoutItsNode() {
        try (SeContainer brief = application()) {
            assertThat(brief.select(Billing.class).get().brief()).isEqualTo("ran");
        }
        assertThat(other.brief()).isNull();
        Hold kept = locks.view("short").holders().get(0).hold();
        assertThat(kept.lease().grace()).isEqualTo(Duration.ofMinutes(10));
        assertThat(kept.owner().processes()).isEmpty();
    }
}
