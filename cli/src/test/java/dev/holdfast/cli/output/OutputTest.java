package dev.holdfast.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.internal.base.Ages;
import dev.holdfast.internal.base.Times;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times, ages and colours. */
final class OutputTest {
    private static final Instant NOON = Instant.parse("2025-11-22T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "-PT5S, 0 seconds ago",
        "PT1S, 1 second ago",
        "PT59S, 59 seconds ago",
        "PT1M, 1 minute ago",
        "PT5M59S, 5 minutes ago",
        "PT119M, 119 minutes ago",
        "PT2H, 2 hours ago",
        "PT47H, 47 hours ago",
        "PT48H, 2 days ago"
    })
    void ago_isInWords(Duration age, String words) {
        assertThat(Ages.ago(age)).isEqualTo(words);
    }

    @Test
    void times_areInTheReadersZone_withTheDateOnlyIfItIsNotToday() {
        Times times = new Times(ZoneId.of("Asia/Kolkata"), NOON);
        assertThat(times.atAndAgo(NOON.minusSeconds(180))).isEqualTo("17:27 (3 minutes ago)");
        assertThat(times.at(NOON.minus(Duration.ofDays(1)))).isEqualTo("2025-11-21 17:30");
    }

    @Test
    void palette_followsOptionThenVariableThenTerminal() {
        assertThat(Palette.of("always", with(Map.of("NO_COLOR", "1")), Terminal.OUTPUT))
                .isEqualTo(Palette.COLORED);
        assertThat(Palette.of("never", with(Map.of()), Terminal.OUTPUT)).isEqualTo(Palette.PLAIN);
        assertThat(Palette.of("auto", with(Map.of("NO_COLOR", "1")), Terminal.OUTPUT))
                .isEqualTo(Palette.PLAIN);
        assertThat(Palette.COLORED.warning("x")).isEqualTo("\u001B[33mx\u001B[0m");
        assertThat(Palette.PLAIN.warning("x")).isEqualTo("x");
        assertThatThrownBy(() -> Palette.of("blue", with(Map.of()), Terminal.OUTPUT))
                .hasMessage("--color is always, never or auto, not 'blue'.");
    }

    private static Environment with(Map<String, String> environment) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        return new Environment(environment, Path.of(""), InputStream.nullInputStream(), nowhere, nowhere);
    }
}
