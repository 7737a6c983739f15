package dev.holdfast.example.play.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a game each, in a browser that is started once for all of a class. */
abstract class InChromium {
    /** For what a busy machine may take its time with. */
    private static final int PATIENCE = 20_000;

    /** So that it needs no rights and asks nobody for anything. */
    private static final List<String> QUIET = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private static Playwright playwright;
    private static Browser browser;

    @TempDir
    private Path folder;

    Game game;

    /** Whether there is a browser on the PATH. */
    static boolean installed() {
        return chromium().isPresent();
    }

    private static Optional<Path> chromium() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, "chromium"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @BeforeAll
    static void startBrowser() {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium().orElseThrow())
                        .setArgs(QUIET));
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
    }

    @BeforeEach
    void startGame() {
        game = new Game(browser, folder.resolve("play.db"), PATIENCE);
    }

    @AfterEach
    void endGame() {
        game.close();
    }

    @AfterAll
    static void endBrowser() {
        playwright.close();
    }
}
