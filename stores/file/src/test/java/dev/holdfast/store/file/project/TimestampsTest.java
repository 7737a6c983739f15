package dev.holdfast.store.file.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.json.Json;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {
    private static final Instant TIME = Instant.parse("2025-11-22T10:30:00Z");

    @Test
    @DisplayName("B3: a time is written as ISO 8601 in UTC, to the second")
    void write_anyTime_isUtcToTheSecond() {
        assertThat(Timestamps.write(TIME.plusNanos(987_654_321))).isEqualTo("2025-11-22T10:30:00Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2025-11-22T10:30:00Z",
                "2025-11-22T10:30:00.000Z",
                "2025-11-22T10:30:00,000000000Z",
                "2025-11-22T10:30Z",
                "2025-11-22t10:30:00z",
                "2025-11-22 10:30:00 Z",
                "2025-11-22T10:30:00",
                "2025-11-22 10:30:00",
                "2025-11-22T16:00:00+05:30",
                "2025-11-22T16:00:00+0530",
                "2025-11-22T12:30:00+02",
                "2025-11-22 05:30:00 -05:00",
                " 2025-11-22T10:30:00Z ",
                "1763807400",
                "1763807400.000",
                "1763807400000",
                "1763807400000000",
                "1763807400000000000"
            })
    void read_formsOfOneTime_areTheSame(String text) {
        assertThat(Timestamps.read(text)).isEqualTo(TIME);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1763807400", "1763807400.0", "1763807400000", "1.7638074e9"})
    void read_numberOfSecondsOrMilliseconds_isThatTime(String number) {
        assertThat(Timestamps.read(Json.read(number))).isEqualTo(TIME);
    }

    @Test
    void read_fraction_isKept() {
        assertThat(Timestamps.read("2025-11-22T10:30:00.123456789Z")).isEqualTo(TIME.plusNanos(123_456_789));
        assertThat(Timestamps.read(Json.read("1763807400.25"))).isEqualTo(TIME.plusMillis(250));
    }

    @Test
    void read_dayAlone_isItsStartInUtc() {
        assertThat(Timestamps.read("2025-11-22")).isEqualTo(Instant.parse("2025-11-22T00:00:00Z"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "now",
                "10:30",
                "2025-11-22T",
                "2025-02-30T10:30:00Z",
                "2025-11-22T25:00:00Z",
                "22.11.2025 10:30",
                "٢٠٢٥-١١-٢٢T١٠:٣٠:٠٠Z",
                "12",
                "-1763807400",
                "1e999999999",
                "1e-999999999",
                "NaN",
                "2025-11-22T10:30:00Z 2025-11-22T10:30:00Z 2025-11-22T10:30:00Z 2025-11-22T10:30:00Z"
            })
    void read_noTime_isNull(String text) {
        assertThat(Timestamps.read(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "true", "[]", "{}", "1e999999999", "0", "-5"})
    void read_valueThatIsNoTime_isNull(String json) {
        assertThat(Timestamps.read(Json.read(json))).isNull();
    }

    @Property
    void read_whatWeWrote_isTheSameSecond(@ForAll @LongRange(min = 0, max = 253_402_300_799L) long second) {
        Instant time = Instant.ofEpochSecond(second);

        assertThat(Timestamps.read(Timestamps.write(time))).isEqualTo(time);
    }
}
