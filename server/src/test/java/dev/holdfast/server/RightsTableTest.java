package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page that says who may call what, and what a server permits: each call with each role, limit and verb. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RightsTableTest {
    private static final Path PAGE = Path.of("../docs/rights.md");
    private static final Logger DENIALS = Logger.getLogger("dev.holdfast.server.access");

    @BeforeAll
    static void quiet() {
        DENIALS.setLevel(Level.OFF);
    }

    @AfterAll
    static void loud() {
        DENIALS.setLevel(null);
    }

    @Test
    void everyCall_permitsWhatThePageSays() throws Exception {
        try (RightsTable table = new RightsTable()) {
            String tried = table.write();
            Path now = Files.writeString(Path.of("target/rights.md"), tried);
            assertThat(table.irregular()).isEmpty();
            assertThat(Files.exists(PAGE) ? Files.readString(PAGE) : "")
                    .as("docs/rights.md; if each row is as it should be, replace it with server/%s", now)
                    .isEqualTo(tried);
        }
    }
}
