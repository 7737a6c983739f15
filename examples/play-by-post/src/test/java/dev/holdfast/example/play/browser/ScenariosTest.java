package dev.holdfast.example.play.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import dev.holdfast.check.LongTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The eight scenarios of the document, as people at browsers see them. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class ScenariosTest extends InChromium {
    private static final String OTHER = "Another player is currently posting";
    private static final String EXPIRED = "Your lock has expired";
    private static final Duration IDLE = Duration.ofMinutes(10);

    private static final String DECIDED = "#indicator[data-state=locked], #compose:not([hidden])";

    private Player anna;
    private Player ben;
    private Player mia;
    private String scene;
    private String orrin;

    @BeforeEach
    void people() {
        anna = game.player("Anna");
        ben = game.player("Ben");
        mia = game.player("Mia");
        scene = game.scene(anna, "The harbour", false);
        orrin = game.character(anna, scene, "Orrin", ben);
        game.character(anna, scene, "Stranger", mia);
    }

    private String lock(String scene, String character) {
        return "/play/scenes/" + scene + "/characters/" + character + "/lock";
    }

    @Test
    @DisplayName(
            "C16.1: of two who take the post at the same moment one has it, the other reads a word that names nobody")
    void take_byTwoAtOnce_isGrantedToOne() {
        String council = game.scene(anna, "The council", true);
        game.character(anna, council, "Margrave", ben);
        game.character(anna, council, "Abbess", mia);
        ben.open(council);
        mia.open(council);
        for (Player player : List.of(ben, mia)) {
            player.page()
                    .evaluate(
                            "at => { setTimeout(() => document.querySelector('.take').click(), at - Date.now()); }",
                            System.currentTimeMillis() + 1_000.0);
        }
        assertThat(ben.page().locator(DECIDED)).not().hasCount(0);
        assertThat(mia.page().locator(DECIDED)).not().hasCount(0);
        boolean bens = ben.composing().isVisible();
        Player winner = bens ? ben : mia;
        Player loser = bens ? mia : ben;
        assertThat(winner.text()).isEditable();
        assertThat(loser.composing()).isHidden();
        assertThat(loser.indicator()).hasText(OTHER);
        assertThat(loser.page().locator(".take")).isDisabled();
        assertThat(loser.page().locator("main")).not().containsText(bens ? "Ben" : "Mia");
        assertThat(loser.page().locator("main")).not().containsText(bens ? "Margrave" : "Abbess");
        winner.press("Cancel");
        assertThat(loser.indicator()).hasText("No one else is posting");
        game.assertNoComplaints();
    }

    @Test
    @LongTest("the same by calls alone is in every check: ScenariosTest of the package api")
    @DisplayName("C16.2: ten minutes without a keystroke release the lock, not a second less, and the draft is kept")
    void lock_afterTenIdleMinutes_isReleased() {
        ben.open(scene);
        mia.open(scene);
        ben.take("Orrin");
        ben.write("Orrin coils his rope");
        assertThat(mia.indicator()).hasText(OTHER);
        game.pass(IDLE.minusSeconds(1), ben);
        game.sweep();
        assertThat(game.locks().view("scene/" + scene + "/character/" + orrin).free())
                .isFalse();
        assertThat(ben.composing()).isVisible();
        game.time.advance(Duration.ofSeconds(1));
        game.sweep();
        assertThat(ben.notices()).containsText(EXPIRED);
        assertThat(ben.composing()).isHidden();
        assertThat(mia.indicator()).hasText("No one else is posting");
        assertThat(ben.draft(scene, orrin)).contains("Orrin coils his rope");
        ben.take("Orrin");
        assertThat(ben.text()).hasValue("Orrin coils his rope");
        game.assertNoComplaints();
    }

    @Test
    @LongTest("the same by calls alone is in every check: ScenariosTest of the package api")
    @DisplayName(
            "C16.3: a lost connection releases the lock after three missed heartbeats; the draft is there afterwards")
    void lock_ofALostConnection_isReleasedAndTheDraftComesBack() {
        ben.open(scene);
        mia.open(scene);
        ben.take("Orrin");
        ben.write("Orrin coils");
        ben.context().setOffline(true);
        ben.type(" his rope");
        assertThat(ben.page().locator("#disconnected")).hasText("Connection lost. Your lock may expire soon.");
        game.time.advance(Duration.ofSeconds(89));
        game.sweep();
        assertThat(mia.indicator()).hasText(OTHER);
        game.time.advance(Duration.ofSeconds(2));
        game.sweep();
        assertThat(mia.indicator()).hasText("No one else is posting");
        ben.context().setOffline(false);
        assertThat(ben.notices()).containsText(EXPIRED);
        assertThat(ben.composing()).isHidden();
        ben.take("Orrin");
        assertThat(ben.text()).hasValue("Orrin coils his rope");
        game.assertNoComplaints();
    }

    @Test
    @LongTest("the same by calls alone is in every check: ScenariosTest of the package api")
    @DisplayName("C16.4: what was typed on one device is there on the other once the first has given the post back")
    void draft_isThereOnAnotherDevice() {
        ben.open(scene);
        ben.take("Orrin");
        ben.write("Orrin coils his rope");
        Player phone = game.elsewhere(ben).open(scene);
        assertThat(phone.button("Orrin")).isDisabled();
        assertThat(Player.row(phone.page(), "Orrin")).containsText("in another tab or on another device");
        game.time.advance(Duration.ofSeconds(6));
        assertThat(phone.ask(lock(scene, orrin), Map.of("tab", "phone")).status())
                .isIn(409, 423);
        ben.press("Cancel");
        assertThat(ben.notices()).containsText("Your draft is kept");
        game.time.advance(Duration.ofSeconds(6));
        phone.take("Orrin");
        assertThat(phone.text()).hasValue("Orrin coils his rope");
        assertThat(phone.notices()).containsText(Pattern.compile("Draft of \\d\\d:\\d\\d, a moment ago restored"));
        assertThat(ben.button("Orrin")).isDisabled();
        game.assertNoComplaints();
    }

    @Test
    @LongTest("the same by calls alone is in every check: ScenariosTest of the package api")
    @DisplayName("C16.5: who gives back and takes again within 5 seconds is refused, and the button counts them down")
    void take_tooSoon_isRefusedAndCountedDown() {
        ben.page().clock().install();
        ben.open(scene);
        ben.take("Orrin");
        game.time.advance(Duration.ofSeconds(6));
        // From here on the time of the page passes only where the test says so.
        ben.page().clock().pauseAt(((Number) ben.page().evaluate("Date.now()")).longValue() + 1_000);
        ben.press("Cancel");
        assertThat(ben.button("Orrin")).hasText(Pattern.compile("Available in [45]s\\.\\.\\."));
        assertThat(ben.button("Orrin")).isDisabled();
        APIResponse answer = ben.ask(lock(scene, orrin), Map.of());
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.headers()).containsEntry("retry-after", "5");
        ben.page().clock().runFor(2_000);
        assertThat(ben.button("Orrin")).hasText(Pattern.compile("Available in [23]s\\.\\.\\."));
        ben.page().clock().runFor(5_000);
        assertThat(ben.button("Orrin")).hasText("Take Post");
        // By the server's clock it is too soon even now.
        ben.button("Orrin").click();
        assertThat(ben.button("Orrin")).hasText("Available in 5s...");
        game.time.advance(Duration.ofSeconds(5));
        ben.page().clock().runFor(6_000);
        ben.take("Orrin");
        game.assertNoComplaints();
    }

    @Test
    @DisplayName("C16.6: a post that the game master releases is left at once, with a word and without losing a letter")
    void forceRelease_isToldTheHolderAtOnce() {
        ben.open(scene);
        anna.open(scene);
        ben.take("Orrin");
        ben.write("Orrin coils");
        ben.type(" his rope");
        assertThat(anna.page().locator("#seats > li").first()).containsText("Ben is writing");
        anna.page().locator("#seats .release:visible").click();
        anna.page().getByLabel("Reason").fill("the tide turns");
        anna.page().locator("#question-yes").click();
        assertThat(ben.notices()).containsText("GM has released your compose lock");
        assertThat(ben.notices()).containsText("the tide turns");
        assertThat(ben.composing()).isHidden();
        assertThat(anna.page().locator("#seats > li").first()).not().containsText("is writing");
        game.time.advance(Duration.ofSeconds(6));
        ben.take("Orrin");
        assertThat(ben.text()).hasValue("Orrin coils his rope");
        game.assertNoComplaints();
    }

    @Test
    @LongTest("the same by calls alone is in every check: ScenariosTest of the package api")
    @DisplayName("C16.7: a lock that is long over is cleared away, by the timer and at a start, and everybody sees it")
    void staleLock_isClearedAway() {
        ben.open(scene);
        mia.open(scene);
        ben.take("Orrin");
        ben.write("Orrin coils his rope");
        ben.closeTab();
        assertThat(mia.indicator()).hasText(OTHER);
        game.time.advance(Duration.ofMinutes(11));
        game.sweep();
        assertThat(mia.indicator()).hasText("No one else is posting");
        ben.newTab();
        ben.open(scene);
        ben.take("Orrin");
        assertThat(ben.text()).hasValue("Orrin coils his rope");
        assertThat(mia.indicator()).hasText(OTHER);
        ben.closeTab();
        Runnable again = game.interrupt();
        game.time.advance(Duration.ofMinutes(11));
        again.run();
        assertThat(mia.indicator()).hasText("No one else is posting");
        assertThat(ben.draft(scene, orrin)).contains("Orrin coils his rope");
        game.assertNoComplaints();
    }

    @Test
    @LongTest("the same by calls alone is in every check: ScenariosTest of the package api")
    @DisplayName("C16.8: who plays two characters writes as one of them at a time, and as the other after posting")
    void take_ofASecondCharacter_worksAfterPosting() {
        String tam = game.character(anna, scene, "Tam", ben);
        ben.open(scene);
        mia.open(scene);
        ben.take("Orrin");
        assertThat(ben.button("Tam")).isDisabled();
        game.time.advance(Duration.ofSeconds(6));
        APIResponse answer =
                ben.ask(lock(scene, tam), Map.of("tab", UUID.randomUUID().toString()));
        assertThat(answer.status()).isEqualTo(409);
        ben.write("Orrin coils his rope.");
        ben.press("Post");
        assertThat(mia.posts()).hasCount(1);
        assertThat(mia.posts().first()).containsText("Orrin coils his rope.");
        assertThat(ben.posts()).hasCount(1);
        assertThat(ben.composing()).isHidden();
        ben.take("Tam");
        assertThat(ben.text()).hasValue("");
        assertThat(ben.button("Orrin")).isDisabled();
        game.assertNoComplaints();
    }
}
