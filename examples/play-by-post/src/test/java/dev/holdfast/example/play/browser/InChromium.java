package dev.holdfast.example.play.browser;

import dev.holdfast.browser.Chromium;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a game each, whose time they move, in a browser that is started once for all classes of a run. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class InChromium {
    @TempDir
    private Path folder;

    Game game;

    @BeforeAll
    static void waitLong() {
        Awaitility.setDefaultTimeout(Duration.ofMillis(Chromium.PATIENCE));
    }

    @BeforeEach
    void startGame() {
        game = new Game(Chromium.shared().browser(), folder.resolve("play.db"), Chromium.PATIENCE);
    }

    @AfterEach
    void endGame() {
        Chromium.leave();
        game.close();
    }
}
