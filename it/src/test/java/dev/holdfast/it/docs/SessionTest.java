package dev.holdfast.it.docs;

import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sessions of two instances in the documentation are what the command prints. */
class SessionTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"cli.md", "requests.md"})
    @Timeout(600)
    void session_isWhatTheCommandPrints(String page) throws Exception {
        ConsoleSession.require(page, folder);
    }
}
