package dev.holdfast.server.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.internal.base.Bounds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is kept of events for those who come again has a bound in bytes. */
@Timeout(180)
class RecentEventsTest {
    @Test
    void events_withLongNotes_areKeptInSmallerNumbers() throws Exception {
        try (LockManager locks = LockManager.open("memory:")) {
            locks.acquire(LockRequest.of("long").note("n".repeat(Bounds.NOTE)));
            locks.acquire("short");
            int large = kept(locks, locks.view("long"));
            int small = kept(locks, locks.view("short"));
            assertThat(large).isBetween(1, 50);
            assertThat(small).isBetween(large + 1, 500);
        }
    }

    private static int kept(LockManager locks, LockView view) {
        RecentEvents recalled = new RecentEvents(100_000);
        for (long number = 1; number <= 1_000; number++) {
            recalled.add(new StreamEvent(locks, number, "run-" + number, view, null));
        }
        int kept = recalled.after(0).size();
        assertThat(recalled.knowsAfter(1_000 - kept)).isTrue();
        assertThat(recalled.knowsAfter(1_000 - kept - 1))
                .as("what came before is forgotten")
                .isFalse();
        return kept;
    }
}
