package dev.holdfast.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.StoreUnreachableException;
import dev.holdfast.cli.project.LogFormat;
import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogLineTest {
    private static final LogLine TEXT = new LogLine(LogFormat.TEXT, ZoneOffset.ofHoursMinutes(5, 30));
    private static final LogLine JSON = new LogLine(LogFormat.JSON, ZoneOffset.UTC);

    private static LogRecord entry(Level level, String message, @Nullable Throwable thrown) {
        LogRecord entry = new LogRecord(level, message);
        entry.setInstant(Instant.parse("2026-03-01T10:15:30.123456Z"));
        entry.setLoggerName("dev.holdfast.server");
        entry.setThrown(thrown);
        return entry;
    }

    @Test
    void text_isTimeLevelAndMessage() {
        assertThat(TEXT.format(entry(Level.INFO, "All is well.", null))).isEqualTo("15:45:30 INFO All is well.\n");
    }

    @Test
    void json_isOneObjectWithoutWhatThereIsNot() {
        assertThat(JSON.format(entry(Level.INFO, "All is \"well\".\n", null)))
                .isEqualTo(
                        "{\"time\":\"2026-03-01T10:15:30.123Z\",\"level\":\"INFO\",\"logger\":\"dev.holdfast.server\","
                                + "\"message\":\"All is \\\"well\\\".\\n\"}\n");
    }

    @ParameterizedTest
    @CsvSource({"SEVERE, ERROR", "WARNING, WARN", "INFO, INFO", "CONFIG, DEBUG", "FINE, DEBUG"})
    void levels_areThoseOfLogCollectors(String level, String shown) {
        assertThat(TEXT.format(entry(Level.parse(level), "m", null))).isEqualTo("15:45:30 " + shown + " m\n");
    }

    @Test
    void message_withLinesOfItsOwn_forgesNone() {
        assertThat(TEXT.format(entry(Level.INFO, "a\r\n10:00:00 INFO b\u001b[2J", null)))
                .isEqualTo("15:45:30 INFO a  10:00:00 INFO b\\u001B[2J\n");
    }

    @Test
    void trouble_thatASentenceTells_hasNoStackTrace() {
        Throwable away = new StoreUnreachableException("The store is away: start it.", new IOException("refused"));
        assertThat(TEXT.format(entry(Level.WARNING, "It failed.", away)))
                .isEqualTo("15:45:30 WARN It failed. (StoreUnreachableException: The store is away: start it.)\n");
        Map<String, @Nullable Object> told = Json.readObject(JSON.format(entry(Level.WARNING, "It failed.", away)));
        assertThat(told)
                .containsEntry("error", "StoreUnreachableException: The store is away: start it.")
                .doesNotContainKey("stack");
    }

    @Test
    void mistake_ofOurs_tellsWhere() {
        Throwable mistake = new IllegalStateException("no way");
        assertThat(TEXT.format(entry(Level.SEVERE, "A request failed.", mistake)))
                .startsWith("15:45:30 ERROR A request failed. (IllegalStateException: no way)\n")
                .contains("\tat " + LogLineTest.class.getName());
        String line = JSON.format(entry(Level.SEVERE, "A request failed.", mistake));
        assertThat(line.indexOf('\n')).isEqualTo(line.length() - 1);
        assertThat(String.valueOf(Json.readObject(line).get("stack"))).contains("\tat " + LogLineTest.class.getName());
    }
}
