package dev.holdfast.example.newsroom;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import dev.holdfast.Hold;
import dev.holdfast.browser.Keyboard;
import dev.holdfast.check.LongTest;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Two editors at two browsers, at two nodes. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class PageTest extends InChromium {
    private static final String BEYOND =
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth";

    private Page anna;
    private Page ben;

    @BeforeEach
    void people() {
        anna = person(Nodes.ONE, "Anna");
        ben = person(Nodes.TWO, "Ben");
    }

    private static Locator row(Page page, int article) {
        return page.locator("#articles li[data-article='" + article + "']");
    }

    private static void edit(Page page, int article) {
        page.navigate("/#/articles/" + article + "/edit");
        assertThat(page.locator("#edit-left")).containsText("Yours until");
    }

    /** As if the page had been open for that long: its timers run, the server's clock does not. */
    private static void pass(Page page, int milliseconds) {
        page.clock().fastForward(milliseconds);
    }

    @Test
    @LongTest("one of many journeys; covered by second_isToldAndAsks in every check")
    @DisplayName("P19: the list shows live who edits what, on every node")
    void list_showsWhoEdits() {
        edit(anna, 1);
        assertThat(row(ben, 1).locator(".editing")).containsText("Anna is editing since");
        assertThat(row(ben, 2).locator(".editing")).hasCount(0);
        press(anna, "Cancel");
        assertThat(row(ben, 1).locator(".editing")).hasCount(0);
    }

    @Test
    @DisplayName("P16: whoever comes second reads who has it, asks, and goes on when it is free")
    void second_isToldAndAsks() {
        edit(anna, 1);
        ben.navigate("/#/articles/1/edit");
        assertThat(ben.locator("#busy-sentence")).containsText("Anna has been editing this article since");
        assertThat(ben.locator("#busy-sentence")).containsText("or ask Anna to release it");
        assertThat(ben.locator("#busy-release")).isHidden();
        press(ben, "Ask Anna to release it");
        assertThat(anna.locator("#edit-asked")).containsText("Ben would like to edit this article");

        anna.locator("#edit-headline").fill("Tunnel opens");
        press(anna, "Save");
        assertThat(anna.locator("#read-headline")).hasText("Tunnel opens");
        assertThat(ben.locator("#busy-sentence")).hasText("It is free now.");
        press(ben, "Try again");
        assertThat(ben.locator("#edit-headline")).hasValue("Tunnel opens");
        assertThat(row(signedIn(browser(Nodes.ONE, new Browser.NewContextOptions()), "Clara"), 1)
                        .locator(".editing"))
                .containsText("Ben is editing");
    }

    @Test
    @LongTest("one of many journeys; covered by PageTest of underwriting in every check")
    @DisplayName("P16: in a second browser one moves the article there; the first one shows every letter")
    void secondBrowser_movesItThere() {
        edit(anna, 2);
        anna.locator("#edit-headline").fill("Not saved yet");
        Page phone = person(Nodes.TWO, "Anna");
        phone.navigate("/#/articles/2/edit");
        assertThat(phone.locator("#busy-sentence"))
                .containsText("You have been editing this article in another browser");
        assertThat(phone.locator("#busy-ask")).isHidden();
        press(phone, "Move it here");
        assertThat(phone.locator("#edit-left")).containsText("Yours until");
        assertThat(anna.locator("#edit-lost")).containsText("moved to another browser");
        assertThat(anna.locator("#edit-headline")).hasValue("Not saved yet");
    }

    @Test
    @DisplayName("P7: a tab that is closed releases its article within seconds; one that is loaded again keeps it")
    void closedTab_releasesItsArticle() {
        edit(anna, 1);
        edit(ben, 3);
        Page clara = person(Nodes.TWO, "Clara");
        clara.navigate("/#/articles/3/edit");
        assertThat(clara.locator("#busy-sentence")).containsText("Ben has been editing");
        anna.waitForResponse("**/session/heartbeat", anna::reload);
        ben.close();
        assertThat(clara.locator("#busy-sentence")).hasText("It is free now.");
        assertThat(locks.view("article/1").free()).isFalse();
        assertThat(anna.locator("#edit-left")).containsText("Yours until");
    }

    @Test
    void times_areInTheZoneAndLanguageOfTheReader() {
        edit(anna, 2);
        Page far = signedIn(
                browser(
                        Nodes.TWO,
                        new Browser.NewContextOptions().setLocale("en-US").setTimezoneId("Asia/Kathmandu")),
                "Ben");
        far.navigate("/#/articles/2/edit");
        String since = DateTimeFormatter.ofPattern("hh:mm a", Locale.US)
                .withZone(ZoneId.of("Asia/Kathmandu"))
                .format(locks.view("article/2").holders().get(0).hold().since());
        assertThat(far.locator("#busy-sentence")).containsText("Anna has been editing this article since " + since);
    }

    @Test
    @DisplayName("the list keeps the focus while others begin to edit, so that no key goes nowhere")
    void list_keepsTheFocus_whileItChanges() {
        anna.navigate("/#/articles");
        Locator first = row(anna, 1).locator(".button");
        first.focus();
        Page clara = person(Nodes.TWO, "Clara");
        edit(clara, 2);
        assertThat(row(anna, 2)).containsText("Clara is editing since");
        assertThat(first).isFocused();
        anna.keyboard().press("Enter");
        assertThat(anna.locator("#edit-headline")).isFocused();
    }

    @Test
    @LongTest("one of many journeys; covered by PageTest of underwriting in every check")
    @DisplayName("everything is done by keyboard")
    void keyboard_isEnough() {
        Page page = browser(Nodes.ONE, new Browser.NewContextOptions());
        Keyboard keyboard = new Keyboard(page);
        keyboard.to("Anna").press("Enter");
        assertThat(page.locator("#articles li")).hasCount(4);
        keyboard.to("Edit").press("Enter");
        assertThat(page.locator("#edit-headline")).isFocused();
        keyboard.press("End").type(" tonight");
        Page clara = person(Nodes.TWO, "Clara");
        clara.navigate("/#/articles/1/edit");
        assertThat(clara.locator("#busy-again")).isFocused();
        new Keyboard(clara).to("Release").press("Enter").type("goes to print").press("Enter");
        assertThat(page.locator("#edit-lost"))
                .containsText("This article is no longer yours: Clara released it (goes to print)");
        assertThat(page.locator("#edit-back")).isFocused();
        keyboard.press("Enter");
        assertThat(page.locator("#edit-lost")).isHidden();
        keyboard.to("Save").press("Enter");
        assertThat(page.locator("#read-headline")).containsText("tonight");
    }

    @Test
    @LongTest("one of many journeys; covered by NewsroomTest in every check")
    @DisplayName("P13: from a section one edits the whole article, and begins there")
    void section_beginsThere() {
        anna.navigate("/#/articles/3");
        anna.locator("#read-sections a").nth(1).click();
        assertThat(anna.locator(".part .text").nth(1)).isFocused();
        press(anna, "Add a section");
        assertThat(anna.locator(".part")).hasCount(3);
        anna.locator(".part .title").nth(2).fill("Dawn");
        press(anna, "Save");
        assertThat(anna.locator("#read-sections h2").nth(2)).hasText("Dawn");
    }

    @Test
    @LongTest("one of many journeys; covered by NewsroomTest in every check")
    @DisplayName("P8: the page pings every 30 s, and warns after three that failed")
    void page_pings() {
        Page page = browser(Nodes.ONE, new Browser.NewContextOptions());
        page.clock().install();
        page.reload();
        signedIn(page, "Anna");
        edit(page, 2);
        Hold taken = locks.view("article/2").holders().get(0).hold();
        page.waitForResponse("**/session/heartbeat", () -> pass(page, 30_000));
        assertThat(locks.view("article/2").holders().get(0).hold().seen()).isAfter(taken.seen());
        page.context().route("**/session/heartbeat", Route::abort);
        for (int i = 0; i < 3; i++) {
            assertThat(page.locator("#edit-trouble")).isHidden();
            page.waitForRequest("**/session/heartbeat", () -> pass(page, 30_000));
        }
        assertThat(page.locator("#edit-trouble")).containsText("The connection is lost");
        page.context().unroute("**/session/heartbeat");
        pass(page, 30_000);
        assertThat(page.locator("#edit-trouble")).isHidden();
    }

    @Test
    @LongTest("one of many journeys; covered by NewsroomTest in every check")
    @DisplayName("P17: the editor in chief takes it away; its editor is told at once and keeps every letter")
    void release_isTold() {
        edit(anna, 2);
        anna.locator("#edit-headline").fill("What I wrote");
        Page clara = person(Nodes.TWO, "Clara");
        clara.navigate("/#/articles/2/edit");
        press(clara, "Release");
        clara.locator("#question-reason").fill("goes to print");
        clara.keyboard().press("Enter");
        assertThat(clara.locator("#busy-sentence")).hasText("It is free now.");
        assertThat(anna.locator("#edit-lost")).containsText("Clara released it (goes to print)");
        assertThat(anna.locator("#edit-headline")).hasValue("What I wrote");
        assertThat(anna.locator("#edit-save")).isDisabled();

        // Nobody changed it: she goes on where she was.
        press(anna, "Open it again");
        assertThat(anna.locator("#edit-lost")).isHidden();
        press(anna, "Save");
        assertThat(anna.locator("#read-headline")).hasText("What I wrote");
    }

    @Test
    @LongTest("one of many journeys; covered by InBrowserTest of picking in every check")
    @DisplayName("P17: a release is of the hold that was shown, also if another editor has the article by now")
    void release_isOfTheHoldThatWasShown() {
        edit(anna, 2);
        Page clara = person(Nodes.TWO, "Clara");
        clara.navigate("/#/articles/2/edit");
        press(clara, "Release");
        press(anna, "Cancel");
        assertThat(anna.locator("#read-headline")).isVisible();
        edit(ben, 2);
        clara.locator("#question-reason").fill("goes to print");
        clara.locator("#question-yes").click();
        assertThat(clara.locator("#notice")).containsText("Nothing was released");
        assertThat(locks.view("article/2").holders().get(0).hold().owner().name())
                .isEqualTo("Ben");
    }

    @Test
    @LongTest("one of many journeys; covered by NewsroomTest in every check")
    @DisplayName("P9: whoever gets it back after another saved sees the new text, and the own beside it")
    void lost_andSavedByAnother_isShownBoth() {
        edit(anna, 3);
        anna.locator("#edit-headline").fill("Anna's headline");
        locks.admin().forceRelease("article/3", "Clara", "");
        assertThat(anna.locator("#edit-lost")).isVisible();
        edit(ben, 3);
        ben.locator("#edit-headline").fill("Ben's headline");
        press(anna, "Open it again");
        assertThat(anna.locator("#edit-lost")).containsText("Ben has been editing this article since");
        press(ben, "Save");
        assertThat(ben.locator("#read-headline")).hasText("Ben's headline");
        press(anna, "Open it again");
        assertThat(anna.locator("#edit-headline")).hasValue("Ben's headline");
        assertThat(anna.locator("#edit-kept-text")).containsText("Anna's headline");
        assertThat(anna.locator("#notice")).containsText("Ben has saved it meanwhile");
    }

    @Test
    @LongTest("one of many journeys; covered by NewsroomTest in every check")
    @DisplayName("P7: signing out gives back")
    void signOut_givesBack() {
        edit(anna, 1);
        assertThat(row(ben, 1).locator(".editing")).containsText("Anna");
        anna.locator("#edit-headline").fill("Not saved");
        press(anna, "Sign out");
        press(anna, "Stay");
        assertThat(anna.locator("#edit-headline")).hasValue("Not saved");
        press(anna, "Sign out");
        anna.locator("#question-yes").click();
        assertThat(anna.locator("#people")).isVisible();
        assertThat(row(ben, 1).locator(".editing")).hasCount(0);
    }

    @Test
    @LongTest("a look at the page, on which no promise depends")
    void page_fitsAPhone_andIsDarkForThoseWhoWantIt() {
        Page phone = signedIn(
                browser(
                        Nodes.ONE,
                        new Browser.NewContextOptions()
                                .setViewportSize(360, 640)
                                .setColorScheme(ColorScheme.DARK)),
                "Anna");
        assertThat(row(phone, 4)).isVisible();
        assertThat(phone.evaluate(BEYOND)).isEqualTo(0);
        edit(phone, 1);
        assertThat(phone.evaluate(BEYOND)).isEqualTo(0);
        assertThat((String) phone.evaluate("() => getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(22, 20, 18)");
    }
}
