package dev.holdfast.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.TypeConversionException;

/** Durations as they are typed. */
final class DurationConverterTest {
    @ParameterizedTest
    @CsvSource({"5,PT5S", "0,PT0S", "90,PT1M30S", "90s,PT1M30S", "5m,PT5M", "1h30m,PT1H30M", "PT15M,PT15M"})
    void bareNumber_isThatOfSeconds(String text, Duration duration) {
        assertThat(new DurationConverter().convert(text)).isEqualTo(duration);
    }

    @Test
    void otherText_isRefused() {
        for (String text : new String[] {"", "soon", "-5", "5x", "1.5"}) {
            assertThatThrownBy(() -> new DurationConverter().convert(text)).isInstanceOf(TypeConversionException.class);
        }
    }
}
