package dev.holdfast.example.picking;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.holdfast.browser.Chromium;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** Takes the pictures of the README anew, when asked for by its name: {@code -Dtest=Pictures}. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class Pictures {
    private static void take(Page page, String name) {
        page.waitForTimeout(2_500);
        page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("images", name + ".png")));
    }

    private static Page as(String name, Page page) {
        page.getByText(name, new Page.GetByTextOptions().setExact(true)).click();
        return page;
    }

    private static void claim(Page page, int order) {
        page.locator("#order-" + order + " button").first().click();
        assertThat(page.locator("#order-" + order)).hasAttribute("data-state", "mine");
    }

    @Test
    void pictures_ofEachPage() {
        try (Chromium chromium = Chromium.start();
                Picking node = Warehouse.fresh().node()) {
            Browser.NewContextOptions desk = new Browser.NewContextOptions().setViewportSize(1040, 720);
            Page anna = chromium.page(node.address(), desk);
            claim(as("Anna", anna), 1001);
            anna.locator("#order-1001 input").first().check();
            Page ben = chromium.page(
                    node.address(),
                    new Browser.NewContextOptions().setViewportSize(390, 780).setColorScheme(ColorScheme.DARK));
            claim(as("Ben", ben), 1004);
            ben.locator("#order-1001 button").click();
            assertThat(ben.locator("#notice")).isVisible();
            ben.evaluate("() => scrollTo(0, 0)");
            take(ben, "phone");
            take(anna, "queue");
            Page clara = chromium.page(node.address(), new Browser.NewContextOptions().setViewportSize(760, 380));
            as("Clara", clara).locator("#lead").click();
            assertThat(clara.locator("#claims tr")).hasCount(2);
            clara.locator("#claims button").first().click();
            clara.getByLabel("Reason").fill("the truck leaves now");
            take(clara, "release");
        }
    }
}
