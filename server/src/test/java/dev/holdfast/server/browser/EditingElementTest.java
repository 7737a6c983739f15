package dev.holdfast.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext.GrantPermissionsOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdfast.LockHandle;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.check.LongTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** {@code <holdfast-editing>}: who is editing, as somebody sees or hears it. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class EditingElementTest extends InChromium {
    private static final String SHOW = """
            async () => {
              await import('/holdfast-editing.js');
              const element = document.createElement('holdfast-editing');
              element.setAttribute('resource', 'policy/1');
              element.holdfast = holdfast;
              document.body.append(element);
            }""";
    private static final String SHOW_HIDDEN = """
            async () => {
              await import('/holdfast-editing.js');
              const element = document.createElement('holdfast-editing');
              element.setAttribute('resource', 'policy/1');
              const holdfast = new EventTarget();
              holdfast.owner = Promise.resolve('me');
              const holder = { name: null, owner: null, since: null, until: null, seen: null };
              holdfast.watch = (prefix, tell) => {
                tell({ resource: 'policy/1', free: false, waiting: 0, holders: [holder], asOf: new Date().toISOString() });
                return () => {};
              };
              element.holdfast = holdfast;
              document.body.append(element);
            }""";

    @TempDir
    private Path folder;

    private final List<String> complaints = new ArrayList<>();
    private Stage stage;
    private Tab tab;

    @BeforeEach
    void start() {
        stage = new Stage(browser, folder);
        tab = stage.tab();
        tab.page().onConsoleMessage(message -> {
            // That there is no sign-in, no lock or no draft, or no hold any more, is learned from an answer that
            // browsers
            // complain about.
            if (message.type().equals("error") && !message.text().matches(".* (404|410) .*")) {
                complaints.add(message.text());
            }
        });
        tab.page().onDialog(dialog -> {
            complaints.add("a script ran: " + dialog.message());
            dialog.dismiss();
        });
        tab.open("mia");
    }

    @AfterEach
    void stop() {
        stage.close();
    }

    private LockHandle take(String name) throws InterruptedException {
        return take("policy/1", name);
    }

    private LockHandle take(String resource, String name) throws InterruptedException {
        return stage.locks()
                .acquire(LockRequest.of(resource)
                        .owner(Owner.of(name + "'s").named(name))
                        .mode(Mode.SHARED));
    }

    private Locator element() {
        return tab.page().locator("holdfast-editing");
    }

    private Locator status() {
        return element().getByRole(AriaRole.STATUS);
    }

    @Test
    void element_showsWhoHasItAsThatChanges() throws Exception {
        tab.run(SHOW);
        assertThat(status()).hasText("No one is editing");
        assertThat(element()).hasAttribute("data-state", "free");
        assertThat(element().locator("progress")).isHidden();
        try (LockHandle anna = take("Anna Berg")) {
            assertThat(anna.isHeld()).isTrue();
            assertThat(status()).hasText("Anna Berg is editing");
            assertThat(element()).hasAttribute("data-state", "held");
            assertThat(element().locator(".when"))
                    .hasText(Pattern.compile(
                            "since \\d\\d:\\d\\d.*, just now · until \\d\\d:\\d\\d.* unless renewed, \\d+ min left"));
            assertThat(((Number) element().locator("progress").evaluate("bar => bar.value")).doubleValue())
                    .isBetween(0.5, 1.0);
            try (LockHandle ben = take("Ben")) {
                assertThat(ben.isHeld()).isTrue();
                assertThat(status()).hasText("Anna Berg and Ben are editing");
            }
            assertThat(status()).hasText("Anna Berg is editing");
        }
        assertThat(status()).hasText("No one is editing");
        assertThat(tab.take("policy/1")).isNull();
        assertThat(status()).hasText("You are editing");
        assertThat(element()).hasAttribute("data-state", "you");
        assertThat(complaints).isEmpty();
    }

    @Test
    @LongTest("one of many pages; covered by element_showsWhoHasItAsThatChanges in every check")
    void end_thatNothingPutsOff_isToldAsSuch() throws Exception {
        try (LockHandle held = take("fixed/1", "Anna")) {
            assertThat(held.isHeld()).isTrue();
            tab.run(SHOW);
            element().evaluate("element => element.setAttribute('resource', 'fixed/1')");
            assertThat(status()).hasText("Anna is editing");
            assertThat(element().locator(".when"))
                    .hasText(Pattern.compile(".* · until \\d\\d:\\d\\d.* at the latest, \\d+ min left"));
        }
    }

    @Test
    @LongTest("one of many pages; covered by DashboardTest in every check")
    void name_thatIsAScript_isShownAsText() throws Exception {
        String evil = "<img src=x onerror=alert(1)>";
        try (LockHandle held = take(evil)) {
            assertThat(held.isHeld()).isTrue();
            tab.run(SHOW);
            assertThat(status()).hasText(evil + " is editing");
            assertThat(element().locator("img")).hasCount(0);
        }
        assertThat(complaints).isEmpty();
    }

    @Test
    @LongTest("one of many pages; covered by PrivacyTest and SecrecyTest in every check")
    @DisplayName("C10: a holder who is not named is somebody, as the page calls them")
    void holder_whoIsHidden_isAnotherUser() {
        tab.run(SHOW_HIDDEN);
        assertThat(status()).hasText("Another user is editing");
        assertThat(element().locator(".when")).isHidden();
        assertThat(element().locator("progress")).isHidden();
        element().evaluate("element => element.setAttribute('unnamed', 'Another player')");
        assertThat(status()).hasText("Another player is editing");
    }

    @Test
    @LongTest("one of many pages; covered by PageTest (of play-by-post) in every check")
    void bar_drainsAndSaysWhenLittleIsLeft() throws Exception {
        try (LockHandle held = take("Anna")) {
            assertThat(held.isHeld()).isTrue();
            tab.page().clock().install();
            tab.page().reload();
            tab.open("mia").run(SHOW);
            assertThat(element()).hasAttribute("data-left", "long");
            // Nobody is to look at the server meanwhile, whose clock goes on as usual.
            tab.page().route("**/v1/locks/**", com.microsoft.playwright.Route::abort);
            tab.page().clock().fastForward(270_000);
            assertThat(element()).hasAttribute("data-left", "short");
            assertThat(((Number) element().locator("progress").evaluate("bar => bar.value")).doubleValue())
                    .isBetween(0.01, 0.2);
            tab.page().clock().fastForward(22_000);
            assertThat(element()).hasAttribute("data-left", "ending");
        }
    }

    @Test
    @LongTest("one of many pages; covered by element_showsWhoHasItAsThatChanges in every check")
    void otherTab_showsIt() {
        Tab other = tab.beside().open("mia");
        other.run(SHOW);
        Locator status = other.page().locator("holdfast-editing").getByRole(AriaRole.STATUS);
        assertThat(status).hasText("No one is editing");
        tab.take("policy/1");
        assertThat(status).hasText("mia is editing");
        tab.run("hold.release()");
        assertThat(status).hasText("No one is editing");
    }

    private static final String TALK = """
            async () => {
              await import('/holdfast-editing.js');
              const element = document.createElement('holdfast-editing');
              for (const [name, value] of [['resource', 'policy/1'], ['ask', ''], ['losses', ''], ['notify', '']]) element.setAttribute(name, value);
              element.holdfast = holdfast;
              element.addEventListener('granted', ({ detail }) => { globalThis.granted = detail.hold; });
              document.body.append(element);
            }""";

    private static Locator part(Tab tab, String part) {
        return tab.page().locator("holdfast-editing " + part);
    }

    private static Locator button(Tab tab, String label) {
        return tab.page().getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(label));
    }

    /** A person in another browser, who sees the element. */
    private Tab asking(String name) {
        Tab asker = stage.tab().open(name);
        asker.run(TALK);
        return asker;
    }

    @Test
    void holder_isAsked_promisesAndHandsOver() {
        tab.take("policy/1");
        tab.run(TALK);
        Tab ben = asking("ben");
        button(ben, "Ask for it…").click();
        ben.page().getByLabel("Message, which the holder reads").fill("May I have it?");
        button(ben, "Send").click();
        assertThat(part(ben, ".says")).hasText(Pattern.compile("mia has (been asked|seen your request)\\."));
        assertThat(part(tab, ".says")).hasText("ben asks for policy/1: “May I have it?”");
        assertThat(part(ben, ".says")).hasText("mia has seen your request.");
        button(tab, "In 10 minutes").click();
        assertThat(part(tab, ".says")).hasText(Pattern.compile("You hand over to ben by .*, (10|9) min left\\."));
        assertThat(part(ben, ".says")).hasText(Pattern.compile("mia hands over by .*, (10|9) min left\\."));
        assertThat(button(tab, "In 10 minutes")).hasCount(0);
        button(tab, "Hand over now").click();
        assertThat(part(ben, ".who")).hasText("You are editing");
        assertThat(part(tab, ".who")).hasText("ben is editing");
        ben.await("() => globalThis.granted?.held");
        assertThat(tab.text("hold.state")).isEqualTo("released");
        assertThat(part(tab, ".says")).isHidden();
        assertThat(complaints).isEmpty();
    }

    @Test
    void holder_declinesWithTheKeyboard_andTheAskerMayAskAgain() {
        tab.take("policy/1");
        tab.run(TALK);
        Tab ben = asking("ben");
        button(ben, "Ask for it…").focus();
        ben.page().keyboard().press("Enter");
        ben.page().keyboard().press("Enter"); // without words
        assertThat(part(tab, ".says")).hasText("ben asks for policy/1.");
        button(tab, "Not now…").focus();
        tab.page().keyboard().press("Enter");
        tab.page().keyboard().type("a mistake");
        tab.page().keyboard().press("Escape");
        assertThat(button(tab, "Not now…")).isFocused();
        tab.page().keyboard().press("Enter");
        tab.page().keyboard().type("I need <b>it</b>");
        tab.page().keyboard().press("Enter");
        assertThat(part(ben, ".says")).hasText("mia does not hand over now: “I need <b>it</b>”");
        assertThat(part(tab, ".says")).isHidden();
        button(ben, "Ask for it…").click();
        button(ben, "Send").click();
        assertThat(part(tab, ".says")).hasText("ben asks for policy/1.");
        button(ben, "Ask no more").click();
        assertThat(part(tab, ".says")).isHidden();
        assertThat(part(ben, ".says")).hasText("You ask no more.");
        assertThat(complaints).isEmpty();
    }

    @Test
    void asker_readsWhyNoHolderIsAsked_inItsLanguage() throws Exception {
        try (LockHandle held = take("Anna")) {
            stage.locks().holds().requests().mute("policy/1", "Anna's", true);
            tab.run("""
                    async () => {
                      const { german } = await import('/holdfast/german.js');
                      globalThis.holdfast = connect({ name: 'mia', messages: german });
                    }""");
            tab.run(TALK);
            button(tab, "Darum bitten…").click();
            button(tab, "Senden").click();
            assertThat(part(tab, ".fault")).hasText("Wer es hat, möchte nicht gefragt werden.");
            assertThat(held.isHeld()).isTrue();
        }
    }

    @Test
    void notifications_areOfferedByAButton() {
        tab.page().context().grantPermissions(List.of("notifications"));
        tab.open("mia");
        tab.take("policy/1");
        tab.run(TALK);
        assertThat(tab.is("() => holdfast.notifies")).isFalse();
        button(tab, "Notify me").click();
        assertThat(button(tab, "Do not notify me")).isVisible();
        assertThat(tab.is("() => holdfast.notifies")).isTrue();
        button(tab, "Do not notify me").click();
        assertThat(button(tab, "Notify me")).isVisible();
        assertThat(tab.is("() => holdfast.notifies")).isFalse();
    }

    @Test
    void takeover_tellsBothThatTheTextIsKept_untilTheyHaveReadIt() {
        tab.take("policy/1");
        tab.run(TALK);
        tab.run("hold.saveDraft('Once upon a time')");
        tab.told("saved");
        Tab ben = asking("ben");
        ben.take("policy/1", Map.of("takeover", "she is away"));
        assertThat(part(ben, ".says")).hasText("The unfinished text of mia is kept for its author.");
        assertThat(part(tab, ".says"))
                .hasText(
                        "Your lock on policy/1 has ended: ben took it over (she is away). Your text is kept, as it was last"
                                + " saved.");
        assertThat(button(tab, "Ask for it…")).isVisible();
        button(tab, "OK").click();
        assertThat(part(tab, ".says")).isHidden();
        button(ben, "OK").click();
        assertThat(part(ben, ".says")).isHidden();
        assertThat(complaints).isEmpty();
    }

    /** Notes the notifications that the browser really makes. Headless, it keeps no page from being seen. */
    private static final String HIDDEN = """
            () => {
              globalThis.notices = [];
              globalThis.Notification = class extends Notification {
                constructor(text, options) {
                  super(text, options);
                  for (const name of ['show', 'error']) this.addEventListener(name, () => notices.push([name, this.title, this.tag]));
                }
              };
              Object.defineProperty(document, 'hidden', { get: () => true });
            }""";

    @Test
    void holderWhoLooksElsewhere_isNotified_ifTheBrowserMay() {
        tab.page()
                .context()
                .grantPermissions(List.of("notifications"), new GrantPermissionsOptions().setOrigin(stage.address()));
        tab.open("mia");
        tab.take("policy/1");
        tab.run(TALK);
        button(tab, "Notify me").click();
        assertThat(button(tab, "Do not notify me")).isVisible();
        tab.run(HIDDEN);
        Tab ben = asking("ben");
        button(ben, "Ask for it…").click();
        button(ben, "Send").click();
        tab.await("() => notices.length > 0");
        assertThat(tab.text("notices[0].slice(0, 2).join(': ')")).isEqualTo("show: ben asks for policy/1.");
        button(ben, "Ask no more").click();
        assertThat(part(tab, ".says")).isHidden();
        button(tab, "Do not notify me").click();
        assertThat(button(tab, "Notify me")).isVisible();
        button(ben, "Ask for it…").click();
        button(ben, "Send").click();
        assertThat(part(tab, ".says")).hasText("ben asks for policy/1.");
        assertThat(tab.number("notices.length")).isEqualTo(1);
        assertThat(complaints).isEmpty();
    }
}
