package dev.holdfast.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.holdfast.LockHandle;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.check.LongTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
            // That there is no sign-in, no lock or no draft is learned from an answer that browsers complain about.
            if (message.type().equals("error") && !message.text().contains("404")) {
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
        assertThat(status()).hasText("Nobody is editing");
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
        assertThat(status()).hasText("Nobody is editing");
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
    void holder_whoIsHidden_isSomebody() {
        tab.run(SHOW_HIDDEN);
        assertThat(status()).hasText("Somebody is editing");
        assertThat(element().locator(".when")).isHidden();
        assertThat(element().locator("progress")).isHidden();
        element().evaluate("element => element.setAttribute('somebody', 'Another player')");
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
        assertThat(status).hasText("Nobody is editing");
        tab.take("policy/1");
        assertThat(status).hasText("mia is editing");
        tab.run("hold.release()");
        assertThat(status).hasText("Nobody is editing");
    }
}
