package dev.holdfast.example.underwriting;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.holdfast.browser.Keyboard;
import dev.holdfast.check.LongTest;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Two underwriters and a supervisor at their browsers. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class PageTest extends InChromium {
    private static final String BEYOND =
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth";

    private Page anna;
    private Page ben;

    @BeforeEach
    void people() {
        anna = person("Anna");
        ben = person("Ben");
    }

    private static Locator row(Page page, int policy) {
        return page.locator("#policies > li[data-policy='" + policy + "']");
    }

    private static void open(Page page, int policy) {
        page.navigate("/#/policies/" + policy);
        assertThat(page.locator("#edit-left")).containsText("Yours until");
    }

    @Test
    @DisplayName("P16: whoever comes second reads who has it, requests its release, and goes on when it is free")
    void second_isToldAndAsks() {
        open(anna, 12345);
        assertThat(row(ben, 12345).locator(".badge")).containsText("with Anna since");
        row(ben, 12345).getByText("Open").click();
        assertThat(ben.locator("#busy-sentence")).containsText("Policy 12345 has been with Anna since");
        assertThat(ben.locator("#busy-sentence")).containsText("at the latest");
        press(ben, "Request force-release");
        ben.locator("#question-reason").fill("the ship sails today");
        press(ben, "Request");
        assertThat(anna.locator("#edit-asked")).hasText("Ben asks you to release this policy: the ship sails today");

        anna.locator("#edit-premium").fill("50000");
        press(anna, "Save");
        assertThat(anna.locator("#notice")).hasText("Policy 12345 is saved, and free for others.");
        assertThat(ben.locator("#busy-sentence")).hasText("It is free now.");
        press(ben, "Try again");
        assertThat(ben.locator("#edit-premium")).hasValue("50000");
        assertThat(ben.locator("#edit-version")).containsText("saved by Anna");
    }

    @Test
    @DisplayName("P16: in a second browser one moves the policy there; the first one shows what was entered")
    void secondBrowser_movesItThere() {
        open(anna, 12347);
        anna.locator("#edit-holder").fill("Not saved yet");
        Page phone = person("Anna");
        phone.navigate("/#/policies/12347");
        assertThat(phone.locator("#busy-sentence"))
                .containsText("You have been working on policy 12347 in another browser");
        assertThat(phone.locator("#busy-ask")).isHidden();
        press(phone, "Move it here");
        assertThat(phone.locator("#edit-left")).containsText("Yours until");
        assertThat(anna.locator("#edit-lost")).containsText("moved to another browser");
        assertThat(anna.locator("#edit-holder")).hasValue("Not saved yet");
    }

    @Test
    @LongTest("waits for the pause after a closed tab; covered by PageTest of newsroom in every check")
    @DisplayName("P7: a tab that is closed releases its policy within seconds; one that is loaded again keeps it")
    void closedTab_releasesItsPolicy() {
        open(anna, 12345);
        open(ben, 12346);
        anna.waitForResponse("**/session/heartbeat", anna::reload);
        ben.close();
        await().atMost(Duration.ofMinutes(2))
                .until(() -> locks.view("policy/12346").free());
        assertThat(locks.view("policy/12345").free()).isFalse();
        assertThat(anna.locator("#edit-left")).containsText("Yours until");
    }

    @Test
    @DisplayName("everything is done by keyboard")
    void keyboard_isEnough() {
        Page page = browser(new Browser.NewContextOptions());
        Keyboard keyboard = new Keyboard(page);
        keyboard.to("Anna").press("Enter");
        assertThat(page.locator("#policies > li")).hasCount(4);
        keyboard.to("Open").press("Enter");
        assertThat(page.locator("#edit-holder")).isFocused();
        keyboard.press("End").type(" and sons");
        row(ben, 12345).getByText("Open").focus();
        ben.keyboard().press("Enter");
        assertThat(ben.locator("#busy-again")).isFocused();
        new Keyboard(ben)
                .to("Request force-release")
                .press("Enter")
                .type("the ship sails")
                .press("Enter");
        assertThat(page.locator("#edit-asked")).containsText("the ship sails");
        keyboard.to("Add a coverage").press("Enter").type("Delay").press("Tab").type("5");
        keyboard.to("Save").press("Enter");
        assertThat(page.locator("#notice")).hasText("Policy 12345 is saved, and free for others.");
    }

    @Test
    @LongTest("one of many journeys; covered by UnderwritingTest in every check")
    @DisplayName("P13: members are added, changed and removed with their policy")
    void members_areSavedWithTheirPolicy() {
        open(anna, 12348);
        press(anna, "Add a coverage");
        anna.locator("[data-part=coverages] .text").last().fill("Delay");
        anna.locator("[data-part=coverages] .sum").last().fill("5000000");
        anna.getByLabel("Remove endorsement").first().click();
        press(anna, "Save");
        assertThat(anna.locator("#notice")).hasText("Policy 12348 is saved, and free for others.");
        open(ben, 12348);
        assertThat(ben.locator("[data-part=coverages] .text").last()).hasValue("Delay");
        assertThat(ben.locator("[data-part=endorsements] li")).hasCount(0);
    }

    @Test
    @LongTest("one of many journeys; covered by UnderwritingTest in every check")
    @DisplayName("P17: the supervisor sees requests and releases; the underwriter is told and keeps what was entered")
    void release_isTold() {
        open(anna, 12346);
        anna.locator("#edit-holder").fill("Mill Street Bakeries");
        Page clara = person("Clara");
        assertThat(row(ben, 12346).getByText("Release")).hasCount(0);
        row(clara, 12346).getByText("Release").click();
        clara.locator("#question-reason").fill("audit");
        clara.keyboard().press("Enter");
        assertThat(clara.locator("#notice")).hasText("Policy 12346 is free.");
        assertThat(anna.locator("#edit-lost-text"))
                .containsText("Policy 12346 is no longer yours: Clara released it (audit)");
        assertThat(anna.locator("#edit-holder")).hasValue("Mill Street Bakeries");
        assertThat(anna.locator("#edit-save")).isDisabled();
        press(anna, "Open it again");
        assertThat(anna.locator("#notice")).containsText("has not been saved meanwhile");
        assertThat(anna.locator("#edit-holder")).hasValue("Mill Street Bakeries");
        assertThat(anna.locator("#edit-save")).isEnabled();
    }

    @Test
    @LongTest("one of many journeys; covered by InBrowserTest of picking in every check")
    @DisplayName("P17: a release is of the hold that was shown, also if another underwriter has the policy by now")
    void release_isOfTheHoldThatWasShown() {
        open(anna, 12346);
        Page clara = person("Clara");
        row(clara, 12346).getByText("Release").click();
        press(anna, "Cancel");
        assertThat(anna.locator("#list")).isVisible();
        open(ben, 12346);
        clara.locator("#question-reason").fill("audit");
        clara.locator("#question-yes").click();
        assertThat(clara.locator("#notice")).containsText("Nothing was released");
        assertThat(locks.view("policy/12346").holders().get(0).hold().owner().name())
                .isEqualTo("Ben");
    }

    @Test
    @LongTest("one of many journeys; covered by UnderwritingTest in every check")
    @DisplayName("P9: whoever opens it again after another saved sees what is true now")
    void lost_andSavedByAnother_isLoadedAnew() {
        open(anna, 12347);
        anna.locator("#edit-holder").fill("Anna's");
        locks.admin().forceRelease("policy/12347", "Clara", "");
        open(ben, 12347);
        assertThat(anna.locator("#edit-lost")).isVisible();
        press(anna, "Open it again");
        assertThat(anna.locator("#busy-sentence")).containsText("has been with Ben since");
        ben.locator("#edit-holder").fill("Ben's");
        press(ben, "Save");
        assertThat(anna.locator("#busy-sentence")).hasText("It is free now.");
        press(anna, "Try again");
        assertThat(anna.locator("#edit-holder")).hasValue("Ben's");
        assertThat(anna.locator("#notice")).containsText("Ben has saved it meanwhile");
    }

    @Test
    @LongTest("one of many journeys; covered by UnderwritingTest in every check")
    @DisplayName("P14: the supervisor's year end forgets the locks, and is refused")
    void yearEnd_isCaught() {
        Page clara = person("Clara");
        press(clara, "By SQL");
        assertThat(clara.locator("#year-end-answer")).containsText("Refused: ");
        assertThat(ben.locator("#year-end")).isHidden();
    }

    @Test
    @LongTest("one of many journeys; covered by UnderwritingTest in every check")
    @DisplayName("P7: signing out gives back")
    void signOut_givesBack() {
        open(anna, 12347);
        assertThat(row(ben, 12347).locator(".badge")).containsText("with Anna");
        press(anna, "Sign out");
        assertThat(anna.locator("#people")).isVisible();
        assertThat(row(ben, 12347).locator(".badge")).hasCount(0);
    }

    @Test
    @LongTest("a look at the page, on which no promise depends")
    void page_fitsAPhone_andIsDarkForThoseWhoWantIt() {
        Page phone = signedIn(
                browser(new Browser.NewContextOptions()
                        .setViewportSize(360, 640)
                        .setColorScheme(ColorScheme.DARK)),
                "Anna");
        assertThat(phone.evaluate(BEYOND)).isEqualTo(0);
        open(phone, 12345);
        assertThat(phone.evaluate(BEYOND)).isEqualTo(0);
        assertThat((String) phone.evaluate("() => getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(15, 21, 27)");
    }
}
