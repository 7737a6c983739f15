package dev.holdfast.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.Requests;
import dev.holdfast.Requests.Asked;
import dev.holdfast.browser.Accessibility;
import dev.holdfast.browser.Chromium;
import dev.holdfast.server.Guarded;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The page of a resource shows the requests to its holders. They are made and answered there. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class RequestsPageTest extends InChromium {
    private static final String PAGE = "/resource?name=policy%2F1";

    private Page open(String address) {
        return Chromium.shared().page(address + PAGE, new Browser.NewContextOptions());
    }

    private static void take(LockManager locks, Owner owner) throws InterruptedException {
        assertThat(locks.holds().grant(LockRequest.of("policy/1").owner(owner)).granted())
                .isTrue();
    }

    private static Asked ask(LockManager locks, String name) {
        Owner owner = Owner.of("of " + name).named(name).user(name);
        Asked asked = locks.holds().requests().ask(LockRequest.of("policy/1").owner(owner), "May I have it?");
        assertThat(asked.refusal()).isNull();
        return asked;
    }

    private static HandOverRequest state(LockManager locks, Asked asked) {
        return locks.holds().requests().find(asked.receipt()).get(0);
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    @Test
    void requests_areShownAndAnswered() throws Exception {
        try (LockManager locks = LockManager.open("memory:");
                HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0))) {
            take(locks, Owner.of("anna").named("Anna"));
            Page page = open(server.address());
            assertThat(page.locator("#requests-none")).hasText("There are no requests.");
            Asked ben = ask(locks, "Ben");
            assertThat(page.locator("#requests")).containsText("Ben asks Anna");
            assertThat(page.locator("#requests")).containsText("“May I have it?”");
            assertThat(Accessibility.faults(page)).isEmpty();
            button(page, "Not now…").click();
            page.locator("#ask-reason").fill("the broker waits");
            button(page, "Send").click();
            assertThat(page.locator("#requests-none")).hasText("There are no requests.");
            assertThat(state(locks, ben).reply()).isEqualTo("the broker waits");
            assertThat(page.locator("#history"))
                    .containsText("Anna did not hand over policy/1, to Ben: the broker waits");

            Asked chiara = ask(locks, "Chiara");
            button(page, "In 10 minutes").click();
            assertThat(page.locator("#requests")).containsText("handed over by");
            assertThat(button(page, "In 10 minutes")).hasCount(0);
            assertThat(state(locks, chiara).state()).isEqualTo(HandOverRequest.RequestState.PROMISED);
            button(page, "Hand over now").click();
            assertThat(page.locator("#holders")).containsText("Chiara");
            assertThat(page.locator("#history")).containsText("Anna handed over policy/1, to Chiara");
            page.navigate(server.address());
            ask(locks, "Ben");
            assertThat(page.locator("#locks > li")).containsText("1 asks");
        }
    }

    @Test
    void reader_asksAndHasItWhileThePageIsOpen() throws Exception {
        try (LockManager locks = LockManager.open("memory:");
                HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0))) {
            take(locks, Owner.of("anna").named("Anna"));
            Page page = open(server.address());
            button(page, "Ask for it…").click();
            page.locator("#ask-reason").fill("for the audit");
            button(page, "Ask").click();
            assertThat(page.locator("#asked")).hasText("Anna has been asked.");
            assertThat(button(page, "Ask for it…")).isHidden();
            Requests requests = locks.holds().requests();
            HandOverRequest request = requests.listByHolder("anna").get(0);
            assertThat(request.message()).isEqualTo("for the audit");
            requests.answer("policy/1", "anna", request.id(), Reply.now().saying("here"));
            assertThat(page.locator("#asked")).hasText("Anna has handed over to you: “here”");
            assertThat(page.locator("#holders")).containsText("Dashboard");
            button(page, "Ask for it…").click();
            button(page, "Ask").click();
            assertThat(page.locator("#ask-error")).hasText("You hold policy/1 yourself.");
        }
    }

    @Test
    void user_answersForItsOwnHoldsAlone() throws Exception {
        try (Guarded server = Guarded.byTokens()) {
            take(server.locks(), Owner.of("mia:tab").named("mia").user("mia"));
            Asked ben = ask(server.locks(), "ben");
            Page other = open(server.address());
            signIn(other, server.token("tom", "editor").secret());
            assertThat(other.locator("#requests")).containsText("ben asks mia");
            assertThat(button(other, "Hand over now")).isHidden();
            Page own = open(server.address());
            signIn(own, server.token("mia", "editor").secret());
            button(own, "Hand over now").click();
            assertThat(own.locator("#holders")).containsText(Pattern.compile("ben"));
            assertThat(state(server.locks(), ben).state()).isEqualTo(HandOverRequest.RequestState.HANDED);
        }
    }

    private static void signIn(Page page, String token) {
        page.getByLabel("Token").fill(token);
        page.keyboard().press("Enter");
        assertThat(page.locator("#resource-name")).containsText("1");
    }

    @Test
    void release_saysWhatBecomesOfDrafts_whereThePolicyKeepsThem() throws Exception {
        for (boolean drafts : List.of(true, false)) {
            Policies policies = new Policies(
                    List.of(),
                    Preset.OFFLINE.policy().toBuilder().drafts(drafts).build());
            try (LockManager locks = LockManager.open("memory:", ManagerOptions.DEFAULT.policies(policies));
                    HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0))) {
                take(locks, Owner.of("anna").named("Anna"));
                Page page = open(server.address());
                page.waitForResponse(
                        "**/v1/policies/**",
                        () -> page.locator("#holders button.danger").click());
                assertThat(page.locator("#ask-text"))
                        .hasText("Anna holds it, and is notified immediately."
                                + (drafts ? " Text that was saved as a draft is kept." : ""));
                button(page, "Keep it").click();
            }
        }
    }
}
