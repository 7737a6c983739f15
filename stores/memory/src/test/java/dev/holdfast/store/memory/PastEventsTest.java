package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.internal.rules.Weight;
import dev.holdfast.spi.StoreManagers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class PastEventsTest {
    private static final HistoryQuery ALL = new HistoryQuery("", null, 1_000);
    private final LockEvent event = event();

    private static LockEvent event() {
        try (LockManager locks =
                StoreManagers.over(MemoryLockStore.open(InstantSource.system()), ManagerOptions.DEFAULT)) {
            locks.acquire("a").close();
            return locks.admin().history(ALL).get(0).event();
        }
    }

    /** Returns a block of events, whose versions count from that number. */
    private EventBlock block(long nanos, long version, int size) {
        EventBlock block = new EventBlock();
        for (int i = 0; i < size; i++) {
            block.add(new EventBlock.Event(nanos, version + i, Instant.EPOCH, event));
        }
        return block;
    }

    private static List<Long> versions(PastEvents past, EventBlock... recent) {
        return past.newest(ALL, List.of(recent)).stream()
                .map(HistoryEntry::version)
                .toList();
    }

    @Test
    void add_ofMoreThanItKeeps_forgetsTheOldestBlocks() {
        PastEvents past = new PastEvents(1_000, 5, Integer.MAX_VALUE);
        for (int i = 0; i < 9; i++) {
            past.add(block(i, 10L * i, 2));
        }
        assertThat(versions(past)).containsExactly(81L, 80L, 71L, 70L, 61L, 60L);
        past.add(block(9, 90, 7));
        assertThat(versions(past)).containsExactly(96L, 95L, 94L, 93L, 92L, 91L, 90L);
    }

    @Test
    void add_ofMoreBytesThanItKeeps_forgetsTheOldestBlocks() {
        PastEvents past = new PastEvents(1_000, 1_000, 6 * Weight.of(event));
        for (int i = 0; i < 9; i++) {
            past.add(block(i, 10L * i, 2));
        }
        assertThat(versions(past)).containsExactly(81L, 80L, 71L, 70L, 61L, 60L);
        past.add(block(9, 90, 7));
        assertThat(versions(past)).as("one block stays").containsExactly(96L, 95L, 94L, 93L, 92L, 91L, 90L);
    }

    /** A stripe may fill its block long after others. The clock may pass its largest value. */
    @Test
    void newest_ofBlocksThatCameLate_isInTheOrderOfTheEvents() {
        PastEvents past = new PastEvents(6, 1_000, Integer.MAX_VALUE);
        past.add(block(Long.MIN_VALUE, 30, 2));
        past.add(block(Long.MAX_VALUE - 1, 50, 1));
        past.add(block(Long.MAX_VALUE, 20, 1));
        assertThat(versions(past, block(Long.MIN_VALUE + 5, 10, 2), block(Long.MAX_VALUE, 19, 1)))
                .as("the newest six")
                .containsExactly(11L, 10L, 31L, 30L, 20L, 19L);
    }

    @Test
    void block_isFullByEventsOrByBytes() {
        assertThat(block(0, 0, EventBlock.MAX_EVENTS - 1).isFull()).isFalse();
        assertThat(block(0, 0, EventBlock.MAX_EVENTS).isFull()).isTrue();
        EventBlock large = new EventBlock();
        LockEvent largest = new LockEvent("a", event.kind(), event.hold(), "", "x".repeat(EventBlock.MAX_BYTES / 4));
        large.add(new EventBlock.Event(0, 0, Instant.EPOCH, largest));
        assertThat(large.isFull()).isFalse();
        large.add(new EventBlock.Event(0, 0, Instant.EPOCH, largest));
        assertThat(large.isFull()).isTrue();
    }
}
