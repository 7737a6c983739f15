package dev.holdfast.example.underwriting;

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
        Page anna = signedIn(browser(size(900, 640)), "Anna");
        Page dark = signedIn(browser(size(900, 640).setColorScheme(ColorScheme.DARK)), "Ben");
        Page ben = signedIn(browser(size(390, 560)), "Ben");
        anna.navigate("/#/policies/12345");
        assertThat(anna.locator("#edit-left")).containsText("Yours until");
        dark.navigate("/#/policies/12348");
        assertThat(dark.locator("#edit-left")).containsText("Yours until");
        take(dark, "edit-dark");
        ben.navigate("/#/policies/12345");
        assertThat(ben.locator("#busy-sentence")).containsText("has been with Anna");
        take(ben, "busy");
        press(ben, "Request force-release");
        ben.locator("#question-reason").fill("the ship sails today");
        press(ben, "Request");
        assertThat(anna.locator("#edit-asked")).containsText("the ship sails today");
        take(anna, "asked");
        Page clara = signedIn(browser(size(900, 820)), "Clara");
        press(clara, "By SQL");
        assertThat(clara.locator("#year-end-answer")).containsText("Refused");
        assertThat(clara.locator(".request")).containsText("the ship sails today");
        take(clara, "list");
        locks.admin().forceRelease("policy/12345", "Clara", "the ship sails today");
        assertThat(anna.locator("#edit-lost")).containsText("Clara released it");
        take(anna, "lost");
    }
}
