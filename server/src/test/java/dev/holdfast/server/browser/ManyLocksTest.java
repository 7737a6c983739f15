package dev.holdfast.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.browser.Chromium;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The dashboard with more locks than it keeps in the page: the server searches, sorts and counts. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class ManyLocksTest extends InChromium {
    private static final int MANY = 5_200;

    private LockManager locks;
    private HoldfastServer server;
    private Page page;

    @BeforeEach
    void start() throws Exception {
        locks = LockManager.open("memory:");
        // Those that come first by name were taken last.
        for (int i = MANY - 1; i >= 0; i--) {
            locks.holds()
                    .grant(LockRequest.of(name(i))
                            .owner(Owner.of("owner " + i % 2).named(i % 2 == 0 ? "Anna" : "Ben")));
        }
        server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
        page = browser.newPage();
        page.setDefaultTimeout(Chromium.PATIENCE);
    }

    private static String name(int i) {
        return String.format(Locale.ROOT, "%s/%04d", i < 1_200 ? "east" : "west", i);
    }

    @AfterEach
    void stop() {
        Chromium.leave();
        server.close();
        locks.close();
    }

    private void open(String path) {
        page.navigate(server.address() + path);
        assertThat(page.locator("#connection-text")).hasText("live");
    }

    private Locator count() {
        return page.locator("#count");
    }

    private Locator row(String resource) {
        return page.locator("#locks [data-resource='" + resource + "']");
    }

    private void answered(String query, Runnable action) {
        page.waitForResponse(answer -> answer.url().contains(query), action);
    }

    /** Scrolls on until the row is there. */
    private void scrollTo(String resource) {
        page.waitForFunction(
                "name => { document.getElementById('scroller').scrollTop = 1e7;"
                        + " return document.querySelector(`#locks [data-resource='${name}']`) !== null; }",
                resource);
    }

    @Test
    void scrolling_reachesTheLastLock_inAnyOrder() {
        open("/");
        assertThat(count()).hasText("300 shown, there are more");
        assertThat(row(name(0))).isVisible();
        assertThat(page.locator("#locks > li").count()).isLessThan(60);
        answered("q=east", () -> page.locator("#search").fill("east/"));
        scrollTo(name(1_199));
        assertThat(count()).hasText("1,200");
        answered("sort=since", () -> page.locator("#sort").selectOption("since"));
        assertThat(count()).hasText("300 shown, there are more");
        assertThat(row(name(1_199))).isVisible();
        scrollTo(name(0));
        assertThat(count()).hasText("1,200");
    }

    @Test
    void search_isDoneByTheServer_andEventsThatFitAreShown() throws Exception {
        open("/");
        page.locator("#search").fill("west/5199");
        assertThat(count()).hasText("1");
        assertThat(row("west/5199")).containsText("Ben");
        locks.acquire(LockRequest.of("west/51990").owner(Owner.of("c").named("Chiara")));
        locks.acquire(LockRequest.of("north/1").owner(Owner.of("c").named("Chiara")));
        assertThat(row("west/51990")).containsText("Chiara");
        locks.admin().forceRelease("west/5199", "Ada", "over");
        assertThat(row("west/5199")).hasCount(0);
        assertThat(row("north/1")).hasCount(0);
    }

    @Test
    void groups_areCountedByTheServer() {
        open("/?group=true");
        Locator groups = page.locator("#locks .group");
        assertThat(groups).hasText(new String[] {"east/1200 locks", "west/4000 locks"});
        assertThat(count()).hasText("5,200 in 2 groups");
        groups.last().getByRole(AriaRole.BUTTON).click();
        assertThat(row(name(1_200))).isVisible();
        assertThat(groups).hasText(new String[] {"west/4000 locks"});
    }

    @Test
    void owner_withMoreLocksThanAreShown_saysSo() {
        open("/owner?id=owner%200");
        assertThat(count()).hasText("1,000 held, 0 waited for");
        assertThat(page.locator("#more")).hasText("These are the first 1,000. There are more.");
        open("/owner?id=nobody");
        assertThat(page.locator("#more")).isEmpty();
    }
}
