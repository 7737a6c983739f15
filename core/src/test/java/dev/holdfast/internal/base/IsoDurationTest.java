package dev.holdfast.internal.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The quick way to read durations agrees with the JDK's. */
final class IsoDurationTest {
    @Test
    void durations_ofAllSizes_areReadAsTheJdkDoes() {
        Random random = new Random(5);
        for (int i = 0; i < 10_000; i++) {
            Duration duration = Duration.ofMillis(random.nextLong() >> random.nextInt(63));
            duration = random.nextBoolean() ? Duration.ofSeconds(duration.toSeconds()) : duration;
            assertThat(Durations.iso(duration.toString())).isEqualTo(duration);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT1H1S", "P1D", "P1DT2H", "PT-5S", "PT1.5S", "pt5m", "PT007S", "+PT5S"})
    void forms_thatTheJdkReads_areReadTheSame(String text) {
        assertThat(Durations.iso(text)).isEqualTo(Duration.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "P",
                "PT",
                "PT5",
                "PTS",
                "XX5S",
                "PT5S5S",
                "PT5S5M",
                "PT5H5H",
                "PT5M5M",
                "PT5S5H",
                "PT5M5S5M",
                "PT1M1H",
                "5m",
                "PT99999999999999999999S"
            })
    void nonsense_isRefusedAsTheJdkDoes(String text) {
        assertThatThrownBy(() -> Durations.iso(text)).isInstanceOf(DateTimeException.class);
    }
}
