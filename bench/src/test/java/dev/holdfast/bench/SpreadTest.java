package dev.holdfast.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SpreadTest {
    private static final Spread TO_100 =
            Spread.of(IntStream.rangeClosed(0, 100).map(i -> 100 - i).asDoubleStream());

    @Test
    void quantile_isTheNumberThatThisShareIsBelowOrAt() {
        assertThat(TO_100.median()).isEqualTo(50);
        assertThat(TO_100.quantile(0.99)).isEqualTo(99);
        assertThat(TO_100.quantile(0)).isZero();
        assertThat(TO_100.quantile(1)).isEqualTo(100);
    }

    @Test
    void quantile_ofOneNumber_isThatNumber() {
        Spread one = Spread.of(DoubleStream.of(7));
        assertThat(one.median()).isEqualTo(7);
        assertThat(one.quantile(0.99)).isEqualTo(7);
    }

    @Test
    void middle_isTheMiddleHalf() {
        assertThat(TO_100.middle("%.0f")).isEqualTo("25 – 75");
    }
}
