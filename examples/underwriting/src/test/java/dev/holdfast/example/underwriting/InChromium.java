package dev.holdfast.example.underwriting;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdfast.LockManager;
import dev.holdfast.browser.Chromium;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** Tests in a browser that is started once for all classes of a run, where each person is a profile of its own. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class InChromium {
    final LockManager locks = Office.APP.getBean(LockManager.class);

    @AfterEach
    void leave() {
        Chromium.leave();
        locks.admin().clear("test");
    }

    /** A browser of its own, with nobody signed in yet. */
    static Page browser(Browser.NewContextOptions options) {
        return Chromium.shared().page("/", options.setBaseURL(Office.address(Office.APP)));
    }

    /** Somebody at the list of policies. */
    static Page person(String name) {
        return signedIn(browser(new Browser.NewContextOptions()), name);
    }

    static Page signedIn(Page page, String name) {
        page.locator("#people button")
                .filter(new Locator.FilterOptions().setHasText(name))
                .click();
        assertThat(page.locator("#policies > li")).hasCount(4);
        return page;
    }

    static void press(Page page, String button) {
        page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName(button).setExact(true))
                .click();
    }
}
