package dev.holdfast.example.picking;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.holdfast.browser.Chromium;
import dev.holdfast.browser.Keyboard;
import dev.holdfast.check.LongTest;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** The pages, in real browsers: two pickers and the shift lead. */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class InBrowserTest {
    private Warehouse warehouse;
    private Picking node;

    @BeforeEach
    void start() {
        warehouse = Warehouse.fresh();
        node = warehouse.node();
    }

    @AfterEach
    void stop() {
        Chromium.leave();
        node.close();
    }

    private Page signedIn(String name) {
        Page page = Chromium.shared().page(node.address(), new Browser.NewContextOptions());
        button(page, name).click();
        assertThat(page.locator("#name")).hasText(name);
        return page;
    }

    private static Locator card(Page page, int order) {
        return page.locator("#order-" + order);
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private static void press(Locator card, String name) {
        card.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name))
                .click();
    }

    @Test
    @DisplayName("P19: one claims it, and the card says so to the others without a reload")
    void badge_isLive_andTheSecondIsRefused() {
        Page anna = signedIn("Anna");
        Page ben = signedIn("Ben");
        // The page of somebody who has not looked since: the claim itself is what refuses.
        String before = ben.context().request().get(node.address() + "/orders").text();
        ben.route(
                "**/orders",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("application/json")
                        .setBody(before)));
        press(card(anna, 1001), "Claim");
        assertThat(card(anna, 1001).locator(".badge")).containsText("PICKED BY: Anna (since ");
        assertThat(card(ben, 1001)).hasAttribute("data-state", "free");
        press(card(ben, 1001), "Claim");
        assertThat(ben.locator("#notice")).containsText("Order 1001 has been held by Anna since ");
        button(ben, "Close").click();
        ben.unroute("**/orders");
        assertThat(card(ben, 1001).locator(".badge"))
                .hasText(Pattern.compile("PICKED BY: Anna \\(since \\d{1,2}:\\d\\d [AP]M\\)"));
        press(card(ben, 1001), "Claim");
        assertThat(ben.locator("#notice")).containsText("Order 1001 has been held by Anna since ");

        for (Locator box : card(anna, 1001).getByRole(AriaRole.CHECKBOX).all()) {
            box.check();
        }
        press(card(anna, 1001), "Complete");
        assertThat(card(ben, 1001)).hasAttribute("data-state", "completed");
        assertThat(card(anna, 1001)).containsText("Completed");
    }

    @Test
    @LongTest("one of many journeys; covered by PickingTest in every check")
    @DisplayName("P17: the lead sees all claims and releases one; its picker is told by whom and why")
    void lead_releases_andThePickerIsTold() {
        Page anna = signedIn("Anna");
        press(card(anna, 1003), "Claim");
        Page clara = signedIn("Clara");
        clara.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("All claims"))
                .click();
        Locator claim = clara.locator("#claims tr");
        assertThat(claim).containsText(new String[] {"Order 1003Anna"});
        claim.getByRole(AriaRole.BUTTON).click();
        clara.getByLabel("Reason").fill("truck leaves now");
        clara.getByRole(AriaRole.DIALOG)
                .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Release"))
                .click();
        assertThat(clara.locator("#none")).isVisible();
        assertThat(anna.locator("#notice")).containsText("Clara");
        assertThat(anna.locator("#notice")).containsText("truck leaves now");
        assertThat(card(anna, 1003)).hasAttribute("data-state", "free");
    }

    @Test
    @DisplayName("P17: a release is of the claim that was shown, also if another picker has the order by now")
    void release_isOfTheClaimThatWasShown() {
        Page anna = signedIn("Anna");
        press(card(anna, 1003), "Claim");
        Page clara = signedIn("Clara");
        clara.navigate(node.address() + "/locks.html");
        clara.locator("#claims tr").getByRole(AriaRole.BUTTON).click();
        clara.getByLabel("Reason").fill("truck leaves now");
        press(card(anna, 1003), "Release");
        assertThat(card(anna, 1003)).hasAttribute("data-state", "free");
        Page ben = signedIn("Ben");
        press(card(ben, 1003), "Claim");
        assertThat(card(ben, 1003)).hasAttribute("data-state", "mine");
        clara.getByRole(AriaRole.DIALOG)
                .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Release"))
                .click();
        assertThat(clara.locator("#notice")).containsText("Nothing was released");
        assertThat(node.locks()
                        .view("order/1003")
                        .holders()
                        .get(0)
                        .hold()
                        .owner()
                        .name())
                .isEqualTo("Ben");
    }

    @Test
    @LongTest("one of many journeys; covered by PageTest of underwriting in every check")
    @DisplayName("P16: at a second device one moves the order there; the first one says so")
    void secondDevice_movesItThere() {
        Page anna = signedIn("Anna");
        press(card(anna, 1002), "Claim");
        assertThat(card(anna, 1002)).hasAttribute("data-state", "mine");
        Page phone = signedIn("Anna");
        assertThat(card(phone, 1002).locator(".badge")).containsText("PICKED BY: you at another device");
        press(card(phone, 1002), "Move it here");
        assertThat(card(phone, 1002)).hasAttribute("data-state", "mine");
        assertThat(anna.locator("#notice")).containsText("Order 1002 is no longer yours");
        assertThat(anna.locator("#notice")).containsText("moved to another device");
        assertThat(card(anna, 1002)).hasAttribute("data-state", "picked");
    }

    @Test
    @LongTest("one of many journeys; covered by PageTest of newsroom in every check")
    void times_areInTheZoneAndLanguageOfTheReader() {
        press(card(signedIn("Anna"), 1001), "Claim");
        Page far = Chromium.shared()
                .page(
                        node.address(),
                        new Browser.NewContextOptions().setLocale("de-DE").setTimezoneId("Asia/Kathmandu"));
        button(far, "Ben").click();
        String since = DateTimeFormatter.ofPattern("H:mm")
                .withZone(ZoneId.of("Asia/Kathmandu"))
                .format(node.locks().view("order/1001").holders().get(0).hold().since());
        assertThat(card(far, 1001).locator(".badge"))
                .hasText(Pattern.compile("PICKED BY: Anna \\(since 0?" + since + "\\)"));
        press(card(far, 1001), "Claim");
        assertThat(far.locator("#notice")).containsText(Pattern.compile("seit 0?" + since + " Uhr durch Anna"));
    }

    @Test
    @LongTest("one of many journeys; covered by PageTest of underwriting in every check")
    @DisplayName("everything is done by keyboard")
    void keyboard_isEnough() {
        Page anna = Chromium.shared().page(node.address(), new Browser.NewContextOptions());
        Keyboard keyboard = new Keyboard(anna);
        assertThat(button(anna, "Anna")).isVisible();
        keyboard.to("Anna").press("Enter");
        assertThat(card(anna, 1001)).isVisible();
        keyboard.to("Claim").press("Enter");
        assertThat(card(anna, 1001)).hasAttribute("data-state", "mine");
        Locator boxes = card(anna, 1001).getByRole(AriaRole.CHECKBOX);
        for (int i = 0; i < boxes.count(); i++) {
            keyboard.to(boxes.nth(i)
                            .locator("..")
                            .innerText()
                            .split("\\n", 2)[0]
                            .strip())
                    .press("Space");
            assertThat(boxes.nth(i)).isChecked();
        }
        Page clara = signedIn("Clara");
        Keyboard lead = new Keyboard(clara);
        lead.to("All claims").press("Enter");
        assertThat(clara.locator("#claims tr")).hasCount(1);
        lead.to("Release").press("Enter");
        assertThat(clara.getByLabel("Reason")).isFocused();
        lead.type("truck leaves now").press("Enter");
        assertThat(anna.locator("#notice")).containsText("truck leaves now");
    }

    @Test
    @LongTest("one of many journeys; covered by PickingTest in every check")
    @DisplayName("P7: whoever signs out leaves nothing claimed; the same after a reload is still one's own")
    void signOut_frees() {
        Page anna = signedIn("Anna");
        Page ben = signedIn("Ben");
        press(card(anna, 1002), "Claim");
        anna.reload();
        assertThat(card(anna, 1002)).hasAttribute("data-state", "mine");
        assertThat(card(ben, 1002)).hasAttribute("data-state", "picked");
        Page otherTab = anna.context().newPage();
        otherTab.navigate(node.address());
        button(otherTab, "Sign out").click();
        assertThat(card(ben, 1002)).hasAttribute("data-state", "free");
        assertThat(anna.locator("#notice")).containsText("Your session is over");
        assertThat(button(anna, "Anna")).isVisible();
        press(card(ben, 1002), "Claim");
        press(card(ben, 1002), "Release");
        assertThat(card(ben, 1002)).hasAttribute("data-state", "free");
    }

    @Test
    @LongTest("one of many journeys; covered by PickingTest in every check")
    @DisplayName("P8: whoever takes too long is told, and the order is free for others")
    void expiry_isTold() {
        node.close();
        node = warehouse.hastyNode();
        Page anna = signedIn("Anna");
        Page ben = signedIn("Ben");
        press(card(anna, 1004), "Claim");
        assertThat(anna.locator("#notice")).containsText("Order 1004 is no longer yours");
        // Not by the card: what Ben has is over soon, too.
        Response claimed = ben.waitForResponse("**/orders/1004/claim", () -> press(card(ben, 1004), "Claim"));
        assertThat(claimed.status()).isEqualTo(200);
        assertThat(claimed.text()).contains("\"mine\":true");
    }
}
