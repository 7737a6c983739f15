package dev.holdfast.example.newsroom;

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
        Page anna = browser(Nodes.ONE, new Browser.NewContextOptions());
        assertThat(anna.locator("#people button")).hasCount(3);
        check(anna, "sign-in");
        signedIn(anna, "Anna");
        anna.navigate("/#/articles/1/edit");
        assertThat(anna.locator("#edit-left")).containsText("Yours until");
        Page clara = person(Nodes.TWO, "Clara");
        assertThat(clara.locator("#articles .editing")).hasCount(1);
        check(clara, "list");
        clara.navigate("/#/articles/1");
        assertThat(clara.locator("#read-editing")).isVisible();
        check(clara, "read");
        clara.navigate("/#/articles/1/edit");
        press(clara, "Ask Anna to release it");
        assertThat(anna.locator("#edit-asked")).isVisible();
        check(anna, "asked");
        check(clara, "busy");
        press(clara, "Release");
        check(clara, "question");
        clara.locator("#question-reason").fill("goes to print");
        clara.locator("#question-yes").click();
        assertThat(anna.locator("#edit-lost")).isVisible();
        check(anna, "released");
        assertThat(faults).isEmpty();
    }
}
