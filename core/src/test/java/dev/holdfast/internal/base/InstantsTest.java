package dev.holdfast.internal.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstantsTest {
    @Test
    void write_anyTime_isTheTextOfTheJdkAndReadBack() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            long seconds = random.nextLong() >> (10 + random.nextInt(50));
            int nanos = random.nextInt(1000);
            for (int unit = random.nextInt(4); unit > 0; unit--) {
                nanos = nanos * 1000 % 1_000_000_000;
            }
            Instant time = Instant.ofEpochSecond(Math.max(-31_557_014_167_219_200L, seconds), nanos);
            assertThat(Instants.write(time)).isEqualTo(time.toString());
            assertThat(Instants.parse(time.toString())).isEqualTo(time);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-62_167_219_201L, -62_167_219_200L, 253_402_300_799L, 253_402_300_800L})
    void write_atTheEdgesOfPlainYears_isTheTextOfTheJdk(long seconds) {
        Instant time = Instant.ofEpochSecond(seconds);
        assertThat(Instants.write(time)).isEqualTo(time.toString());
        assertThat(Instants.write(Instant.MIN)).isEqualTo(Instant.MIN.toString());
        assertThat(Instants.write(Instant.MAX)).isEqualTo(Instant.MAX.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-15T10:10:24Z",
                "2026-11-15T10:10:24.6Z",
                "2026-11-15T10:10:24.673491Z",
                "2026-11-15T10:10:24.673491123Z",
                "2024-02-29T23:59:59Z",
                "2026-11-15T24:00:00Z",
                "2016-12-31T23:59:60Z",
                "0000-01-01T00:00:00Z",
                "+12026-11-15T10:10:24Z",
                "-0001-11-15T10:10:24Z",
                "2026-11-15T10:10:24.Z"
            })
    void parse_aTime_isThatOfTheJdk(String text) {
        assertThat(Instants.parse(text)).isEqualTo(Instant.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Z",
                "@",
                "2026-11-15T10:10:24",
                "2026-11-15 10:10:24Z",
                "2026-13-15T10:10:24Z",
                "2026-02-29T10:10:24Z",
                "2026-11-15T10:10:24,5Z",
                "2026-11-15T10:10:24.1234567890Z",
                "2026-11-15T10:10:24.12x4Z",
                "٢026-11-15T10:10:24Z"
            })
    void parse_noTime_isRefused(String text) {
        assertThatThrownBy(() -> Instants.parse(text)).isInstanceOf(DateTimeException.class);
        assertThat(Instants.plain(text)).isNull();
    }
}
