package dev.holdfast.cli.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HistoryEntry;
import dev.holdfast.Hold;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Loss;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.internal.storage.ForwardingStore;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.store.memory.MemoryStoreProvider;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LostHoldsTest {
    private final Counted store = new Counted(new MemoryStoreProvider().open("memory:", InstantSource.system()));
    private LockManager locks;
    private Owner ann;

    /** Counts the questions for the history. */
    private static final class Counted extends ForwardingStore {
        private int questions;

        Counted(LockStore store) {
            super(store);
        }

        @Override
        public List<HistoryEntry> history(HistoryQuery query) {
            questions++;
            return super.history(query);
        }
    }

    @BeforeEach
    void open() {
        locks = StoreManagers.over(store, ManagerOptions.DEFAULT);
        ann = locks.newOwner();
    }

    @AfterEach
    void close() {
        locks.close();
    }

    private LockHandle acquire(String... resources) throws InterruptedException {
        return locks.acquire(LockRequest.of(resources).owner(ann));
    }

    /** Acquires each by itself: a handle that loses one of its resources releases the others. */
    private void acquireEach(String... resources) throws InterruptedException {
        for (String resource : resources) {
            acquire(resource);
        }
    }

    private List<String> before(LockHandle handle) {
        Map<String, Hold> holds = new HashMap<>();
        for (int i = 0; i < handle.receipts().size(); i++) {
            holds.put(handle.receipts().get(i).resource(), handle.holds().get(i));
        }
        return LostHolds.before(locks, holds).stream().map(Loss::sentence).toList();
    }

    @Test
    void losses_ofSeveralResources_areFoundWithOneQuestion() throws Exception {
        acquireEach("chapter/1", "chapter/2", "chapter/3", "chapter/10");
        locks.admin().forceRelease("chapter/1", "Ada", "urgent");
        locks.admin().forceRelease("chapter/10", "Ada", "urgent");
        locks.admin().forceRelease("chapter/3", "Bea", "late");
        locks.holds().release(acquire("chapter/3").receipts().get(0));
        store.questions = 0;
        assertThat(before(acquire("chapter/1", "chapter/10", "chapter/3")))
                .containsExactly(
                        "Your lock on chapter/1 has ended: Ada released it (urgent).",
                        "Your lock on chapter/10 has ended: Ada released it (urgent).");
        assertThat(store.questions).isOne();
    }

    @Test
    void holds_thatWereEnteredAgain_needNoQuestion() throws Exception {
        acquire("a");
        LockHandle again = acquire("a");
        store.questions = 0;
        assertThat(before(again)).isEmpty();
        assertThat(store.questions).isZero();
    }

    @Test
    void names_withoutACommonBeginning_areFoundToo() throws Exception {
        acquireEach("a", "b", "\uD83D\uDE00", "\uD83D\uDE01");
        locks.admin().forceRelease("b", "Ada", "urgent");
        locks.admin().forceRelease("\uD83D\uDE01", "Ada", "urgent");
        assertThat(before(acquire("a", "b", "\uD83D\uDE01"))).hasSize(2);
    }
}
