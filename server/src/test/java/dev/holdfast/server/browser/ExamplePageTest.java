package dev.holdfast.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.holdfast.Hold;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.check.LongTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The example that the server shows, and the one in the guide. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class ExamplePageTest extends InChromium {
    @TempDir
    private Path folder;

    private Stage stage;
    private BrowserContext context;

    @BeforeEach
    void start() {
        stage = new Stage(browser, folder);
        context = stage.somebody();
    }

    @AfterEach
    void stop() {
        stage.close();
    }

    private Page open(String path) {
        Page page = context.newPage();
        page.navigate(stage.address() + path);
        return page;
    }

    private static void press(Page page, String button) {
        page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName(button).setExact(true))
                .click();
    }

    @Test
    @LongTest("the same journey as that of the guide; covered by guide_showsWhatWorks in every check")
    void example_isEditedByTurns() {
        Page anna = open("/example");
        Page ben = open("/example");
        ben.getByLabel("Your name").fill("Ben");
        press(anna, "Edit");
        anna.getByLabel("Text").fill("Once upon a time");
        assertThat(anna.locator("#message")).containsText("Draft saved");
        assertThat(anna.locator("holdfast-editing")).containsText("You are editing");
        assertThat(ben.locator("holdfast-editing")).containsText("Anna is editing");
        press(ben, "Edit");
        assertThat(ben.locator("#message")).containsText("has been held by Anna");
        anna.reload();
        assertThat(anna.getByLabel("Text")).hasValue("Once upon a time");
        assertThat(anna.getByLabel("Text")).isEditable();
        stage.locks().admin().forceRelease("example/policy/12345", "Ada", "next turn");
        assertThat(anna.locator("#message")).containsText("has ended: Ada released it (next turn).");
        assertThat(anna.getByLabel("Text")).not().isEditable();
        press(ben, "Edit");
        assertThat(ben.getByLabel("Text")).isEditable();
        press(ben, "Submit");
        assertThat(ben.locator("#message")).hasText("Submitted.");
    }

    @Test
    void refusal_hasTheTimesOfTheReader() throws Exception {
        stage.locks()
                .holds()
                .grant(LockRequest.of("example/policy/12345")
                        .owner(Owner.of("there").named("Anna")));
        Hold held = stage.locks().view("example/policy/12345").holders().get(0).hold();
        context = browser.newContext(
                new Browser.NewContextOptions().setLocale("de-DE").setTimezoneId("Asia/Kathmandu"));
        Page ben = open("/example");
        press(ben, "Edit");
        String since = DateTimeFormatter.ofPattern("HH:mm").format(held.since().atZone(ZoneId.of("Asia/Kathmandu")));
        assertThat(ben.locator("#message")).containsText("has been held by Anna since " + since + " (");
    }

    @Test
    void link_hasTheColourOfThePages() {
        Page anna = open("/example");
        String accent = (String) anna.evaluate("getComputedStyle(document.querySelector('#take')).backgroundColor");
        assertThat(anna.getByText("dashboard")).hasCSS("color", accent);
    }

    @Test
    void guide_showsWhatWorks() throws IOException {
        String guide = Files.readString(Path.of("../docs/browser.md"));
        String sample = guide.substring(guide.indexOf("```html\n") + 8, guide.indexOf("</script>\n```") + 9);
        context.route(
                stage.address() + "/sample",
                route -> route.fulfill(
                        new Route.FulfillOptions().setContentType("text/html").setBody("<!doctype html>" + sample)));
        Page first = open("/sample");
        Page second = open("/sample");
        press(first, "Edit");
        first.locator("#text").fill("Once");
        assertThat(second.locator("holdfast-editing")).containsText("Anna is editing");
        press(second, "Edit");
        assertThat(second.locator("#message")).containsText("policy/12345 has been held by Anna");
        first.reload();
        assertThat(first.locator("#text")).hasValue("Once");
        assertThat(first.locator("#text")).isEditable();
        press(first, "Done");
        assertThat(first.locator("#text")).not().isEditable();
        assertThat(stage.locks().view("policy/12345").free()).isTrue();
        assertThat(stage.locks().drafts().get("policy/12345", "anna")).isEmpty();
    }
}
