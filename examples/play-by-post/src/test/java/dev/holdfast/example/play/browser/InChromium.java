package dev.holdfast.example.play.browser;

import dev.holdfast.browser.Chromium;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a game each, in a browser that is started once for all of a class. */
abstract class InChromium {
    private static Chromium chromium;

    @TempDir
    private Path folder;

    Game game;

    @BeforeAll
    static void startBrowser() {
        chromium = Chromium.start();
    }

    @BeforeEach
    void startGame() {
        game = new Game(chromium.browser(), folder.resolve("play.db"), Chromium.PATIENCE);
    }

    @AfterEach
    void endGame() {
        game.close();
    }

    @AfterAll
    static void endBrowser() {
        chromium.close();
    }
}
