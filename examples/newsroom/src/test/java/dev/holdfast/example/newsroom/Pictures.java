package dev.holdfast.example.newsroom;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Takes the pictures of the README anew, when asked for by its name: {@code -Dtest=Pictures}. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class Pictures extends InChromium {
    private static void take(Page page, String name) {
        page.evaluate("() => scrollTo(0, 0)");
        page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("images", name + ".png")));
    }

    private static Browser.NewContextOptions size(int width, int height) {
        return new Browser.NewContextOptions().setViewportSize(width, height);
    }

    @Test
    void pictures_ofEachState() {
        Page anna = browser(Nodes.ONE, size(820, 640));
        assertThat(anna.locator("#people button")).hasCount(3);
        take(anna, "sign-in");
        signedIn(anna, "Anna");
        Page ben = signedIn(browser(Nodes.TWO, size(820, 560).setColorScheme(ColorScheme.DARK)), "Ben");
        Page phone = signedIn(browser(Nodes.TWO, size(390, 700)), "Ben");
        anna.navigate("/#/articles/1/edit");
        assertThat(anna.locator("#edit-left")).containsText("Yours until");
        ben.navigate("/#/articles/3/edit");
        assertThat(ben.locator("#edit-left")).containsText("Yours until");
        Page clara = signedIn(browser(Nodes.TWO, size(820, 640)), "Clara");
        assertThat(clara.locator("#articles .editing")).hasCount(2);
        take(clara, "list");
        take(ben, "edit-dark");
        phone.navigate("/#/articles/1/edit");
        assertThat(phone.locator("#busy-sentence")).containsText("Anna has been editing");
        take(phone, "busy");
        press(phone, "Ask Anna to release it");
        assertThat(anna.locator("#edit-asked")).containsText("Ben would like");
        take(anna, "asked");
        locks.admin().forceRelease("article/1", "Clara", "goes to print");
        assertThat(anna.locator("#edit-lost")).containsText("Clara released it");
        take(anna, "lost");
        anna.navigate("/#/articles/1");
        assertThat(anna.locator("#read-headline")).isVisible();
        take(anna, "read");
    }
}
