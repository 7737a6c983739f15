package dev.holdfast.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.holdfast.browser.Chromium;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Takes the pictures of docs/requests.md and docs/browser.md again, when asked for by its name: {@code -Dtest=Pictures}. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class Pictures extends InChromium {
    private static final Path IMAGES = Path.of("..", "docs", "images");
    private static final int WIDTH = 760;
    private static final int HEIGHT = 660;

    @TempDir
    private Path folder;

    private Page open(Stage stage, String name, ColorScheme scheme) {
        Page page = browser.newContext(new Browser.NewContextOptions()
                        .setViewportSize(WIDTH, HEIGHT)
                        .setColorScheme(scheme)
                        .setLocale("en-GB"))
                .newPage();
        page.setDefaultTimeout(Chromium.PATIENCE);
        page.navigate(stage.address() + "/example");
        page.getByLabel("Your name").fill(name);
        return page;
    }

    private static void press(Page page, String button) {
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(button))
                .click();
    }

    private static String shot(Page page) {
        page.waitForTimeout(1_000); // what fades or drains is where it should be
        return Base64.getEncoder().encodeToString(page.screenshot());
    }

    @Test
    void requests_asBothSeeThem() {
        try (Stage stage = new Stage(browser, folder)) {
            Page anna = open(stage, "Anna", ColorScheme.LIGHT);
            press(anna, "Edit");
            anna.getByLabel("Text").fill("The house is insured against fire, water and storm.");
            Page ben = open(stage, "Ben", ColorScheme.DARK);
            press(ben, "Edit");
            press(ben, "Ask for it…");
            ben.getByLabel("Message, which the holder reads").fill("Can I have it for the renewal?");
            press(ben, "Send");
            assertThat(anna.locator("holdfast-editing")).containsText("Ben asks for");
            String asked = shot(anna);
            press(anna, "In 10 minutes");
            Locator answer = ben.locator("holdfast-editing");
            assertThat(answer).containsText("Anna hands over by");
            String promised = shot(ben);
            beside(asked, promised, "requests.png");
        }
    }

    @Test
    void browser_oneEditsAndTheOtherReadsIt() {
        try (Stage stage = new Stage(browser, folder)) {
            Page anna = open(stage, "Anna Berg", ColorScheme.LIGHT);
            press(anna, "Edit");
            anna.getByLabel("Text")
                    .fill("The insured gives notice of the renewal for 2027.\nStill waiting for the broker.");
            assertThat(anna.locator("#message")).containsText("Draft saved");
            Page ben = open(stage, "Ben", ColorScheme.DARK);
            press(ben, "Edit");
            assertThat(ben.locator("#message")).containsText("has been held by Anna Berg");
            beside(shot(anna), shot(ben), "browser.png");
        }
    }

    private void beside(String left, String right, String name) {
        Page both = browser.newContext(new Browser.NewContextOptions().setViewportSize(2 * WIDTH, HEIGHT))
                .newPage();
        both.setContent("<body style='margin:0;display:flex'><img width=" + WIDTH + " src='data:image/png;base64,"
                + left + "'><img width=" + WIDTH + " src='data:image/png;base64," + right + "'>");
        both.screenshot(new Page.ScreenshotOptions().setPath(IMAGES.resolve(name)));
    }
}
