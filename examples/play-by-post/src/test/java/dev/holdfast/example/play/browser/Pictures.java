package dev.holdfast.example.play.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Takes the pictures of the README anew, when asked for by its name: {@code -Dtest=Pictures}. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class Pictures extends InChromium {
    private static final Path IMAGES = Path.of("images");
    private static final String HEARTBEATS = "**/heartbeat?whole=true";

    private final Browser.NewContextOptions desk = new Browser.NewContextOptions().setViewportSize(760, 680);

    /** As much of the page as fits, from its top. */
    private static void take(Page page, String name) {
        settle(page);
        page.evaluate("() => scrollTo(0, 0)");
        page.screenshot(new Page.ScreenshotOptions().setPath(IMAGES.resolve(name + ".png")));
    }

    /** Only where one writes. */
    private static void takeDock(Player player, String name) {
        settle(player.page());
        player.page()
                .locator("#dock")
                .screenshot(new Locator.ScreenshotOptions().setPath(IMAGES.resolve(name + ".png")));
    }

    /** What comes in, fades or drains is where it should be. */
    private static void settle(Page page) {
        page.waitForTimeout(2_000);
    }

    private void wait(int seconds) {
        game.time.advance(Duration.ofSeconds(seconds));
    }

    @Test
    void pictures_ofEachState() {
        Player anna = game.nobody(
                new Browser.NewContextOptions().setViewportSize(1060, 600).setColorScheme(ColorScheme.DARK));
        Player ben = game.nobody(desk);
        Player mia = game.nobody(new Browser.NewContextOptions().setViewportSize(390, 640));
        Map.of(anna, "Anna", ben, "Ben", mia, "Mia")
                .forEach((player, name) -> player.post("/play/users", Map.of("username", name)));
        String scene = game.scene(anna, "The harbour at low tide", false);
        game.character(anna, scene, "Orrin the ferryman", ben);
        game.character(anna, scene, "Tam, his nephew", ben);
        game.character(anna, scene, "The stranger in grey", mia);
        String council = game.scene(anna, "The council of three", true);
        game.character(anna, council, "The Margrave", ben);

        Player somebody = game.nobody(desk);
        somebody.page().navigate("/");
        assertThat(somebody.page().locator("#users")).containsText("Mia");
        take(somebody.page(), "sign-in");

        post(
                ben,
                scene,
                "Orrin the",
                "The tide has taken the last boat. Orrin coils his rope and does not look up.",
                "");
        post(
                mia,
                scene,
                "The stranger",
                "“Then I will wait,” says the stranger, and sits down on the wet stone.",
                "to seem harmless");
        wait(180);
        ben.page().navigate("/#");
        assertThat(ben.page().locator("#scene-list a")).hasCount(2);
        take(ben.page(), "scenes");
        ben.open(scene);
        anna.open(scene);
        take(ben.page(), "free");

        ben.take("Orrin the");
        ben.write("Orrin looks at the stranger for a long time. “There is another boat,” he says at last.");
        takeDock(ben, "compose");
        take(mia.page(), "others");
        game.pass(Duration.ofMinutes(3), ben);
        anna.page().reload();
        assertThat(anna.page().locator("#seats")).containsText("Ben is writing");
        take(anna.page(), "game-master");

        game.pass(Duration.ofSeconds(6 * 60 + 22), ben);
        assertThat(ben.page().locator("#drain")).isVisible();
        takeDock(ben, "last-minute");
        game.pass(Duration.ofSeconds(30), ben);
        assertThat(ben.composing()).hasAttribute("data-left", "ending");
        takeDock(ben, "last-seconds");
        ben.write(" “You will not like who owns it.”");

        ben.context().route(HEARTBEATS, Route::abort);
        ben.type(" ");
        assertThat(ben.page().locator("#disconnected")).isVisible();
        takeDock(ben, "disconnected");
        ben.context().unroute(HEARTBEATS);
        assertThat(ben.page().locator("#disconnected")).isHidden();
        ben.write("He spits.");

        anna.page().locator("#seats .release:visible").click();
        anna.page().getByLabel("Reason").fill("the tide turns");
        take(anna.page(), "release");
        anna.page().locator("#question-yes").click();
        assertThat(ben.notices()).containsText("the tide turns");
        takeDock(ben, "released");

        wait(180);
        ben.page().reload();
        ben.take("Orrin the");
        takeDock(ben, "restored");
        wait(6);
        ben.press("Cancel");
        assertThat(ben.button("Orrin the")).containsText("Available in");
        takeDock(ben, "cool-down");
    }

    private void post(Player player, String scene, String character, String words, String intention) {
        player.open(scene);
        player.take(character);
        player.write(words);
        player.page().getByLabel("Intention").fill(intention);
        player.press("Post");
        assertThat(player.composing()).isHidden();
        wait(60);
    }
}
