package dev.holdfast.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The Chromium of this machine, for several people with cookies of their own. */
public final class Chromium implements AutoCloseable {
    /** In milliseconds: for what a busy machine may take its time with. */
    public static final int PATIENCE = 20_000;

    /** So that it needs no rights and asks nobody for anything. */
    private static final List<String> QUIET = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private final Playwright playwright =
            Playwright.create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    private final Browser browser = playwright
            .chromium()
            .launch(new BrowserType.LaunchOptions()
                    .setExecutablePath(onPath().orElseThrow())
                    .setArgs(QUIET));

    private Chromium() {
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
    }

    /** Whether there is one on the PATH. */
    public static boolean installed() {
        return onPath().isPresent();
    }

    public static Chromium start() {
        return new Chromium();
    }

    private static Optional<Path> onPath() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, "chromium"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    public Browser browser() {
        return browser;
    }

    /** Somebody new who has opened that address. */
    public Page page(String address, Browser.NewContextOptions options) {
        BrowserContext context = browser.newContext(options);
        context.setDefaultTimeout(PATIENCE);
        Page page = context.newPage();
        page.navigate(address);
        return page;
    }

    @Override
    public void close() {
        playwright.close();
    }
}
