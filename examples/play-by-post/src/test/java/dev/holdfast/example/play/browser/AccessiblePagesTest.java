package dev.holdfast.example.play.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.holdfast.browser.Accessibility;
import java.time.Duration;
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
        Player anna = game.player("Anna");
        Player ben = game.player("Ben");
        String scene = game.scene(anna, "The harbour", true);
        game.character(anna, scene, "Orrin", ben);
        game.character(anna, scene, "Tam", ben);
        Page nobody = game.nobody().page();
        nobody.navigate("/");
        assertThat(nobody.locator("#users button")).hasCount(2);
        check(nobody, "sign-in");
        ben.page().navigate("/");
        assertThat(ben.page().locator("#scene-list a")).hasCount(1);
        check(ben.page(), "scenes");
        ben.open(scene).take("Orrin");
        ben.write("Orrin coils his rope");
        ben.press("Post");
        assertThat(ben.posts()).hasCount(1);
        game.time.advance(Duration.ofSeconds(6));
        ben.page().reload();
        check(ben.page(), "scene");
        ben.take("Orrin");
        ben.write("He looks up");
        anna.open(scene);
        assertThat(anna.page().locator("#seats")).containsText("Ben is writing");
        check(anna.page(), "game master");
        anna.page().locator("#seats .release:visible").click();
        check(anna.page(), "question");
        check(ben.page(), "compose");
        anna.page().locator("#question-yes").click();
        assertThat(ben.notices()).containsText("GM has released your compose lock");
        check(ben.page(), "released");
        assertThat(faults).isEmpty();
    }
}
