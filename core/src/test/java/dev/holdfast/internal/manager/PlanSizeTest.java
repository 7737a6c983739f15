package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Result;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A plan costs no more than the number of its names, however many the caller asks for. */
@Timeout(180)
class PlanSizeTest {
    private static final Policies POLICIES = Policies.of(Preset.OFFLINE);

    private static void decide(int names) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < names; i++) {
            Claim claim = new Claim(new HoldId(0, 7), Owner.of("me"), Mode.EXCLUSIVE, Lease.NONE);
            steps.add(new Step(Key.lock("n" + i), new Command.Acquire(claim, false, null), Preset.OFFLINE.policy()));
        }
        Attempt attempt = new Attempt(steps, Snapshot.ASSUMED_ABSENT);
        Plan plan = Plans.of(List.of(attempt), POLICIES);
        assertThat(plan.group()).isNotNull();
        plan.answer(new Result.Applied(5, Instant.EPOCH));
        assertThat(attempt.answer()).isEqualTo(Attempt.Answer.DONE);
    }

    /** Copies of what is known, one for each name, show as memory. */
    @Test
    void memory_ofAPlan_growsWithItsNames() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        decide(1_000);
        long before = threads.getCurrentThreadAllocatedBytes();
        decide(1_000);
        long small = threads.getCurrentThreadAllocatedBytes() - before;
        before = threads.getCurrentThreadAllocatedBytes();
        decide(4_000);
        long large = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(large)
                .as("bytes for four times the names, %s for once", small)
                .isLessThan(8 * small);
    }

    /** A search through all for each would take minutes here. */
    @Test
    void plan_ofVeryManyNames_isDecided() {
        decide(200_000);
    }
}
