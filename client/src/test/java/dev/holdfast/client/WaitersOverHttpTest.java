package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Acquisition;
import dev.holdfast.AsyncLocks;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that wait for one lock: each has a receipt of its own, and all of them wait as one at the server. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WaitersOverHttpTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private LockManager client;
    private LockManager another;

    @BeforeEach
    void start() {
        LockStore store = Asked.store("sqlite:" + folder.resolve("locks.db"), InstantSource.system());
        another = StoreManagers.over(store, ManagerOptions.DEFAULT);
        client = Asked.over(store, ManagerOptions.DEFAULT, open::push);
        open.push(client);
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable one : open) {
            one.close(); // the store is closed with the first manager that has it
        }
    }

    private static LockRequest request(String owner) {
        return LockRequest.of("r").owner(Owner.of(owner)).timeout(Duration.ofHours(1));
    }

    @Test
    void hundreds_haveOneTicket_andAllAreServedInTurn() throws Exception {
        LockHandle held = client.acquire(request("holder"));
        List<Long> fences = Collections.synchronizedList(new ArrayList<>());
        List<CompletableFuture<Void>> all = new ArrayList<>();
        AsyncLocks waiting = AsyncLocks.of(client);
        for (int i = 0; i < 300; i++) {
            all.add(waiting.tryAcquire(request("o" + i)).thenAccept(acquisition -> {
                try (LockHandle mine = acquisition.orThrow()) {
                    fences.add(mine.fence());
                }
            }));
        }
        await().atMost(LONG).until(() -> another.view("r").waiting() == 300);
        assertThat(another.view("r").queue()).as("tickets in the store").hasSize(1);

        held.close();

        for (CompletableFuture<Void> one : all) {
            one.get(120, TimeUnit.SECONDS);
        }
        assertThat(fences).hasSize(300).doesNotHaveDuplicates();
        await().atMost(LONG).until(() -> another.view("r").free());
        assertThat(another.view("r").queue()).isEmpty();
    }

    @Test
    void requestThatIsSentAgain_findsItsGrant() throws Exception {
        LockRequest request = request("same").receipt(Receipt.create("r"));
        LockHandle held = client.acquire(request("holder"));
        CompletableFuture<Acquisition> first = AsyncLocks.of(client).tryAcquire(request("first"));
        await().atMost(LONG).until(() -> another.view("r").waiting() == 1);
        CompletableFuture<Acquisition> waits = AsyncLocks.of(client).tryAcquire(request);
        await().atMost(LONG).until(() -> another.view("r").waiting() == 2);

        held.close();
        first.get(120, TimeUnit.SECONDS).orThrow().close();

        LockHandle granted = waits.get(120, TimeUnit.SECONDS).orThrow();
        assertThat(client.acquire(request).fence()).isEqualTo(granted.fence());
    }
}
