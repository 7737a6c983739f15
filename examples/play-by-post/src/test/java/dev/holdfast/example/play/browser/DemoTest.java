package dev.holdfast.example.play.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdfast.browser.Chromium;
import dev.holdfast.example.play.Play;
import dev.holdfast.example.play.PlayOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The people and scenes of the demo show what the game is about. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class DemoTest {
    @TempDir
    private Path folder;

    @AfterEach
    void leave() {
        Chromium.leave();
    }

    private static Page at(Play play, String name) {
        Page page = Chromium.shared().page(play.address(), new Browser.NewContextOptions());
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name))
                .click();
        page.locator("#scene-list a")
                .filter(new Locator.FilterOptions().setHasText("The harbour at low tide"))
                .click();
        assertThat(page.locator("#connection-text")).hasText("live");
        return page;
    }

    @Test
    void playersOfTheReadme_canTakeAPost_andAnotherLeads() {
        try (Play play = Play.start(
                PlayOptions.at("sqlite:" + folder.resolve("play.db")).port(0).demo(true))) {
            Page anna = at(play, "Anna");
            Page ben = at(play, "Ben");
            anna.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Take Post, Orrin the ferryman"))
                    .click();
            assertThat(anna.locator("#compose")).isVisible();
            assertThat(ben.locator("#indicator-text")).hasText("Another player is currently posting");
            assertThat(ben.locator("#characters .take")).isEnabled();
            Page clara = at(play, "Clara");
            assertThat(clara.locator("#seats")).containsText("Anna is writing");
        }
    }
}
