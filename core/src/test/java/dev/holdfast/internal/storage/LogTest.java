package dev.holdfast.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Lines of the log. */
class LogTest {
    private static final String LOGGER = "dev.holdfast.log-test";

    @Test
    void line_hasNoPassword() {
        assertThat(Log.plain("redis://ann:s3cret@host:6379/0?password=hunter2&x=1 is away"))
                .isEqualTo("redis://…@host:6379/0?password=…&x=1 is away");
    }

    @Test
    void line_isOneLine() {
        assertThat(Log.plain("a\r\nINFO forged\u001b[2J")).isEqualTo("a  INFO forged\\u001B[2J");
    }

    @Test
    void once_isOnce() {
        try (LogLines lines = new LogLines(LOGGER)) {
            Log.warningOnce(LOGGER, "The record a cannot be read.");
            Log.warningOnce(LOGGER, "The record a cannot be read.");
            Log.warningOnce(LOGGER, "The record b cannot be read.");
            assertThat(lines.all()).hasSize(2);
        }
    }

    @Test
    void seconds_areShort() {
        assertThat(Log.seconds(-1)).isEqualTo("0.0 s");
        assertThat(Log.seconds(1_250_000_000L)).isEqualTo("1.2 s");
        assertThat(Log.seconds(90_000_000_000L)).isEqualTo("90 s");
    }
}
