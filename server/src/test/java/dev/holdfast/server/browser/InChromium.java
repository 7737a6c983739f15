package dev.holdfast.server.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests in a browser that is started once for all of them. */
abstract class InChromium {
    private static Playwright playwright;
    static Browser browser;

    @BeforeAll
    static void startBrowser() {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(Chromium.path())
                        .setArgs(Chromium.QUIET));
    }

    @AfterAll
    static void endBrowser() {
        playwright.close();
    }
}
