package dev.holdfast.server.browser;

import com.microsoft.playwright.Browser;
import dev.holdfast.browser.Chromium;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** Tests in a browser that is started once for all classes of a run. Each has pages and cookies of its own. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class InChromium {
    Browser browser;

    @BeforeAll
    static void waitLong() {
        Awaitility.setDefaultTimeout(Duration.ofMillis(Chromium.PATIENCE));
    }

    @BeforeEach
    void startBrowser() {
        browser = Chromium.shared().browser();
    }

    @AfterEach
    void closePages() {
        Chromium.leave();
    }
}
