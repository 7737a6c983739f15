package dev.holdfast.example.underwriting;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import dev.holdfast.browser.Accessibility;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** No page has what axe-core finds, light and dark, on a phone and on a wide screen; none scrolls sideways. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class AccessiblePagesTest extends InChromium {
    private final List<String> faults = new ArrayList<>();

    private void check(Page page, String state) {
        Accessibility.faults(page).forEach(fault -> faults.add(state + ", " + fault));
    }

    @Test
    void pages_haveNoViolations() {
        Page anna = browser(new Browser.NewContextOptions());
        assertThat(anna.locator("#people button")).hasCount(3);
        check(anna, "sign-in");
        signedIn(anna, "Anna");
        anna.navigate("/#/policies/12345");
        assertThat(anna.locator("#edit-left")).containsText("Yours until");
        Page ben = person("Ben");
        ben.navigate("/#/policies/12345");
        press(ben, "Request force-release");
        check(ben, "question");
        ben.locator("#question-reason").fill("the ship sails today");
        ben.locator("#question-yes").click();
        assertThat(ben.locator("#busy-asked")).isVisible();
        check(ben, "busy");
        assertThat(anna.locator("#edit-asked")).isVisible();
        check(anna, "asked");
        Page clara = person("Clara");
        press(clara, "By SQL");
        assertThat(clara.locator("#year-end-answer")).containsText("Refused");
        assertThat(clara.locator(".request")).isVisible();
        check(clara, "list");
        locks.admin().forceRelease("policy/12345", "Clara", "audit");
        assertThat(anna.locator("#edit-lost")).isVisible();
        check(anna, "released");
        assertThat(faults).isEmpty();
    }
}
