package dev.holdfast.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.browser.Chromium;
import dev.holdfast.check.LongTest;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.server.EarlierRecords;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard as somebody sees it, in a browser. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class DashboardTest extends InChromium {
    @TempDir
    private Path folder;

    private final List<String> complaints = new ArrayList<>();
    private LockManager locks;
    private HoldfastServer server;
    private Page page;

    @BeforeEach
    void start() {
        locks = LockManager.open("sqlite:" + folder.resolve("locks.db"));
        server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
        page = browser.newPage();
        page.setDefaultTimeout(Chromium.PATIENCE);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(message.text());
            }
        });
        page.onDialog(dialog -> {
            complaints.add("a script ran: " + dialog.message());
            dialog.dismiss();
        });
    }

    @AfterEach
    void stop() {
        Chromium.leave();
        server.close();
        locks.close();
    }

    private void open() {
        page.navigate(server.address());
        assertThat(page.locator("#connection-text")).hasText("live");
    }

    private LockHandle take(String resource, String name) throws InterruptedException {
        return locks.acquire(LockRequest.of(resource)
                .owner(Owner.of(name + " at " + resource).named(name))
                .note("a note"));
    }

    private Locator row(String resource) {
        return page.locator("#locks > li").filter(new Locator.FilterOptions().setHasText(resource));
    }

    @Test
    @LongTest(
            "one of many pages; covered by release_byKeyboardAlone_needsAReasonAndTellsTheHolder in every check with SignInPageTest")
    void locks_comeAndGoAsTheyAreTakenAndGivenBack() throws Exception {
        LockHandle first = take("policy/1", "Anna");
        open();
        assertThat(row("policy/1")).containsText("Anna");
        assertThat(row("policy/1").locator(".left")).containsText("left");
        LockHandle second = take("policy/2", "Ben");
        assertThat(row("policy/2")).containsText("a note");
        assertThat(page.locator("#count")).hasText("2");
        first.close();
        assertThat(row("policy/1")).hasCount(0);
        assertThat(page.locator("#history li").first()).containsText("Anna released policy/1");
        assertThat(page.locator("#timeline svg rect").first()).isVisible();
        second.close();
        assertThat(page.locator("#empty .line").first()).hasText("Nothing is locked.");
        assertThat(page.locator("#empty .line").last()).containsText("holdfast run Chapter_01");
        assertThat(complaints).isEmpty();
    }

    @Test
    @LongTest("one of many pages; covered by release_byKeyboardAlone_needsAReasonAndTellsTheHolder in every check")
    void holds_thatAreShared_areDrawnBesideEachOther() throws Exception {
        for (String name : List.of("Anna", "Ben")) {
            locks.acquire(LockRequest.of("policy/1").mode(Mode.SHARED).owner(Owner.of(name)));
        }
        open();
        assertThat(page.locator("#timeline svg rect")).hasCount(2);
        Object heights = page.evaluate(
                "new Set([...document.querySelectorAll('#timeline rect')].map(bar => bar.getAttribute('y'))).size");
        assertThat(((Number) heights).intValue()).isEqualTo(2);
        assertThat(complaints).isEmpty();
    }

    @Test
    void names_thatAreScripts_areShownAsText() throws Exception {
        String evil = "<img src=x onerror=alert(1)>";
        try (LockHandle held = take("a</title><script>alert(2)</script>", evil)) {
            assertThat(held.isHeld()).isTrue();
            open();
            assertThat(page.locator("#locks .who")).hasText(evil);
            assertThat(page.locator("#locks .name")).hasText("a</title><script>alert(2)</script>");
            assertThat(page.locator("#history li").first()).containsText(evil);
            assertThat(page.locator("main img, main script")).hasCount(0);
        }
        assertThat(complaints).isEmpty();
    }

    /** Records may hold names that other programs wrote; requests cannot. */
    @Test
    void names_thatMislead_areMarked() throws Exception {
        take("p\u0430ypal/1", "\u0410nna");
        try (LockStore store =
                StoreProvider.openStore("sqlite:" + folder.resolve("locks.db"), InstantSource.system())) {
            EarlierRecords.put(store, "a\u202Eb", "Ben\u200B");
        }
        open();
        assertThat(row("p\u0430ypal/1").locator(".name a")).hasText("p\u0430ypal/1 [mixed scripts]");
        assertThat(row("p\u0430ypal/1").locator(".who")).hasText("\u0410nna [mixed scripts]");
        assertThat(row("a\\u202Eb").locator(".who")).hasText("Ben\\u200B");
        row("p\u0430ypal/1").locator(".name a").click();
        assertThat(page.locator("#holders")).containsText("\u0410nna [mixed scripts]");
        assertThat(complaints).isEmpty();
    }

    @Test
    void list_thatArrivesAfterARelease_revivesNothing() throws Exception {
        LockHandle held = take("policy/1", "Anna");
        List<Runnable> late = new ArrayList<>();
        page.route(url -> url.contains("/v1/locks?limit"), route -> {
            APIResponse list = route.fetch();
            late.add(() -> route.fulfill(new Route.FulfillOptions().setResponse(list)));
        });
        open();
        page.waitForCondition(() -> !late.isEmpty());
        held.close();
        assertThat(row("policy/1")).hasCount(0);
        page.waitForResponse(answer -> answer.url().contains("/v1/locks?limit"), late.get(0));
        take("policy/2", "Ben"); // its row comes after the list was read
        assertThat(row("policy/2")).isVisible();
        assertThat(row("policy/1")).hasCount(0);
        assertThat(complaints).isEmpty();
    }

    @Test
    void release_byKeyboardAlone_needsAReasonAndTellsTheHolder() throws Exception {
        LockHandle held = take("policy/1", "Anna");
        open();
        assertThat(row("policy/1")).isVisible();
        page.keyboard().press("ArrowDown");
        page.keyboard().press("r");
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        assertThat(dialog).containsText("Release policy/1?");
        assertThat(dialog).containsText("Anna holds it");
        assertThat(page.getByText("Keep it")).isFocused();
        page.keyboard().press("Enter");
        assertThat(dialog).isHidden();
        page.keyboard().press("r");
        page.locator("#ask-reason").focus();
        page.keyboard().press("Enter");
        assertThat(dialog).isVisible();
        page.keyboard().type("left for holidays");
        page.keyboard().press("Enter");
        assertThat(dialog).isHidden();
        assertThat(row("policy/1")).hasCount(0);
        assertThat(held.lost().get(60, TimeUnit.SECONDS).sentence())
                .isEqualTo("Your lock on policy/1 has ended: an administrator released it (left for holidays).");
        assertThat(complaints).isEmpty();
    }

    @Test
    @LongTest("one of many pages; covered by release_byKeyboardAlone_needsAReasonAndTellsTheHolder in every check")
    void filter_isByTextAndState() throws Exception {
        take("book/1", "Anna");
        take("policy/1", "Ben");
        open();
        assertThat(page.locator("#count")).hasText("2");
        page.keyboard().press("/");
        page.keyboard().type("ben");
        assertThat(row("policy/1")).isVisible();
        assertThat(row("book/1")).isHidden();
        assertThat(page.locator("#count")).hasText("1 of 2");
        page.keyboard().press("Escape");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("suspect"))
                .click();
        assertThat(page.locator("#empty")).hasText("No lock fits the filter.");
    }

    @Test
    @LongTest("one of many pages; covered by release_byKeyboardAlone_needsAReasonAndTellsTheHolder in every check")
    void page_onAPhone_needsNoScrollingSideways() throws Exception {
        take("a/rather/long/name/of/a/resource/that/somebody/thought/of", "Somebody with quite a long name");
        page.setViewportSize(360, 740);
        open();
        assertThat(page.locator("#locks > li")).isVisible();
        Object beyond = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assertThat(((Number) beyond).intValue()).isZero();
    }

    @Test
    void release_isOfTheHoldThatWasShown_notOfOneThatCameMeanwhile() throws Exception {
        LockHandle first = take("policy/1", "Anna");
        open();
        row("policy/1").getByRole(AriaRole.BUTTON).click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("Anna holds it");
        first.close();
        LockHandle second = take("policy/1", "Ben");
        assertThat(row("policy/1")).containsText("Ben");
        page.locator("#ask-reason").fill("left for holidays");
        page.keyboard().press("Enter");
        assertThat(page.locator("#ask-error")).containsText("Nothing was released");
        assertThat(second.isHeld()).isTrue();
    }

    @Test
    void row_thatChanges_keepsFocusAndSelection() throws Exception {
        take("policy/1", "Anna");
        take("policy/2", "Ben");
        open();
        row("policy/2").focus();
        page.evaluate("window.kept = document.querySelector('[data-resource=\"policy/2\"] .who').firstChild;"
                + "getSelection().selectAllChildren(window.kept)");
        take("policy/0", "Chiara");
        locks.acquire(LockRequest.of("policy/10").owner(Owner.of("D").named("Dora")));
        assertThat(page.locator("#count")).hasText("4");
        assertThat(row("policy/2")).isFocused();
        assertThat((String) page.evaluate("getSelection().toString()")).isEqualTo("Ben");
        assertThat((Boolean) page.evaluate("window.kept.isConnected")).isTrue();
        assertThat(complaints).isEmpty();
    }

    /** One journey: each page is reached by links, and its address shows the same again. */
    @Test
    void pages_ofResourcesOwnersAndContention_areLinked_andHaveAddresses() throws Exception {
        LockHandle held = take("policy/1", "Anna");
        take("policy/10", "Ben").close();
        open();
        page.locator("#search").fill("policy/1");
        page.locator("#sort").selectOption("since");
        page.reload();
        assertThat(page.locator("#search")).hasValue("policy/1");
        assertThat(page.locator("#sort")).hasValue("since");
        row("policy/1").getByText("policy/1").click();
        assertThat(page.locator("#resource-name")).hasText("policy/1");
        assertThat(page.locator("#holders")).containsText("a note");
        assertThat(page.locator("#history li")).hasCount(1);
        page.locator("#holders").getByText("Anna").click();
        assertThat(page.locator("#owner-name")).hasText("Anna");
        assertThat(page.locator("#count")).hasText("1 held, 0 waited for");
        held.close();
        assertThat(page.locator("#empty")).hasText("It holds nothing now, and waits for nothing.");
        assertThat(page.locator("#history li")).hasCount(2);
        page.getByText("Contention").click();
        assertThat(page.locator("#sum-grants")).hasText("2");
        assertThat(page.locator("#hottest tbody tr")).hasCount(2);
        Path saved = page.waitForDownload(() -> page.getByText("Save as CSV").click())
                .path();
        assertThat(Files.readString(saved))
                .startsWith("resource,grants,refusals")
                .contains("policy/10,1,0");
        page.locator("#hours").getByText("6 h").click();
        assertThat(page).hasURL(server.address() + "/contention?hours=6");
        assertThat(complaints).isEmpty();
    }

    /** A bound process that ends is noticed within seconds, and nothing in the store tells of it. */
    @Test
    void crash_isShownAsSoonAsItsProcessIsGone() throws Exception {
        Process process = new ProcessBuilder("sleep", "600").start();
        try {
            locks.acquire(LockRequest.of("job/1")
                    .owner(Owner.of("job")
                            .named("Night job")
                            .bound(List.of(ProcessTable.system().of(process.pid())))));
            open();
            assertThat(row("job/1")).isVisible();
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(page.locator("#attention")).containsText("Night job ended without releasing it; noticed at");
        assertThat(row("job/1")).hasCount(0);
        page.locator("#attention").getByText("job/1").click();
        assertThat(page.locator("#resource-ended")).containsText("Night job ended without releasing it");
        assertThat(complaints).isEmpty();
    }

    /** The stream stays open, and brings nothing: a proxy or a sleeping network may do that. */
    @Test
    void connection_thatIsSwallowed_isNotCalledLive() throws Exception {
        page.clock().install();
        page.addInitScript(
                "const Real = EventSource; window.EventSource = class extends Real {"
                        + " addEventListener(name, action) { super.addEventListener(name, event => window.swallowed || action(event)); } };");
        open();
        page.evaluate("window.swallowed = true");
        page.clock().runFor(10_000);
        assertThat(page.locator("#connection-text")).containsText("not live since");
        page.evaluate("window.swallowed = false");
        page.clock().runFor(10_000);
        assertThat(page.locator("#connection-text")).hasText("live");
    }

    @Test
    void times_areInTheZoneAndLanguageOfTheReader() throws Exception {
        take("policy/1", "Anna");
        Page german = Chromium.shared()
                .page(
                        server.address() + "/resource?name=policy%2F1",
                        new Browser.NewContextOptions().setLocale("de-DE").setTimezoneId("Asia/Kathmandu"));
        assertThat(german.locator("#holders dd").first()).containsText("GMT+5:45");
        assertThat(german.locator("#holders dd").first()).not().containsText("M (");
    }

    @Test
    void list_ofManyLocks_hasOnlyRowsInSight() throws Exception {
        for (int i = 0; i < 300; i++) {
            locks.holds().grant(LockRequest.of("a/" + i).owner(Owner.of("Anna")));
        }
        open();
        assertThat(page.locator("#count")).hasText("300");
        assertThat(page.locator("#locks > li").count()).isLessThan(60);
        page.keyboard().press("ArrowDown");
        page.evaluate("document.getElementById('scroller').scrollTop = 1e6");
        assertThat(row("a/99")).isVisible();
        page.locator("#group").check();
        assertThat(page.locator("#locks .group")).hasText("a/300 locks");
        assertThat(complaints).isEmpty();
    }

    @Test
    @LongTest("waits for the page to look again; covered by TextTest (of play-by-post) in every check")
    void page_whoseServerIsGone_saysSoAndRecovers() throws Exception {
        take("policy/1", "Anna");
        open();
        int port = Integer.parseInt(server.address().substring(server.address().lastIndexOf(':') + 1));
        server.close();
        assertThat(page.locator("#connection-text")).containsText("not live since");
        server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(port));
        take("policy/2", "Ben");
        assertThat(page.locator("#connection-text")).hasText("live");
        assertThat(row("policy/2")).isVisible();
    }
}
