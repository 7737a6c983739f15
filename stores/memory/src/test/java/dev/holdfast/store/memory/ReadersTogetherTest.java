package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Readers that wait behind a writer come in together, with few changes. */
@Timeout(180)
class ReadersTogetherTest {
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final int MANAGERS = 4;
    private static final int READERS = 20;

    /** It stands still, so that no ticket needs a heartbeat. */
    private final FakeTime time = FakeTime.create();

    private final AtomicInteger changes = new AtomicInteger();
    private final LockStore memory = new MemoryStoreProvider().open("memory:" + UUID.randomUUID(), time);
    private final LockStore store = Hooked.store(memory, (method, arguments, call) -> {
        Object answer = call.make();
        if (method.equals("apply") && answer instanceof List<?> results) {
            results.forEach(result -> changes.addAndGet(result instanceof Result.Applied ? 1 : 0));
        }
        return answer;
    });
    private final List<LockManager> managers = new ArrayList<>();

    @AfterEach
    void close() {
        memory.close();
    }

    private LockManager manager() {
        return StoreManagers.over(
                store,
                ManagerOptions.DEFAULT.clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));
    }

    private static LockRequest request(String owner, Mode mode) {
        return LockRequest.of("r").owner(Owner.of(owner)).mode(mode).timeout(LONG);
    }

    private static FutureTask<LockHandle> asks(LockManager manager, LockRequest request) {
        FutureTask<LockHandle> task = new FutureTask<>(() -> manager.acquire(request));
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    @Test
    void readersOfFourManagers_behindAWriter_costFewChanges() throws Exception {
        LockManager onlooker = manager();
        LockHandle writer = onlooker.acquire(request("w", Mode.EXCLUSIVE));
        List<FutureTask<LockHandle>> readers = new ArrayList<>();
        for (int m = 0; m < MANAGERS; m++) {
            LockManager manager = manager();
            managers.add(manager);
            for (int i = 0; i < READERS; i++) {
                readers.add(asks(manager, request("r" + m + "-" + i, Mode.SHARED)));
            }
            int queued = m + 1;
            await().atMost(LONG).until(() -> manager.view("r").queue().size() >= READERS + queued - 1);
        }
        FutureTask<LockHandle> next = asks(managers.get(0), request("next", Mode.EXCLUSIVE));
        await().atMost(LONG)
                .until(() -> managers.get(0).view("r").queue().stream()
                        .anyMatch(waiting -> waiting.owner().id().equals("next")));
        assertThat(changes.get())
                .as("the writer, and a ticket for each manager")
                .isEqualTo(1 + MANAGERS);
        assertThat(onlooker.view("r").queue()).hasSize(MANAGERS);
        changes.set(0);

        writer.close();

        List<LockHandle> reading = new ArrayList<>();
        for (FutureTask<LockHandle> reader : readers) {
            reading.add(reader.get(90, TimeUnit.SECONDS));
        }
        assertThat(changes.get()).as("a release, and one for each manager").isEqualTo(1 + MANAGERS);
        assertThat(next.isDone()).isFalse();
        assertThat(managers.get(0).view("r").holders()).hasSize(MANAGERS * READERS);
        for (LockHandle handle : reading) {
            assertThat(handle.isHeld()).isTrue();
            handle.close();
        }
        next.get(90, TimeUnit.SECONDS).close();
    }

    @Test
    void readersOfTheWritersManager_comeInWithItsRelease() throws Exception {
        LockManager manager = manager();
        LockHandle writer = manager.acquire(request("w", Mode.EXCLUSIVE));
        List<FutureTask<LockHandle>> readers = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            readers.add(asks(manager, request("r" + i, Mode.SHARED)));
        }
        await().atMost(LONG).until(() -> manager.view("r").queue().size() == READERS);
        long fence = writer.fence();

        writer.close();

        long first = readers.get(0).get(90, TimeUnit.SECONDS).fence();
        assertThat(first).isGreaterThan(fence);
        for (FutureTask<LockHandle> reader : readers) {
            assertThat(reader.get(90, TimeUnit.SECONDS).fence())
                    .as("in one change")
                    .isEqualTo(first);
        }
    }
}
