package dev.holdfast.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.Extent;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whole managers under a scheduler, a clock and a store of the simulation. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class SimulationTest {
    private static final int SCHEDULES = Extent.of(10_000, 100_000);

    @Test
    @DisplayName("No schedule of three managers violates a promise")
    void schedules_violateNothing() {
        Simulate.Campaign campaign = new Simulate.Campaign(1, SCHEDULES, System.nanoTime() + Long.MAX_VALUE / 2);
        campaign.run(2);

        Simulation.Outcome failed = campaign.failed.get();
        assertThat(failed == null ? "" : "seed " + failed.seed() + ": " + failed.violation() + "\n" + failed.trace())
                .isEmpty();
        assertThat(campaign.done.get()).isEqualTo(SCHEDULES);
        assertThat(campaign.switches.get() / SCHEDULES).isGreaterThanOrEqualTo(200);
    }

    @Test
    @DisplayName("A seed replays exactly, whatever ran before it")
    void seed_replaysExactly() {
        try (Simulation one = new Simulation(null);
                Simulation two = new Simulation(null)) {
            one.run(7);
            for (long seed = 100; seed < 120; seed++) {
                assertThat(two.run(seed).hash())
                        .as("seed %s", seed)
                        .isEqualTo(one.run(seed).hash());
            }
            assertThat(one.run(100).hash()).isNotEqualTo(one.run(101).hash());
        }
    }
}
