package dev.holdfast.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.internal.storage.EndingHolds.EndingHold;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The ids of what tells of holds that end soon. */
class EventKeyTest {
    private static final Instant START = Instant.parse("2026-03-02T09:00:00Z");

    private static String key(String resource, long receipt, long fence, Instant active, long version, String note) {
        Hold hold = new Hold(
                List.of(new HoldId(receipt, receipt)),
                Owner.of("ann"),
                Mode.SHARED,
                fence,
                START,
                active,
                active,
                new Lease(null, Duration.ofDays(7), null),
                note,
                "",
                true);
        return EventKey.of(new EndingHold(resource, version, hold, hold.until()));
    }

    @Test
    void anId_followsFromResourceHolderFenceAndEnd_alone() {
        String id = key("a", 1, 7, START, 7, "");
        assertThat(id).matches("evt_[0-9a-f]{32}");
        assertThat(key("a", 1, 7, START, 9, "a note")).as("another change").isEqualTo(id);
        assertThat(List.of(
                        id,
                        key("b", 1, 7, START, 7, ""),
                        key("a", 2, 7, START, 7, ""),
                        key("a", 1, 8, START, 7, ""),
                        key("a", 1, 7, START.plusNanos(1_000), 7, "")))
                .as("readers that came in together have one fence")
                .doesNotHaveDuplicates();
    }
}
