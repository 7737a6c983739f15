package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A history that does not fit into one answer of the server. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LongHistoryTest {
    private static final int EVENTS = 900;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private LockManager client;
    private LockManager another;

    @BeforeEach
    void start() throws InterruptedException {
        LockStore store = Asked.store("memory:", InstantSource.system());
        another = StoreManagers.over(store, ManagerOptions.DEFAULT);
        client = Asked.over(store, ManagerOptions.DEFAULT, open::push);
        open.push(client);
        String note = "n".repeat(1_000);
        for (int i = 0; i < EVENTS; i += 100) {
            List<String> names =
                    IntStream.range(i, i + 100).mapToObj(number -> "r" + number).toList();
            another.holds().grant(LockRequest.of(names).owner(Owner.of("o" + i)).note(note));
        }
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable one : open) {
            one.close(); // the store is closed with the first manager that has it
        }
    }

    private static List<String> resources(LockManager from, int limit) {
        List<HistoryEntry> past = from.admin().history(new HistoryQuery("r", null, limit));
        return past.stream().map(entry -> entry.event().resource()).toList();
    }

    @Test
    void history_isReadToItsEnd_orToTheLimit() {
        assertThat(resources(client, 10_000)).hasSize(EVENTS).isEqualTo(resources(another, 10_000));
        assertThat(resources(client, EVENTS - 1)).isEqualTo(resources(another, EVENTS - 1));
        assertThat(resources(client, 10)).isEqualTo(resources(another, 10)).hasSize(10);
    }
}
