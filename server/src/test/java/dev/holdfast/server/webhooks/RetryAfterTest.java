package dev.holdfast.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pause that a receiver asks for. */
class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "|0",
                "''|0",
                "120|120",
                " 7 |7",
                "-1|0",
                "99999999999|0",
                "soon|0",
                "Sun, 1 Mar 2026 12:01:30 GMT|90",
                "Sun, 1 Mar 2026 11:00:00 GMT|0"
            })
    void header_isSecondsOrATime(String header, long seconds) {
        assertThat(RetryAfter.of(header, NOW)).isEqualTo(Duration.ofSeconds(seconds));
    }
}
