package dev.holdfast.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import dev.holdfast.Lease;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.browser.Accessibility;
import dev.holdfast.browser.Chromium;
import dev.holdfast.server.Guarded;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import java.time.Duration;
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

    @Test
    void pagesWithTrouble_haveNoViolations() throws Exception {
        Policies policies = Policies.of(Preset.OFFLINE)
                .and(Preset.OFFLINE.policy().toBuilder()
                        .pattern("long/**")
                        .lease(Lease.NONE)
                        .build())
                .and(Preset.OFFLINE.policy().toBuilder().drafts(true).build());
        try (Guarded server = Guarded.byTokens(policies)) {
            take(server.locks(), "long/night", "Anna", Mode.EXCLUSIVE);
            server.later(Duration.ofHours(9));
            take(server.locks(), "policy/1", "Ben", Mode.EXCLUSIVE);
            Page page = open(server.address() + "/example");
            assertThat(page.getByLabel("Token")).isVisible();
            check(page, "example, sign-in");
            page.getByLabel("Token").fill(server.token("root", "admin").secret());
            page.keyboard().press("Enter");
            assertThat(page.locator("holdfast-editing")).containsText("No one is editing");
            check(page, "example");
            page.getByText("Edit", new Page.GetByTextOptions().setExact(true)).click();
            page.getByLabel("Text").fill("Once");
            assertThat(page.locator("#message")).containsText("Draft saved");
            check(page, "example, editing");
            ask(server.locks(), "example/policy/12345");
            assertThat(page.locator("holdfast-editing")).containsText("Chiara asks for example/policy/12345");
            check(page, "example, asked");
            page.getByText("Not now…").click();
            check(page, "example, declining");
            refuse(page);
            page.navigate(server.address());
            assertThat(page.locator("#attention")).containsText("Anna has held it for 9 h");
            check(page, "attention");
            page.navigate(server.address() + "/contention");
            assertThat(page.locator("#sum-refusals")).hasText("2");
            check(page, "contention");
        }
    }

    /** Asks the holder to hand it over. */
    private static void ask(LockManager locks, String resource) {
        LockRequest wanted = LockRequest.of(resource).owner(Owner.of("Chiara"));
        assertThat(locks.holds().requests().ask(wanted, "May I have it?").refusal())
                .isNull();
    }

    /** Asks for a lock that is held, without and with a wait. */
    private static void refuse(Page page) {
        page.evaluate("async () => { const { csrf } = await (await fetch('v1/session')).json();"
                + " for (const wait of ['0s', '10ms']) await fetch('v1/locks', { method: 'POST',"
                + " headers: { 'Content-Type': 'application/json', 'X-Holdfast-CSRF': csrf },"
                + " body: JSON.stringify({ resources: ['policy/1'], owner: { id: 'tab' }, wait }) }); }");
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
