package dev.holdfast.example.play.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.holdfast.check.LongTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** What the page shows to whom, and how one gets about in it. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class PageTest extends InChromium {
    private static final String HEARTBEATS = "**/heartbeat?whole=true";
    private static final String BEYOND =
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth";

    private Player anna;
    private Player ben;
    private Player mia;
    private String scene;

    @BeforeEach
    void people() {
        anna = game.player("Anna");
        ben = game.player("Ben");
        mia = game.player("Mia");
        scene = game.scene(anna, "The harbour", false);
        game.character(anna, scene, "Orrin", ben);
        game.character(anna, scene, "Stranger", mia);
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private static String left(Player player) {
        return (String) player.composing().evaluate("form => form.dataset.left");
    }

    /** From green, below zero, to red, above it: an axis of the colour as the browser computes it. */
    private static double redness(Player player) {
        Object value = player.page().locator("#drain i").evaluate("""
                bar => {
                  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
                  canvas.fillStyle = getComputedStyle(bar).backgroundColor;
                  canvas.fillRect(0, 0, 1, 1);
                  const [red, green] = canvas.getImageData(0, 0, 1, 1).data;
                  return red - green;
                }""");
        return ((Number) value).doubleValue();
    }

    @Test
    @DisplayName(
            "C9: the holder sees the time left; in the last minute a bar drains from green to red, and pulses at the end")
    void timeLeft_drainsInTheLastMinute() {
        ben.open(scene);
        mia.open(scene);
        ben.take("Orrin");
        assertThat(ben.page().locator("#time-left")).containsText("left");
        assertThat(ben.page().locator("#drain")).isHidden();
        assertThat(left(ben)).isEqualTo("long");
        game.pass(Duration.ofSeconds(9 * 60 + 4), ben);
        assertThat(ben.page().locator("#drain")).isVisible();
        assertThat(left(ben)).isEqualTo("short");
        double full = redness(ben);
        game.pass(Duration.ofSeconds(26), ben);
        double half = redness(ben);
        game.pass(Duration.ofSeconds(21), ben);
        assertThat(ben.composing()).hasAttribute("data-left", "ending");
        double none = redness(ben);
        assertThat(full).isNegative();
        assertThat(half).isBetween(full, none);
        assertThat(none).isPositive();
        assertThat(ben.page().locator("#drain").evaluate("bar => getComputedStyle(bar).animationName"))
                .isEqualTo("pulse");
        assertThat(mia.page().locator("#drain")).isHidden();
        // The page counts on by its own clock: it learns that the server's stands.
        ben.ping();
        ben.type("O");
        assertThat(ben.page().locator("#drain")).isHidden();
        assertThat(ben.page().locator("#time-left")).hasText(java.util.regex.Pattern.compile("(10:00|9:5\\d) left"));
        game.assertNoComplaints();
    }

    @Test
    @LongTest("one of many looks at the page; covered by timeLeft_drainsInTheLastMinute in every check")
    @DisplayName("C9: nothing moves for those who do not want it")
    void motion_isReducedOnRequest() {
        Player quiet = game.nobody(new Browser.NewContextOptions().setReducedMotion(ReducedMotion.REDUCE));
        quiet.post("/play/sign-in", Map.of("userId", ben.userId()));
        quiet.open(scene);
        quiet.take("Orrin");
        game.pass(Duration.ofSeconds(9 * 60 + 52), quiet);
        assertThat(quiet.composing()).hasAttribute("data-left", "ending");
        assertThat(quiet.page().evaluate("() => document.getAnimations().length"))
                .isEqualTo(0);
    }

    @Test
    @LongTest("waits for several heartbeats; covered by ClientScriptTest and TextTest in every check")
    @DisplayName(
            "C6: after three heartbeats that fail the page warns of the lost connection, and withdraws it by itself")
    void disconnection_isToldAndWithdrawn() {
        ben.open(scene);
        ben.take("Orrin");
        ben.write("Orrin");
        int[] failed = {0};
        boolean[] warnedTooSoon = {false};
        Locator banner = ben.page().locator("#disconnected");
        ben.context().route(HEARTBEATS, route -> {
            failed[0]++;
            if (failed[0] == 3) {
                warnedTooSoon[0] = banner.isVisible();
            }
            route.abort();
        });
        ben.type(" coils");
        assertThat(banner).hasText("Connection lost. Your lock may expire soon.");
        assertThat(failed[0]).isGreaterThanOrEqualTo(3);
        assertThat(warnedTooSoon[0]).isFalse();
        assertThat(ben.text()).isEditable();
        ben.context().unroute(HEARTBEATS);
        assertThat(banner).isHidden();
        assertThat(ben.composing()).isVisible();
        game.assertNoComplaints();
    }

    @Test
    @DisplayName("C10: players read that somebody is posting, the game master reads who, as whom, since and until when")
    void holder_isKnownToTheGameMasterAlone() {
        ben.open(scene);
        mia.open(scene);
        anna.open(scene);
        ben.take("Orrin");
        assertThat(mia.indicator()).hasText("Another player is currently posting");
        assertThat(mia.button("Stranger")).isEnabled();
        assertThat(mia.page().locator("#table")).isHidden();
        String page = mia.page().content();
        assertThat(page).doesNotContain("Ben").doesNotContain("Orrin");
        Locator seat = anna.page().locator("#seats > li").filter(new Locator.FilterOptions().setHasText("Orrin"));
        assertThat(seat).containsText("Ben is writing");
        assertThat(seat).containsText("since 09:15");
        assertThat(seat).containsText("until 09:25");
        assertThat(anna.indicator()).hasText("Ben is currently posting as Orrin");
        game.time.advance(Duration.ofSeconds(6));
        ben.press("Cancel");
        assertThat(seat).not().containsText("is writing");
        assertThat(mia.indicator()).hasText("No one else is posting");
        game.assertNoComplaints();
    }

    @Test
    @DisplayName("C6: a stream that is silent is not called live, and is opened again")
    void stream_thatIsSwallowed_isNotCalledLive() {
        Page page = ben.page();
        page.clock().install();
        page.addInitScript(
                "const Real = EventSource; window.EventSource = class extends Real {"
                        + " addEventListener(name, action) { super.addEventListener(name, event => window.swallowed || action(event)); } };");
        ben.open(scene);
        page.evaluate("window.swallowed = true");
        page.clock().runFor(10_000);
        assertThat(page.locator("#connection-text")).containsText("not live since");
        page.evaluate("window.swallowed = false");
        page.clock().runFor(10_000);
        assertThat(page.locator("#connection-text")).hasText("live");
        game.assertNoComplaints();
    }

    @Test
    @LongTest("one of many journeys; covered by ChannelTest in every check")
    @DisplayName("C15: a post appears live to its witnesses, a hidden one to its author and the game master alone")
    void posts_appearToTheirWitnesses() {
        ben.open(scene);
        mia.open(scene);
        anna.open(scene);
        ben.take("Orrin");
        ben.write("Orrin palms a coin.");
        ben.page().getByLabel("Hidden").check();
        ben.press("Post");
        assertThat(anna.posts()).hasCount(1);
        assertThat(ben.posts()).hasCount(1);
        assertThat(ben.posts().first()).containsText("hidden");
        mia.take("Stranger");
        mia.type("The stranger sees nothing.");
        mia.page().getByLabel("Intention").fill("to be left alone");
        mia.page().getByLabel("Modifier").fill("2");
        mia.press("Post");
        assertThat(ben.posts()).hasCount(2);
        assertThat(ben.posts().last()).containsText("Stranger");
        assertThat(ben.posts().last()).containsText("Intention: to be left alone");
        assertThat(ben.posts().last().locator(".modifier")).hasText("+2");
        assertThat(mia.posts()).hasCount(1);
        assertThat(anna.posts()).hasCount(2);
        game.assertNoComplaints();
    }

    @Test
    @LongTest("one of many journeys; covered by TablesTest and TrespassTest in every check")
    @DisplayName("C9: somebody new comes in, makes a scene, gives characters away, and ends it")
    void scene_isMadePlayedAndEnded() {
        Player eva = game.nobody();
        Page page = eva.page();
        page.navigate("/");
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Who are you?")))
                .isVisible();
        page.getByLabel("New player").fill("Ben");
        page.keyboard().press("Enter");
        assertThat(page.locator("#sign-in-error")).not().isEmpty();
        page.getByLabel("New player").fill("Eva");
        page.keyboard().press("Enter");
        assertThat(page.locator("#who-name")).hasText("Eva");
        assertThat(page.locator("#no-scenes")).isVisible();
        page.getByLabel("Title").fill("The lighthouse");
        page.getByLabel("One at a time").check();
        button(page, "Make it, and lead it").click();
        assertThat(page.locator("#scene-title")).hasText("The lighthouse");
        assertThat(page.locator("#scene-about")).hasText("You are the game master · One at a time");
        for (String who : List.of("Eva", "Ben")) {
            page.getByLabel("Name").fill("Keeper of " + who);
            page.getByLabel("Played by").selectOption(who);
            button(page, "Add").click();
            assertThat(page.locator("#seats")).containsText("Keeper of " + who);
        }
        ben.page().navigate("/");
        ben.page().getByText("The lighthouse").click();
        assertThat(ben.page().locator("#connection-text")).hasText("live");
        eva.take("Keeper of Eva");
        assertThat(ben.button("Keeper of Ben")).isDisabled();
        assertThat(ben.indicator()).hasText("Another player is currently posting");
        eva.type("The light goes out.");
        eva.press("Post");
        assertThat(ben.posts()).hasCount(1);
        assertThat(ben.button("Keeper of Ben")).isEnabled();
        button(page, "Delete the scene…").click();
        button(page, "Delete").click();
        assertThat(page.locator("#no-scenes")).isVisible();
        button(page, "Sign out").click();
        assertThat(page.locator("#sign-in")).isVisible();
        button(page, "Eva").click();
        assertThat(page.locator("#who-name")).hasText("Eva");
        game.assertNoComplaints();
    }

    @Test
    @LongTest("one of many journeys; covered by DashboardTest for the pages of the server in every check")
    @DisplayName("C9: everything can be done by keyboard alone")
    void keyboard_isEnough() {
        Player player = game.nobody();
        Page page = player.page();
        page.navigate("/");
        assertThat(button(page, "Anna")).isFocused();
        focus(page, "Ben");
        page.keyboard().press("Enter");
        assertThat(page.locator("#scene-list a")).isVisible();
        focus(page, "The harbour");
        page.keyboard().press("Enter");
        assertThat(page.locator("#connection-text")).hasText("live");
        focus(page, "Take Post");
        page.keyboard().press("Enter");
        assertThat(player.text()).isFocused();
        page.keyboard().type("Orrin coils his rope.");
        page.keyboard().press("Control+Enter");
        assertThat(player.posts()).hasCount(1);
        game.time.advance(Duration.ofSeconds(6));
        page.reload();
        assertThat(player.button("Orrin")).isEnabled();
        focus(page, "Take Post");
        page.keyboard().press("Space");
        assertThat(player.text()).isFocused();
        page.keyboard().type("Then he");
        focus(page, "Cancel");
        page.keyboard().press("Enter");
        assertThat(player.composing()).isHidden();
        assertThat(player.notices()).containsText("Your draft is kept");
        game.assertNoComplaints();
    }

    /** Goes on by the tabulator until something with that text has the focus. */
    private static void focus(Page page, String text) {
        for (int i = 0; i < 40; i++) {
            page.keyboard().press("Tab");
            String focused = (String) page.evaluate("() => document.activeElement.textContent");
            if (focused.contains(text)
                    && (boolean) page.evaluate("() => document.activeElement.matches('a, button')")) {
                return;
            }
        }
        throw new AssertionError("nothing with '" + text + "' can be reached by keyboard");
    }

    @Test
    @LongTest("one of many looks at the page, on which no promise depends")
    @DisplayName("C9: on a phone nothing is wider than the screen")
    void phone_needsNoScrollingAside() {
        String wide = "Donaudampfschifffahrtsgesellschaftskapit";
        game.character(anna, scene, wide, mia);
        Player phone = game.nobody(new Browser.NewContextOptions()
                .setViewportSize(360, 740)
                .setIsMobile(true)
                .setHasTouch(true));
        phone.page().navigate("/");
        assertThat(phone.page().locator("#users")).containsText("Anna");
        assertThat(phone.page().evaluate(BEYOND)).isEqualTo(0);
        phone.post("/play/sign-in", Map.of("userId", mia.userId()));
        phone.page().reload();
        assertThat(phone.page().locator("#scene-list a")).isVisible();
        assertThat(phone.page().evaluate(BEYOND)).isEqualTo(0);
        phone.open(scene);
        assertThat(phone.page().evaluate(BEYOND)).isEqualTo(0);
        phone.take(wide);
        phone.write("x".repeat(300));
        phone.page().getByLabel("Intention").fill("y".repeat(300));
        assertThat(phone.page().evaluate(BEYOND)).isEqualTo(0);
        anna.page().setViewportSize(360, 740);
        anna.open(scene);
        assertThat(anna.page().locator("#seats")).containsText("Mia is writing");
        assertThat(anna.page().evaluate(BEYOND)).isEqualTo(0);
        phone.press("Post");
        assertThat(phone.posts()).hasCount(1);
        assertThat(phone.page().evaluate(BEYOND)).isEqualTo(0);
        game.assertNoComplaints();
    }

    @Test
    @LongTest("one of many looks at the page; covered by DashboardTest for the pages of the server in every check")
    @DisplayName("C9: names and posts that are scripts are shown as text")
    void scripts_areText() {
        String evil = "<img src=x onerror=alert(1)>";
        Player eve = game.player(evil);
        String trap = game.scene(eve, "<script>alert(2)</script>", false);
        game.character(eve, trap, evil, eve);
        eve.open(trap);
        eve.take(evil);
        eve.type("</p><script>alert(3)</script>" + evil);
        eve.page().getByLabel("Intention").fill(evil);
        eve.press("Post");
        assertThat(eve.posts().locator(".name")).hasText(evil);
        assertThat(eve.posts().locator(".content")).hasText("</p><script>alert(3)</script>" + evil);
        assertThat(eve.posts().locator(".intention")).hasText("Intention: " + evil);
        assertThat(eve.page().locator("#scene-title")).hasText("<script>alert(2)</script>");
        assertThat(eve.page().locator("#who-name")).hasText(evil);
        eve.page().getByText("All scenes").click();
        assertThat(eve.page().locator("#scene-list")).containsText("<script>alert(2)</script>");
        assertThat(eve.page().locator("main img, main script")).hasCount(0);
        Page signIn = game.nobody().page();
        signIn.navigate("/");
        assertThat(signIn.locator("#users")).containsText(evil);
        game.assertNoComplaints();
    }

    @Test
    @LongTest("looks at every state of the page twice, on which no promise depends")
    @DisplayName("C9: words can be read in light and dark, and every field has a name")
    void words_standOutAndFieldsHaveNames() {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            Player player = game.nobody(new Browser.NewContextOptions().setColorScheme(scheme));
            player.page().navigate("/");
            assertThat(player.page().locator("#users")).containsText("Anna");
            assertThat(faint(player.page())).isEmpty();
            player.post("/play/sign-in", Map.of("userId", anna.userId()));
            player.page().reload();
            player.open(scene);
            assertThat(faint(player.page())).isEmpty();
            player.post("/play/sign-in", Map.of("userId", ben.userId()));
            player.page().reload();
            player.take("Orrin");
            player.write("Orrin");
            player.context().route(HEARTBEATS, Route::abort);
            player.type(" coils");
            assertThat(player.page().locator("#disconnected")).isVisible();
            assertThat(faint(player.page())).isEmpty();
            assertThat(nameless(player.page())).isEmpty();
            player.context().unroute(HEARTBEATS);
            game.time.advance(Duration.ofSeconds(91));
            game.sweep();
            assertThat(player.notices()).containsText("Your lock has expired");
            assertThat(faint(player.page())).isEmpty();
        }
        game.assertNoComplaints();
    }

    /** Visible texts whose contrast to what is behind them is below 4.5 to 1. */
    private static List<?> faint(Page page) {
        return (List<?>) page.evaluate("""
                async () => {
                  await Promise.all(document.getAnimations().filter(each => each.effect.getTiming().iterations === 1).map(each => each.finished.catch(() => {})));
                  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
                  const rgb = (color, behind) => {
                    canvas.fillStyle = behind;
                    canvas.fillRect(0, 0, 1, 1);
                    canvas.fillStyle = color;
                    canvas.fillRect(0, 0, 1, 1);
                    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
                  };
                  const bright = color => color.map(part => part / 255).map(part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
                    .reduce((sum, part, i) => sum + part * [.2126, .7152, .0722][i], 0);
                  const back = element => {
                    for (let at = element; at; at = at.parentElement) {
                      const color = getComputedStyle(at).backgroundColor;
                      if (!/rgba\\(.*, 0\\)/.test(color) && color !== 'transparent') return color;
                    }
                    return 'white';
                  };
                  return [...document.querySelectorAll('body *')]
                    .filter(element => element.checkVisibility() && [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
                    .filter(element => !element.closest('.unseen, .skip') && !element.disabled && element.tagName !== 'OPTION')
                    .map(element => {
                      const behind = back(element);
                      const [a, b] = [bright(rgb(getComputedStyle(element).color, behind)), bright(rgb(behind, behind))].sort((x, y) => y - x);
                      return [(a + .05) / (b + .05), element.textContent.trim().slice(0, 40)];
                    })
                    .filter(([contrast]) => contrast < 4.5).map(String);
                }""");
    }

    private static List<?> nameless(Page page) {
        return (List<?>) page.evaluate("""
                () => [...document.querySelectorAll('input, textarea, select, button')].filter(element => element.checkVisibility())
                  .filter(element => !(element.labels?.length || element.textContent.trim() || element.ariaLabel)).map(element => element.id)""");
    }
}
