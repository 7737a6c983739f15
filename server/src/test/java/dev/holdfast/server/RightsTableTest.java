package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.rules.AccessToken;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** The table must be able to fail. */
    @ParameterizedTest
    @CsvSource({
        "reader, GET /v1/locks",
        "reader, GET /v1/history",
        "reader, GET /v1/policies/{resource}",
        "editor, POST /v1/locks",
        "editor, POST /v1/heartbeats",
        "editor, DELETE /v1/holds/{receipt}",
        "admin, POST /v1/admin/clear",
        "admin, POST /v1/locks with takeover"
    })
    void aServerThatPermitsMore_isFound(String role, String call) throws Exception {
        String page = Files.readString(PAGE);
        try (RightsTable right = new RightsTable();
                RightsTable wrong = new RightsTable(new AccessToken.Right(role, ""))) {
            assertThat(page).contains(right.line(call)).doesNotContain(wrong.line(call));
        }
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
