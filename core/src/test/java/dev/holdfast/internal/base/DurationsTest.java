package dev.holdfast.internal.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

    @ParameterizedTest
    @CsvSource({
        "90s, PT90S",
        "15m, PT15M",
        "1h30m, PT1H30M",
        "2d3h, P2DT3H",
        "500ms, PT0.5S",
        "1s500ms, PT1.5S",
        "0s, PT0S",
        "15M, PT15M",
        "PT15M, PT15M",
        "P1D, P1D"
    })
    void parse_asPeopleWriteThem(String text, Duration meant) {
        assertThat(Durations.parse(text)).isEqualTo(meant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "15", "m", "15 m", "1m1h", "1s1s", "-5s", "1.5h", "9999999999999999999s", "5x", "٣s"})
    void parse_whatIsNone_saysHowToWriteIt(String text) {
        assertThatThrownBy(() -> Durations.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text + "' is not a duration: write it like 90s, 15m or 1h30m.");
    }
}
