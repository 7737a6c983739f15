package dev.holdfast.server.browser;

import com.microsoft.playwright.Browser;
import dev.holdfast.browser.Chromium;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests in a browser that is started once for all of them. */
abstract class InChromium {
    private static Chromium chromium;
    static Browser browser;

    @BeforeAll
    static void startBrowser() {
        chromium = Chromium.start();
        browser = chromium.browser();
    }

    @AfterAll
    static void endBrowser() {
        chromium.close();
    }
}
