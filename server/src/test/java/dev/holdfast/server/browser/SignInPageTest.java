package dev.holdfast.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Cookie;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Preset;
import dev.holdfast.browser.Chromium;
import dev.holdfast.check.LongTest;
import dev.holdfast.server.Guarded;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Signing in and out on the dashboard, in a browser. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class SignInPageTest extends InChromium {
    private final List<String> complaints = new ArrayList<>();
    private Guarded server;
    private Page page;

    @BeforeEach
    void start() throws Exception {
        server = Guarded.byTokens();
        server.locks().acquire(LockRequest.of("scene/1").owner(Owner.of("Ben")));
        page = browser.newPage();
        page.setDefaultTimeout(Chromium.PATIENCE);
        page.onConsoleMessage(message -> {
            // The browser tells of each 401 by itself.
            if (message.type().equals("error") && !message.text().contains("401")) {
                complaints.add(message.text());
            }
        });
        page.navigate(server.address());
    }

    @AfterEach
    void stop() {
        Chromium.leave();
        server.close();
    }

    private Locator token() {
        return page.getByLabel("Token");
    }

    private void signIn(String secret) {
        token().fill(secret);
        page.keyboard().press("Enter");
    }

    @Test
    void page_showsNothingUntilOneSignsIn_andAfterSignOut() {
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Sign in")))
                .isVisible();
        assertThat(token()).isFocused();
        assertThat(page.locator("main")).isHidden();
        signIn("hf_wrong");
        assertThat(page.locator("#sign-in-error")).containsText("This token does not count here");
        assertThat(page.locator("main")).isHidden();

        signIn(server.tokens()
                .create(Guarded.unsaved("anna", "admin").display("Anna <b>Berg</b>"))
                .secret());
        assertThat(page.locator("#who")).containsText("Signed in as Anna <b>Berg</b>");
        assertThat(page.locator("#connection-text")).hasText("live");
        assertThat(page.locator("#locks > li")).containsText("scene/1");
        assertThat(token()).hasValue("");
        Cookie cookie = page.context().cookies().get(0);
        assertThat(cookie.name).isEqualTo("holdfast");
        assertThat(cookie.httpOnly).isTrue();
        assertThat((String) page.evaluate("document.cookie + JSON.stringify(localStorage)"))
                .doesNotContain(cookie.value)
                .doesNotContain("hf_");

        page.reload();
        assertThat(page.locator("#who")).containsText("Anna");
        page.locator("#locks > li").focus();
        page.keyboard().press("r");
        page.locator("#ask-reason").fill("gone home");
        page.keyboard().press("Enter");
        assertThat(page.locator("#locks > li")).hasCount(0);

        page.getByText("Sign out").click();
        assertThat(token()).isVisible();
        assertThat(page.locator("main")).isHidden();
        assertThat(page.locator("#history li")).hasCount(0);
        assertThat(page.context().cookies()).isEmpty();
        page.reload();
        assertThat(token()).isVisible();
        assertThat(complaints).isEmpty();
    }

    @Test
    void page_ofTwoPrefixes_showsBoth_andSaysNoTimeOfHiddenHolders() throws Exception {
        server.locks().acquire(LockRequest.of("policy/1").owner(Owner.of("Ben")));
        server.locks().acquire(LockRequest.of("other").owner(Owner.of("Ben")));
        signIn(server.token("rita", "reader:scene/", "reader:policy/").secret());
        assertThat(page.locator("#locks > li")).hasCount(2);
        server.locks().acquire(LockRequest.of("policy/2").owner(Owner.of("Ben")));
        assertThat(page.locator("#locks > li")).hasCount(3);
        assertThat(page.locator("#to-tokens")).isHidden();
        assertThat(complaints).isEmpty();
    }

    @Test
    void example_asksToSignIn_andIsEditedUnderTheNameOfTheToken() {
        page.navigate("about:blank");
        server.close();
        server = Guarded.byTokens(Policies.of(Preset.OFFLINE)
                .and(Preset.OFFLINE.policy().toBuilder().drafts(true).build()));
        page.navigate(server.address() + "/example");
        assertThat(token()).isFocused();
        assertThat(page.locator("#editor")).isHidden();
        signIn("hf_wrong");
        assertThat(page.locator("#sign-in-error")).containsText("This token does not count here");
        signIn(server.token("anna", "editor").secret());
        assertThat(token()).isHidden();
        assertThat(page.getByLabel("Your name")).isHidden();
        assertThat(page.locator("#take")).isFocused();
        page.keyboard().press("Enter");
        page.getByLabel("Text").fill("Once");
        assertThat(page.locator("holdfast-editing")).containsText("You are editing");
        assertThat(page.locator("#message")).containsText("Draft saved");
        page.reload();
        assertThat(page.getByLabel("Text")).hasValue("Once");
        page.getByText("Leave").click();
        assertThat(page.locator("#message")).containsText("your draft is kept");
        page.navigate(server.address() + "/resource?name=example%2Fpolicy%2F12345");
        assertThat(page.locator("#draft")).containsText("You have a draft here, saved at");
        assertThat(page.locator("#version")).hasText(Pattern.compile("Holdfast \\d.*"));
        page.navigate(server.address() + "/example");
        assertThat(page.locator("holdfast-editing")).containsText("No one is editing");
        page.context().clearCookies();
        page.getByText("Edit", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(token()).isFocused();
        assertThat(page.locator("#sign-in-error")).not().isEmpty();
    }

    @Test
    void administrator_createsAToken_andRevokesIt() throws Exception {
        page.navigate(server.address() + "/tokens");
        signIn(server.token("root", "admin").secret());
        page.getByLabel("User").fill("night job");
        page.getByLabel("Only below this prefix").fill("job/");
        page.keyboard().press("Enter");
        assertThat(page.locator("#token-secret")).isFocused();
        String secret = page.locator("#token-secret").inputValue();
        assertThat(server.tokens().find(secret).orElseThrow().token().user()).isEqualTo("night job");
        Locator row = page.locator("#tokens tbody tr").filter(new Locator.FilterOptions().setHasText("night job"));
        assertThat(row).containsText("editor below job/");
        row.getByRole(AriaRole.BUTTON).focus();
        page.keyboard().press("Enter");
        assertThat(page.getByText("Keep it")).isFocused();
        page.keyboard().press("Enter");
        assertThat(page.getByRole(AriaRole.DIALOG)).isHidden();
        assertThat(server.tokens().find(secret)).isPresent();
        page.keyboard().press("Enter"); // the focus is back at the button
        page.keyboard().press("Tab");
        assertThat(page.locator("#ask-yes")).isFocused();
        page.keyboard().press("Enter");
        assertThat(row).hasCount(0);
        assertThat(server.tokens().find(secret)).isEmpty();
        assertThat(complaints).isEmpty();
    }

    @Test
    @LongTest("one of many pages; covered by SignInTest and PrivacyTest in every check")
    void page_ofOneWhoMayOnlyLookAtSome_showsThese() throws Exception {
        server.locks().acquire(LockRequest.of("policy/1").owner(Owner.of("Ben")));
        signIn(server.token("rita", "reader:scene/").secret());
        assertThat(page.locator("#connection-text")).hasText("live");
        assertThat(page.locator("#locks > li")).hasCount(1);
        assertThat(page.locator("#locks > li")).containsText("scene/1");
        assertThat(page.locator("#locks .act")).isHidden();
        page.setViewportSize(360, 740);
        Object beyond = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assertThat(((Number) beyond).intValue()).isZero();
        assertThat(complaints).isEmpty();
    }

    @Test
    @LongTest("one of many pages; covered by PrivacyTest in every check")
    void page_ofAnEditor_givesBackOnesOwn_andHidesWhomThePolicyHides() throws Exception {
        page.navigate("about:blank");
        server.close();
        server = Guarded.byTokens(Policies.of(Preset.OFFLINE)
                .and(Preset.OFFLINE.policy().toBuilder().privacy(Privacy.HIDDEN).build()));
        server.locks().acquire(LockRequest.of("a").owner(Owner.of("Ben").user("ben")));
        server.locks()
                .acquire(LockRequest.of("b").owner(Owner.of("tab").named("Anna").user("anna")));
        page.navigate(server.address());
        signIn(server.token("anna", "editor").secret());
        Locator theirs = page.locator("#locks > li").filter(new Locator.FilterOptions().setHasText("another user"));
        assertThat(theirs).hasCount(1);
        assertThat(theirs.locator(".act")).isHidden();
        assertThat(page.locator("body")).not().containsText("Ben");
        assertThat(page.locator("body")).not().containsText("Invalid");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Release my lock on b"))
                .click();
        page.locator("#ask-yes").click();
        assertThat(page.locator("#locks > li")).hasCount(1);
        assertThat(server.locks().view("b").free()).isTrue();
        assertThat(complaints).isEmpty();
    }

    @Test
    @LongTest("waits until the server looks at the token again; covered by SignInTest in every check")
    void page_whoseTokenIsRevoked_asksToSignInAgain() {
        signIn(server.token("anna", "reader").secret());
        assertThat(page.locator("#connection-text")).hasText("live");
        server.tokens().revoke("anna");
        assertThat(token()).isVisible();
        assertThat(page.locator("#sign-in-error")).containsText("its token was revoked");
        assertThat(page.locator("main")).isHidden();
    }
}
