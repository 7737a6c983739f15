package dev.holdfast.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.browser.Accessibility;
import dev.holdfast.browser.Chromium;
import dev.holdfast.server.Guarded;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** No page has what axe-core finds, light and dark, on a phone and on a wide screen; none scrolls sideways. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class AccessiblePagesTest extends InChromium {
    private static void check(Page page, String name) {
        assertThat(Accessibility.faults(page)).as(name).isEmpty();
    }

    private Page open(String address) {
        return Chromium.shared().page(address, new Browser.NewContextOptions());
    }

    @Test
    void pages_haveNoViolations() throws Exception {
        try (LockManager locks = LockManager.open("memory:");
                HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0))) {
            take(locks, "policy/1", "Anna", Mode.EXCLUSIVE);
            take(locks, "a/rather/long/name/of/a/resource/that/one/thought/of", "Ben", Mode.SHARED);
            take(
                    locks,
                    "a/rather/long/name/of/a/resource/that/one/thought/of",
                    "Somebody with a long name",
                    Mode.SHARED);
            Page page = open(server.address() + "/?group=true");
            assertThat(page.locator("#history li")).hasCount(3);
            check(page, "locks");
            page.locator("#locks .act").first().click();
            check(page, "dialog");
            for (String path : List.of("resource?name=policy%2F1", "owner?id=Anna", "contention", "docs")) {
                page.navigate(server.address() + "/" + path);
                assertThat(page.locator("h2").first()).not().isEmpty();
                assertThat(page.locator("main")).isVisible();
                check(page, path);
            }
        }
    }

    private static void take(LockManager locks, String resource, String name, Mode mode) throws InterruptedException {
        locks.acquire(LockRequest.of(resource).mode(mode).owner(Owner.of(name)).note("a note of some words"));
    }

    @Test
    void signInAndTokens_haveNoViolations() throws Exception {
        try (Guarded server = Guarded.byTokens()) {
            Page page = open(server.address() + "/tokens");
            assertThat(page.getByLabel("Token")).isVisible();
            check(page, "sign-in");
            page.getByLabel("Token").fill(server.token("root", "admin").secret());
            page.keyboard().press("Enter");
            assertThat(page.locator("#tokens tbody tr")).hasCount(1);
            check(page, "tokens");
        }
    }
}
