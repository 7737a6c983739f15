package dev.holdfast.check;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrowthTest {
    private static final int ROUNDS = 50;

    private final List<byte[]> kept = new ArrayList<>();

    private void run(Growth growth, int keptInARound) {
        for (int i = 0; i < ROUNDS; i++) {
            kept.add(new byte[keptInARound]);
            growth.round();
        }
    }

    @Test
    void growth_thatGoesOnWithTheRounds_isFound() {
        Growth growth = Growth.over(ROUNDS);
        run(growth, 1 << 20);
        assertThatThrownBy(growth::requireBounded)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("in 40 rounds");
    }

    @Test
    void growth_ofAFewBytes_isBounded() {
        Growth growth = Growth.over(ROUNDS);
        run(growth, 16);
        growth.requireBounded();
    }

    @Test
    void growth_thatWasNotMeasured_isNoProof() {
        assertThatThrownBy(Growth.over(ROUNDS)::requireBounded).hasMessageContaining("0 rounds");
    }
}
