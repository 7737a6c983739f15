package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.Result;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Holds without a handle, more of them than one round releases. */
@Tag("safety")
@Timeout(120)
class OrphanedHoldsTest {
    private static final int STUCK = 1_500;
    private static final int FREE = 20;

    private final ManagerParts parts = new ManagerParts();
    private final OrphanedHolds orphans = new OrphanedHolds(parts.backend);

    /** The stuck ones are enough to fill several rounds, in any order. */
    @Test
    void holdsThatStayBusy_keepNoOtherFromBeingReleased() {
        for (int i = 0; i < STUCK; i++) {
            orphans.add(parts.handleState("stuck/" + i));
        }
        for (int i = 0; i < FREE; i++) {
            orphans.add(parts.handleState("free/" + i));
        }
        parts.store.answer = batch -> {
            List<Result> results = new ArrayList<>();
            batch.forEach(group -> {
                boolean stuck = group.changes().stream()
                        .anyMatch(change -> change.key().name().startsWith("stuck/"));
                results.addAll(stuck ? List.of(new Result.Busy()) : parts.store.applied(List.of(group)));
            });
            return results;
        };
        int sent = parts.store.batches.size();
        for (int i = 0; i < FREE; i++) {
            while (parts.isHeld("free/" + i)) {
                orphans.releaseSome();
                assertThat(parts.store.batches.size() - sent)
                        .as("calls: not more than two passes over all")
                        .isLessThan(2 * (STUCK + FREE) + 1);
            }
        }
        assertThat(orphans.isEmpty()).as("the busy ones have their turn later").isFalse();
        parts.working();
        while (!orphans.isEmpty()) {
            orphans.releaseSome();
        }
        assertThat(parts.isHeld("stuck/0")).isFalse();
    }
}
