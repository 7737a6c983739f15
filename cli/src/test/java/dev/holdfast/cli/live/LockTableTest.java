package dev.holdfast.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Text that fits the columns of a terminal. */
final class LockTableTest {
    @ParameterizedTest
    @CsvSource({"PT0S,0s", "PT59S,59s", "PT1M5S,1m05s", "PT12M30S,12m", "PT3H5M,3h05m", "PT47H,47h00m", "P3D,3d"})
    void length_hasAtMostSixLetters(Duration length, String text) {
        assertThat(LockTable.length(length)).isEqualTo(text);
    }

    @Test
    void fit_countsCellsRatherThanCharacters() {
        assertThat(Cells.fit("abc", 5)).isEqualTo("abc  ");
        assertThat(Cells.fit("abcdef", 5)).isEqualTo("abcd…");
        assertThat(Cells.fit("章章章", 5)).isEqualTo("章章…");
        assertThat(Cells.fit("e\u0301tude", 6)).isEqualTo("e\u0301tude ");
        assertThat(Cells.width("🔒")).isEqualTo(2);
    }
}
