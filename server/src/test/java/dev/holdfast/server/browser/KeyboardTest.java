package dev.holdfast.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.browser.Chromium;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Walks through the pages with the keyboard alone. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class KeyboardTest extends InChromium {
    private LockManager locks;
    private HoldfastServer server;
    private Page page;

    @BeforeEach
    void start() {
        Policies keeping = Policies.of(Preset.OFFLINE)
                .and(Preset.OFFLINE.policy().toBuilder().drafts(true).build());
        locks = LockManager.open("memory:", ManagerOptions.DEFAULT.policies(keeping));
        server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
        page = browser.newPage();
        page.setDefaultTimeout(Chromium.PATIENCE);
    }

    @AfterEach
    void stop() {
        Chromium.leave();
        server.close();
        locks.close();
    }

    private void open(String path) {
        page.navigate(server.address() + path);
        if (!path.equals("/example")) {
            assertThat(page.locator("#connection-text")).hasText("live");
        }
    }

    private void take(String resource, String name, Mode mode) throws InterruptedException {
        locks.acquire(LockRequest.of(resource).mode(mode).owner(Owner.of(name)));
    }

    private void press(String key) {
        page.keyboard().press(key);
    }

    private Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    /** Presses Tab until the element has the focus. */
    private void tabTo(Locator element) {
        assertThat(element).isVisible();
        for (int i = 0; i < 60; i++) {
            if (Boolean.TRUE.equals(element.evaluate("one => one === one.getRootNode().activeElement"))) {
                return;
            }
            press("Tab");
        }
        throw new AssertionError("Tab does not reach " + element);
    }

    @Test
    void locks_areSortedGroupedFilteredAndThemed() throws Exception {
        take("book/1", "Anna", Mode.EXCLUSIVE);
        take("policy/1", "Ben", Mode.EXCLUSIVE);
        open("/");
        tabTo(button("Switch between light and dark"));
        String theme = (String) page.evaluate("document.documentElement.dataset.theme");
        press("Enter");
        assertThat(page.evaluate("document.documentElement.dataset.theme")).isNotEqualTo(theme);
        tabTo(page.locator("#search"));
        page.keyboard().type("ben");
        assertThat(page.locator("#count")).hasText("1 of 2");
        press("Escape");
        tabTo(button("suspect"));
        press("Enter");
        assertThat(page.locator("#empty")).hasText("No lock fits the filter.");
        tabTo(page.locator("#sort"));
        press("ArrowDown");
        assertThat(page).hasURL(Pattern.compile(".*sort=since.*"));
        tabTo(page.locator("#group"));
        press("Space");
        page.keyboard().press("Shift+Tab");
        assertThat(page).hasURL(Pattern.compile(".*group=true.*"));
        tabTo(button("6 h"));
        press("Enter");
        assertThat(page).hasURL(Pattern.compile(".*hours=6.*"));
    }

    @Test
    void resource_showsItsQueue_andOneHoldIsReleased() throws Exception {
        take("policy/1", "Anna", Mode.SHARED);
        take("policy/1", "Ben", Mode.SHARED);
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
            try {
                locks.acquire(
                        LockRequest.of("policy/1").owner(Owner.of("Chiara")).timeout(Duration.ofSeconds(60)));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        open("/resource?name=policy%2F1");
        assertThat(page.locator("#holders > li")).hasCount(2);
        assertThat(page.locator("#queue")).containsText("Chiara for");
        tabTo(button("Release the hold of Ben"));
        press("Enter");
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("Ben holds it");
        tabTo(page.locator("#ask-reason"));
        page.keyboard().type("left for holidays");
        press("Enter");
        assertThat(page.locator("#holders > li")).hasCount(1);
        assertThat(page.locator("#holders")).containsText("Anna");
        tabTo(button("Release the hold of Anna"));
        press("Enter");
        tabTo(page.locator("#ask-reason"));
        page.keyboard().type("over");
        press("Enter");
        waiting.join();
        assertThat(page.locator("#holders")).containsText("Chiara");
        assertThat(page.locator("#queue-none")).hasText("The queue is empty.");
        tabTo(page.locator("#holders").getByText("Chiara"));
        press("Enter");
        assertThat(page.locator("#owner-name")).hasText("Chiara");
        assertThat(page.locator("#locks > li")).isVisible();
        press("ArrowDown");
        assertThat(page.locator("#locks > li")).isFocused();
        press("r");
        tabTo(page.locator("#ask-reason"));
        page.keyboard().type("over");
        press("Enter");
        assertThat(page.locator("#empty")).hasText("It holds nothing now, and waits for nothing.");
    }

    @Test
    void contention_isReadAndSaved() throws Exception {
        take("policy/1", "Anna", Mode.EXCLUSIVE);
        open("/contention");
        page.evaluate("async () => { for (const wait of ['0s', '10ms']) await fetch('v1/locks', { method: 'POST',"
                + " headers: { 'Content-Type': 'application/json' },"
                + " body: JSON.stringify({ resources: ['policy/1'], owner: { id: 'tab' }, wait }) }); }");
        tabTo(button("15 min"));
        press("Enter");
        assertThat(page.locator("#sum-refusals")).hasText("2");
        assertThat(page.locator("#sum-waits")).containsText("s / ");
        assertThat(page.locator("#refusals")).containsText("held by another owner");
        Path saved = page.waitForDownload(() -> {
                    tabTo(button("Save as JSON"));
                    press("Enter");
                })
                .path();
        assertThat(Files.readString(saved)).contains("\"hottest\"", "\"policy/1\"", "\"refusals\": 2");
        Locator chart = page.locator("#chart-requests svg");
        tabTo(chart);
        assertThat(page.locator("#chart-requests .value")).containsText("granted 1, refused 2");
        press("ArrowLeft");
        assertThat(page.locator("#chart-requests .value")).containsText("granted 0, refused 0");
        press("Home");
        assertThat(chart).hasAttribute("aria-valuenow", "0");
        press("End");
        assertThat(chart).hasAttribute("aria-valuetext", Pattern.compile(".*granted 1, refused 2"));
        tabTo(page.locator("#chart-waits svg"));
        assertThat(page.locator("#chart-waits .value")).containsText("half waited at most (p50) 0");
    }

    @Test
    void example_isEdited() {
        open("/example");
        tabTo(button("Edit"));
        press("Enter");
        assertThat(page.getByLabel("Text")).isFocused();
        page.keyboard().type("Once");
        assertThat(page.locator("holdfast-editing")).containsText("You are editing");
        locks.holds().requests().ask(LockRequest.of("example/policy/12345").owner(Owner.of("Ben")), "Please");
        tabTo(button("In 10 minutes"));
        press("Enter");
        assertThat(page.locator("holdfast-editing")).containsText("You hand over to Ben by ");
        tabTo(button("Submit"));
        press("Enter");
        assertThat(page.locator("#message")).hasText("Submitted.");
        assertThat(locks.view("example/policy/12345").holders())
                .as("a promise is kept by a release")
                .singleElement()
                .satisfies(holder -> assertThat(holder.name()).isEqualTo("Ben"));
    }
}
