package dev.holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.check.LongTest;
import dev.holdfast.engines.Crowd;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server fails, and its replica takes over, by sentinels and in a cluster. */
@Timeout(300)
class RedisFailoverTest {
    private static final Duration SOON = Duration.ofSeconds(90);
    /** So long that nobody is believed to be down before the test says so. */
    private static final Duration NEVER = Duration.ofMinutes(5);

    private static final Duration DOWN = Duration.ofSeconds(3);

    @TempDir
    private Path folder;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    @AfterEach
    void closeAll() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    private <T extends AutoCloseable> T keep(T thing) {
        open.push(thing);
        return thing;
    }

    private LockManager manager(String address) {
        return keep(await().atMost(SOON)
                .ignoreExceptionsInstanceOf(StoreException.class)
                .until(() -> LockManager.open(address), locks -> true));
    }

    private RedisGroup group(boolean cluster, Duration patience) {
        return keep(cluster ? RedisGroup.cluster(folder, patience) : RedisGroup.sentinels(folder, patience));
    }

    private static LockHandle acquired(LockManager locks, String resource) {
        return await().atMost(SOON)
                .ignoreExceptionsInstanceOf(StoreException.class)
                .until(() -> locks.tryAcquire(resource).handle().orElse(null), handle -> handle != null);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("safety")
    @DisplayName("P2: after a fail-over, what the replica had is held; the holder of what it lacked is told first")
    void failover_keepsWhatTheReplicaHad_andTellsOfTheRest(boolean cluster) {
        RedisGroup group = group(cluster, NEVER);
        LockManager holder = manager(group.address());
        LockHandle kept = holder.acquire("kept");
        group.awaitCopied();
        group.cutOff();
        LockHandle lost = acquired(holder, "lost");
        LockManager other = manager(group.address());
        assertThat(other.tryAcquire("lost").granted()).isFalse();
        group.master().kill();
        group.takeOver();
        group.awaitTakenOver();
        LockHandle next = acquired(other, "lost");
        assertThat(lost.lost()).as("the former holder knows").succeedsWithin(SOON);
        assertThat(lost.isHeld()).isFalse();
        assertThat(next.fence()).isGreaterThan(lost.fence());
        assertThat(other.tryAcquire("kept").granted()).isFalse();
        assertThat(kept.isHeld()).isTrue();
        assertThat(holder.admin().traits().address()).startsWith(cluster ? "redis-cluster://" : "redis-sentinel://");
    }

    @Test
    @DisplayName("Without a majority of the sentinels nothing is granted: another server may have taken over")
    void minorityOfTheSentinels_isNotBelieved() {
        RedisGroup group = group(false, NEVER);
        LockManager locks = manager(group.address() + "&timeout=5s");
        locks.acquire("page").close();
        group.informants().get(0).kill();
        acquired(locks, "page").close();
        group.informants().get(1).kill();
        await("too few are left")
                .atMost(SOON)
                .untilAsserted(() -> assertThatThrownBy(() -> locks.view("page"))
                        .isInstanceOf(StoreUnreachableException.class)
                        .hasMessageContaining("sentinels"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("safety")
    @LongTest("fail-overs take half a minute each; failover_keepsWhatTheReplicaHad_andTellsOfTheRest does it at once")
    @DisplayName("P2: a server that hangs under load and comes back: nothing is granted twice, fences grow")
    void failoverUnderLoad_grantsNothingTwice(boolean cluster) {
        RedisGroup group = group(cluster, DOWN);
        LockManager holder = manager(group.address());
        LockHandle held = acquired(holder, "held");
        group.awaitCopied();
        try (Crowd crowd = Crowd.of(8, () -> manager(group.address() + "&quiet=3s"))) {
            crowd.awaitMore(50);
            group.master().pause();
            // No caller need notice: the replica may have taken over before the patience of a call ends, and a lost
            // answer is
            // settled there.
            group.awaitTakenOver();
            group.master().resume();
            crowd.awaitMore(200);
            crowd.stop();
            assertThat(crowd.violations()).isEmpty();
        }
        LockManager other = manager(group.address());
        assertThat(other.tryAcquire("held").granted()).isFalse();
        assertThat(held.isHeld()).isTrue();
    }
}
