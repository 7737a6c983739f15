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
        Player clara = game.nobody(
                new Browser.NewContextOptions().setViewportSize(1060, 600).setColorScheme(ColorScheme.DARK));
        Player anna = game.nobody(desk);
        Player ben = game.nobody(new Browser.NewContextOptions().setViewportSize(390, 640));
        Map.of(clara, "Clara", anna, "Anna", ben, "Ben")
                .forEach((player, name) -> player.post("/play/users", Map.of("username", name)));
        String scene = game.scene(clara, "The harbour at low tide", false);
        game.character(clara, scene, "Orrin the ferryman", anna);
        game.character(clara, scene, "Tam, his nephew", anna);
        game.character(clara, scene, "The stranger in grey", ben);
        String council = game.scene(clara, "The council of three", true);
        game.character(clara, council, "The Margrave", anna);

        Player somebody = game.nobody(desk);
        somebody.page().navigate("/");
        assertThat(somebody.page().locator("#users")).containsText("Clara");
        take(somebody.page(), "sign-in");

        post(
                anna,
                scene,
                "Orrin the",
                "The tide has taken the last boat. Orrin coils his rope and does not look up.",
                "");
        post(
                ben,
                scene,
                "The stranger",
                "“Then I will wait,” says the stranger, and sits down on the wet stone.",
                "to seem harmless");
        wait(180);
        anna.page().navigate("/#");
        assertThat(anna.page().locator("#scene-list a")).hasCount(2);
        take(anna.page(), "scenes");
        anna.open(scene);
        clara.open(scene);
        take(anna.page(), "free");

        anna.take("Orrin the");
        anna.write("Orrin looks at the stranger for a long time. “There is another boat,” he says at last.");
        takeDock(anna, "compose");
        take(ben.page(), "others");
        game.pass(Duration.ofMinutes(3), anna);
        clara.page().reload();
        assertThat(clara.page().locator("#seats")).containsText("Anna is writing");
        take(clara.page(), "game-master");

        game.pass(Duration.ofSeconds(6 * 60 + 22), anna);
        assertThat(anna.page().locator("#drain")).isVisible();
        takeDock(anna, "last-minute");
        game.pass(Duration.ofSeconds(30), anna);
        assertThat(anna.composing()).hasAttribute("data-left", "ending");
        takeDock(anna, "last-seconds");
        anna.write(" “You will not like who owns it.”");

        anna.context().route(HEARTBEATS, Route::abort);
        anna.type(" ");
        assertThat(anna.page().locator("#disconnected")).isVisible();
        takeDock(anna, "disconnected");
        anna.context().unroute(HEARTBEATS);
        assertThat(anna.page().locator("#disconnected")).isHidden();
        anna.write("He spits.");

        clara.page().locator("#seats .release:visible").click();
        clara.page().getByLabel("Reason").fill("the tide turns");
        take(clara.page(), "release");
        clara.page().locator("#question-yes").click();
        assertThat(anna.notices()).containsText("the tide turns");
        takeDock(anna, "released");

        wait(180);
        anna.page().reload();
        anna.take("Orrin the");
        takeDock(anna, "restored");
        wait(6);
        anna.press("Cancel");
        assertThat(anna.button("Orrin the")).containsText("Available in");
        takeDock(anna, "cool-down");
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
