package dev.holdfast.example.picking;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import dev.holdfast.browser.Accessibility;
import dev.holdfast.browser.Chromium;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** No page has what axe-core finds, light and dark, on a phone and on a wide screen; none scrolls sideways. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class AccessiblePagesTest {
    @AfterEach
    void leave() {
        Chromium.leave();
    }

    private static Page open(Picking node) {
        return Chromium.shared().page(node.address(), new Browser.NewContextOptions());
    }

    private static Page as(String name, Page page) {
        page.getByText(name, new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator("#queue article").first()).isVisible();
        return page;
    }

    private static void claim(Page page, int order) {
        page.locator("#order-" + order + " button").first().click();
        assertThat(page.locator("#order-" + order)).hasAttribute("data-state", "mine");
    }

    private final List<String> faults = new ArrayList<>();

    private void check(Page page, String state) {
        Accessibility.faults(page).forEach(fault -> faults.add(state + ", " + fault));
    }

    @Test
    void pages_haveNoViolations() {
        try (Picking node = Warehouse.fresh().node()) {
            Page anna = open(node);
            assertThat(anna.locator("#people button")).hasCount(3);
            check(anna, "sign-in");
            claim(as("Anna", anna), 1001);
            Page ben = as("Ben", open(node));
            claim(ben, 1004);
            ben.locator("#order-1001 button").click();
            assertThat(ben.locator("#notice")).isVisible();
            check(ben, "queue");
            Page clara = as("Clara", open(node));
            clara.locator("#lead").click();
            assertThat(clara.locator("#claims tr")).hasCount(2);
            check(clara, "claims");
            clara.locator("#claims button").first().click();
            check(clara, "question");
        }
        assertThat(faults).isEmpty();
    }
}
