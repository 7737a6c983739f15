package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A record that cannot be read fails its own callers only. */
@Tag("safety")
@Timeout(120)
class UnreadableRecordTest {
    private static final Duration TTL = Duration.ofMinutes(1);
    private final FakeTime time = FakeTime.create();
    private volatile String damaged = "";
    private volatile boolean foundLate;
    private final LockManager locks = StoreManagers.over(
            store(),
            ManagerOptions.DEFAULT.clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));

    private LockStore store() {
        LockStore memory = new MemoryStoreProvider().open("memory:" + UUID.randomUUID(), time);
        return Hooked.store(memory, (method, arguments, call) -> {
            if (method.equals("apply")) {
                requireReadable(memory, (List<?>) arguments[0]);
            } else if (method.equals("read")
                    && ((Collection<?>) arguments[0]).stream().anyMatch(this::isDamaged)) {
                throw unreadable();
            }
            return call.make();
        });
    }

    /** A store finds the record before it changes anything, or when it reads the current records of a conflict. */
    private void requireReadable(LockStore memory, List<?> batch) {
        List<Group> healthy = new ArrayList<>();
        for (Object group : batch) {
            if (((Group) group).changes().stream().noneMatch(change -> isDamaged(change.key()))) {
                healthy.add((Group) group);
            }
        }
        if (healthy.size() < batch.size()) {
            if (foundLate && !healthy.isEmpty()) {
                memory.apply(healthy);
            }
            throw unreadable();
        }
    }

    private boolean isDamaged(Object key) {
        return ((Key) key).name().equals(damaged);
    }

    private static StoreUnwritableException unreadable() {
        return new StoreUnwritableException("The record cannot be read: delete it.", null);
    }

    @AfterEach
    void close() {
        damaged = "";
        locks.close();
    }

    private static LockRequest request(String resource) {
        return LockRequest.of(resource).owner(Owner.of("me")).ttl(TTL);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void keeper_oneRecordUnreadable_keepsAllOthers(boolean late) throws Exception {
        foundLate = late;
        LockHandle one = locks.acquire(request("damaged"));
        List<LockHandle> healthy = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            healthy.add(locks.acquire(request("healthy/" + i)));
        }
        damaged = "damaged";
        for (int i = 0; i < 6; i++) {
            time.advance(TTL.dividedBy(3));
            Instant now = time.instant();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> healthy.stream().allMatch(handle -> renewedSince(handle, now.minusSeconds(1))));
        }
        assertThat(one.lost().get(60, TimeUnit.SECONDS).resource()).isEqualTo("damaged");
        assertThat(healthy).allMatch(LockHandle::isHeld);
    }

    private boolean renewedSince(LockHandle handle, Instant moment) {
        return locks.view(handle.resources().get(0)).holders().stream()
                .noneMatch(judged -> judged.hold().seen().isBefore(moment));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void keeper_oneRecordUnreadable_noticesTheLossOfOthers(boolean late) throws Exception {
        foundLate = late;
        locks.acquire(request("damaged"));
        LockHandle forced = locks.acquire(request("forced"));
        locks.admin().forceRelease("forced", "admin", "because");
        damaged = "damaged";
        time.advance(Duration.ofSeconds(3));
        assertThat(forced.lost().get(60, TimeUnit.SECONDS).resource()).isEqualTo("forced");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void renewalOfSeveral_oneRecordUnreadable_renewsTheOthers(boolean late) throws Exception {
        foundLate = late;
        Receipt bad = locks.holds().grant(request("damaged")).receipts().get(0);
        Receipt good = locks.holds().grant(request("good")).receipts().get(0);
        damaged = "damaged";
        time.advance(Duration.ofSeconds(30));
        assertThatExceptionOfType(StoreUnwritableException.class)
                .isThrownBy(() -> locks.holds().renew(List.of(Heartbeat.of(bad, true), Heartbeat.of(good, true))));
        assertThat(locks.view("good").holders())
                .singleElement()
                .satisfies(judged -> assertThat(judged.hold().seen()).isEqualTo(time.instant()));
    }
}
