package dev.holdfast.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.internal.storage.ForwardingStore;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which events of the history are new, also if some become visible late or too many happen at a time. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HistoryTailTest {
    /** The history, newest first. */
    private final List<HistoryEntry> history = new ArrayList<>();

    private final LockStore store = new ForwardingStore(StoreProvider.openStore("memory:", InstantSource.system())) {
        @Override
        public List<HistoryEntry> history(HistoryQuery query) {
            return history.subList(0, Math.min(query.limit(), history.size()));
        }
    };
    private final LockManager locks = StoreManagers.over(store, ManagerOptions.DEFAULT);
    private final HistoryTail tail = new HistoryTail(locks);
    private HistoryEntry sample;

    @BeforeEach
    void sample() {
        try (LockManager other = LockManager.open("memory:")) {
            other.acquire("r").close();
            sample = other.admin().history(HistoryQuery.NEWEST).get(0);
        }
    }

    @AfterEach
    void close() {
        locks.close();
    }

    private void happened(long from, long to) {
        for (long version = from; version < to; version++) {
            history.add(0, event(version));
        }
    }

    private HistoryEntry event(long version) {
        return new HistoryEntry(version, Instant.EPOCH, sample.event());
    }

    private List<Long> fresh(boolean deep) {
        return tail.fresh(deep).stream().map(event -> event.past().version()).toList();
    }

    @Test
    void whatWasThereAtTheBeginning_isNotNew_andEverythingElseIsOnce() {
        happened(0, 500);
        tail.begin(Instant.MAX);
        assertThat(fresh(false)).isEmpty();
        happened(500, 503);
        assertThat(fresh(false)).containsExactly(500L, 501L, 502L);
        assertThat(fresh(true)).isEmpty();
        happened(503, 5_000);
        assertThat(fresh(false)).hasSize(4_497).isSorted().startsWith(503L).endsWith(4_999L);
        assertThat(tail.gaps()).isZero();
    }

    /** The requests of two askers with one name end with the hold that they are about, in one change. */
    @Test
    void eventsOfOneChangeThatAreTheSame_haveIdsOfTheirOwn_theSameAtEachServer() {
        HistoryTail other = new HistoryTail(locks);
        happened(0, 100);
        tail.begin(Instant.MAX);
        other.begin(Instant.MAX);
        happened(100, 101);
        happened(100, 101);
        List<String> ids = tail.fresh(false).stream().map(KeyedEvent::id).toList();
        assertThat(ids).hasSize(2).doesNotHaveDuplicates();
        happened(101, 150);
        assertThat(fresh(false)).hasSize(49);
        assertThat(fresh(true)).isEmpty();
        assertThat(other.fresh(true).stream().map(KeyedEvent::id))
                .containsAll(ids)
                .hasSize(51);
    }

    @Test
    void theBeginning_goesBackToTheTimeThatIsWanted() {
        for (long version = 0; version < 8_000; version++) {
            history.add(0, new HistoryEntry(version, Instant.ofEpochSecond(version), sample.event()));
        }
        assertThat(tail.begin(Instant.MAX)).hasSize(1_000);
        assertThat(tail.begin(Instant.ofEpochSecond(5_000)))
                .extracting(event -> event.past().version())
                .isSorted()
                .contains(5_000L)
                .endsWith(7_999L);
        assertThat(tail.begin(Instant.EPOCH)).hasSize(8_000);
        assertThat(fresh(true)).isEmpty();
    }

    @Test
    void theFirstEventsOfAnEmptyHistory_areNoGap() {
        tail.begin(Instant.MAX);
        happened(0, 3);
        assertThat(fresh(false)).containsExactly(0L, 1L, 2L);
        assertThat(tail.gaps()).isZero();
    }

    @Test
    void anEventThatBecomesVisibleLate_isFound_soonOrByADeepLook() {
        happened(0, 100);
        tail.begin(Instant.MAX);
        happened(101, 110);
        assertThat(fresh(false)).hasSize(9);
        history.add(9, event(100));
        assertThat(fresh(false)).containsExactly(100L);
        happened(111, 300);
        assertThat(fresh(false)).hasSize(189);
        assertThat(fresh(false))
                .as("the look after a busy time goes back as far")
                .isEmpty();
        history.add(189, event(110));
        assertThat(fresh(false)).isEmpty();
        assertThat(fresh(true)).containsExactly(110L);
    }

    @Test
    void moreThanTheHistoryKeeps_isCounted() {
        happened(0, 20);
        tail.begin(Instant.MAX);
        history.clear();
        happened(100, 200);
        assertThat(fresh(false)).hasSize(100);
        assertThat(tail.gaps()).isEqualTo(1);
        happened(200, 10_300);
        assertThat(fresh(false)).hasSize(10_000).startsWith(300L);
        assertThat(tail.gaps()).isEqualTo(2);
    }
}
