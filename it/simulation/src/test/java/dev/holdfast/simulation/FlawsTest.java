package dev.holdfast.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.Extent;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults that are put back into the product, each of which the simulation must find. */
class FlawsTest {
    private static final int MAX_SCHEDULES = 20_000;

    static Iterable<Flaw> flaws() {
        return Extent.all() ? Flaws.ALL : Flaws.SOON_FOUND;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("flaws")
    @DisplayName("Planted flaws are found")
    void flaw_isFound(Flaw flaw) {
        assertThat(Found.of(flaw, 1, MAX_SCHEDULES)).as(flaw.name()).isNotNull();
    }
}
