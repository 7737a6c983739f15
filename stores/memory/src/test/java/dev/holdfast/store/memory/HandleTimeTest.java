package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.holdfast.LockHandle;
import dev.holdfast.LockLostException;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a handle says of itself: how long its holder may work, under which fence, and what it is after its end. */
@Tag("safety")
@Timeout(120)
class HandleTimeTest {
    private final FakeTime time = FakeTime.create();
    private volatile boolean away;
    private final LockManager locks = StoreManagers.over(
            store(),
            ManagerOptions.DEFAULT.clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));

    private LockStore store() {
        LockStore memory = new MemoryStoreProvider().open("memory:" + UUID.randomUUID(), time);
        return Hooked.store(memory, (method, arguments, call) -> {
            if (away && !method.equals("traits") && !method.equals("close")) {
                throw new StoreUnreachableException("Away.", null);
            }
            return call.make();
        });
    }

    @AfterEach
    void close() {
        away = false;
        locks.close();
    }

    private LockHandle acquired(String name, Duration ttl) throws InterruptedException {
        return locks.acquire(LockRequest.of(name).owner(Owner.of("ann")).ttl(ttl));
    }

    /** The twentieth part of the lease, at most two seconds. */
    @ParameterizedTest
    @CsvSource({"PT20S, PT1S", "PT40S, PT2S", "PT5M, PT2S"})
    void holder_withoutAStore_stopsBeforeItsLeaseEnds(Duration ttl, Duration margin) throws Exception {
        LockHandle handle = acquired("a", ttl);
        assertThat(handle.remaining()).contains(ttl);
        away = true;
        time.advance(ttl.minus(margin).minusMillis(1));
        assertThat(handle.isHeld()).isTrue();
        assertThat(handle.remaining()).contains(margin.plusMillis(1));
        time.advance(Duration.ofMillis(1));
        assertThat(handle.isHeld()).isFalse();
        assertThat(handle.lost().get(60, TimeUnit.SECONDS).resource()).isEqualTo("a");
        assertThatExceptionOfType(LockLostException.class).isThrownBy(handle::heartbeat);
    }

    @Test
    void holder_isWarnedOnceOfATimeThatRunsShort() throws Exception {
        BlockingQueue<Duration> warnings = new LinkedBlockingQueue<>();
        LockHandle handle = acquired("a", Duration.ofMinutes(5)).onWarning(warnings::add);
        away = true;
        time.advance(Duration.ofMinutes(4));
        assertThat(warnings.poll(60, TimeUnit.SECONDS)).isEqualTo(Duration.ofMinutes(1));
        time.advance(Duration.ofSeconds(1));
        time.advance(Duration.ofMinutes(1));
        assertThat(handle.lost().get(60, TimeUnit.SECONDS).resource()).isEqualTo("a");
        assertThat(warnings).isEmpty();
    }

    @Test
    void fences_areThoseOfTheirResources() throws Exception {
        List<Receipt> receipts = new ArrayList<>();
        List<Long> fences = new ArrayList<>();
        // Fences of different resources may be equal by chance: these are not.
        acquired("b", Duration.ofMinutes(5)).close();
        for (String name : new String[] {"a", "b"}) {
            LockHandle handle = acquired(name, Duration.ofMinutes(5));
            fences.add(handle.fence());
            receipts.addAll(handle.detach());
        }
        LockHandle both = locks.attach(receipts);
        assertThat(fences.get(0)).isNotEqualTo(fences.get(1));
        assertThat(both.resources()).containsExactly("a", "b");
        assertThat(both.fence("a")).isEqualTo(fences.get(0));
        assertThat(both.fence("b")).isEqualTo(fences.get(1));
        assertThatIllegalStateException().isThrownBy(both::fence).withMessageContaining("call fence(resource)");
        assertThatIllegalArgumentException().isThrownBy(() -> both.fence("c")).withMessageContaining("c");
    }

    @Test
    void handle_thatEnded_isNoMoreToWorkWith() throws Exception {
        LockHandle closed = acquired("a", Duration.ofMinutes(5));
        closed.close();
        closed.close();
        assertThat(closed.isHeld()).isFalse();
        assertThatIllegalStateException().isThrownBy(closed::heartbeat).withMessageContaining("closed");
        LockHandle detached = acquired("b", Duration.ofMinutes(5));
        assertThat(detached.detach()).isEqualTo(detached.receipts());
        assertThat(detached.isHeld()).isFalse();
        assertThatIllegalStateException().isThrownBy(detached::heartbeat).withMessageContaining("detached");
        detached.close();
        assertThat(locks.list(""))
                .singleElement()
                .satisfies(view -> assertThat(view.resource()).isEqualTo("b"));
    }
}
