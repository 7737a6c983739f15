package dev.holdfast.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockEvent;
import dev.holdfast.internal.codec.RandomBodies;
import dev.holdfast.internal.rules.Weight;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The history in memory has at most so many events, and so many bytes. */
class HistoryPropertyTest {
    private static long bytes(List<HistoryEntry> events) {
        return events.stream().mapToLong(event -> Weight.of(event.event())).sum();
    }

    @Property(tries = 100)
    void history_keepsTheNewest_withinBothBounds(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 40) int most,
            @ForAll @IntRange(min = 1) int mostBytes) {
        RandomBodies bodies = new RandomBodies(seed);
        History history = new History(most, mostBytes % 200_000 + 1);
        List<HistoryEntry> all = new ArrayList<>();
        for (int i = 1; i <= 60; i++) {
            HistoryEntry event = new HistoryEntry(i, Instant.EPOCH.plusSeconds(i), bodies.event());
            history.add(event);
            all.add(event);
            List<HistoryEntry> kept = history.all();
            assertThat(kept).hasSizeBetween(1, most).isEqualTo(all.subList(all.size() - kept.size(), all.size()));
            assertThat(kept.size() == 1 || bytes(kept) <= mostBytes % 200_000 + 1)
                    .isTrue();
            int more = kept.size() + 1;
            boolean mayHaveMore = more <= most
                    && more <= all.size()
                    && bytes(all.subList(all.size() - more, all.size())) <= mostBytes % 200_000 + 1;
            assertThat(mayHaveMore).as("nothing is forgotten without need").isFalse();
        }
    }

    @Test
    void history_usually_hasTenThousandEvents() {
        RandomBodies bodies = new RandomBodies(1);
        LockEvent small = bodies.event();
        History history = new History();
        for (int i = 1; i <= History.MAX_EVENTS + 5; i++) {
            history.add(new HistoryEntry(i, Instant.EPOCH, small));
        }
        int each = Weight.of(small);
        assertThat(history.all()).hasSize(Math.min(History.MAX_EVENTS, History.MAX_BYTES / each));
    }
}
