package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.storage.LogLines;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Many lines in one moment. */
class LogThrottleTest {
    private final AtomicLong now = new AtomicLong();
    private final LogThrottle burst = new LogThrottle("lost holds of this test", now::get);

    @Test
    void tenThousandLines_areTenAndACount() {
        try (LogLines lines = new LogLines("dev.holdfast")) {
            for (int i = 0; i < 10_000; i++) {
                burst.warning("burst test " + i);
            }
            burst.flush();
            assertThat(ours(lines)).hasSize(10);
            now.addAndGet(10_000_000_000L);
            burst.flush();
            burst.flush();
            burst.warning("burst test, later");
            assertThat(ours(lines))
                    .hasSize(12)
                    .endsWith(
                            "WARNING More lost holds of this test that are not listed: 9990.",
                            "WARNING burst test, later");
        }
    }

    private static List<String> ours(LogLines lines) {
        return lines.all().stream()
                .filter(line -> line.contains("burst test") || line.contains("of this test"))
                .toList();
    }
}
