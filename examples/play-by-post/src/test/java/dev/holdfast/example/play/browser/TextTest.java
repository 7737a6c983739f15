package dev.holdfast.example.play.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.holdfast.Receipt;
import dev.holdfast.check.LongTest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** What somebody typed is never lost, whatever happens to page, server or lock. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class TextTest extends InChromium {
    private static final String HEARTBEATS = "**/heartbeat?whole=true";
    private static final String POSTS = "**/posts";

    /** After which a page that is silent has lost what it had. */
    private static final Duration SILENCE = Duration.ofSeconds(91);

    private Player anna;
    private Player ben;
    private String scene;
    private String orrin;

    @BeforeEach
    void people() {
        anna = game.player("Anna");
        ben = game.player("Ben");
        scene = game.scene(anna, "The harbour", false);
        orrin = game.character(anna, scene, "Orrin", ben);
        ben.open(scene);
    }

    private void expire() {
        game.time.advance(SILENCE);
        game.sweep();
    }

    @Test
    @DisplayName("C7: a page that is loaded again in mid-sentence goes on with the same lock and every letter")
    void text_isThereAfterAReload() {
        ben.take("Orrin");
        ben.write("Orrin coils");
        ben.page().getByLabel("Intention").fill("to wait");
        ben.page().getByLabel("Modifier").fill("-2");
        ben.page().getByLabel("Hidden").check();
        ben.type(" his rope");
        ben.page().reload();
        assertThat(ben.text()).isEditable();
        assertThat(ben.text()).hasValue("Orrin coils his rope");
        assertThat(ben.text()).isFocused();
        assertThat(ben.page().getByLabel("Intention")).hasValue("to wait");
        assertThat(ben.page().getByLabel("Modifier")).hasValue("-2");
        assertThat(ben.page().getByLabel("Hidden")).isChecked();
        ben.write(", and waits");
        ben.press("Post");
        assertThat(ben.posts()).hasCount(1);
        assertThat(ben.posts().first()).containsText("Orrin coils his rope, and waits");
        game.assertNoComplaints();
    }

    @Test
    @DisplayName(
            "C13, C14: who writes while the scene is deleted, or the character removed, is told and keeps the text")
    void text_isKeptInThePage_whenThereIsNothingLeftToPostIn() {
        game.character(anna, scene, "Gull", ben);
        ben.page().reload();
        ben.take("Orrin");
        ben.write("Orrin coils");
        ben.type(" his rope");
        anna.post("/play/scenes/" + scene + "/characters/" + orrin + "/delete", Map.of());
        assertThat(ben.composing()).isHidden();
        assertThat(ben.notices()).containsText("The game master removed your character from the scene.");
        assertThat(ben.notices().locator("blockquote")).hasText("Orrin coils his rope");
        assertThat(ben.page().getByText("Gull").first()).isVisible();

        game.time.advance(Duration.ofSeconds(6));
        ben.page().getByText("All scenes").click();
        assertThat(ben.page().getByText("Your scenes")).isVisible();
        ben.open(scene);
        ben.take("Gull");
        ben.write("The gull cries");
        ben.type(" twice");
        anna.post("/play/scenes/" + scene + "/delete", Map.of());
        assertThat(ben.notices()).containsText("The scene is over: its game master deleted it.");
        assertThat(ben.notices().locator("blockquote")).hasText("The gull cries twice");
        assertThat(ben.composing()).isHidden();
        Download saved = ben.page().waitForDownload(() -> ben.press("Save"));
        org.assertj.core.api.Assertions.assertThat(saved.suggestedFilename()).isEqualTo("post.txt");
        ben.page().getByText("All scenes").click();
        assertThat(ben.page().getByText("Your scenes")).isVisible();
        game.assertNoComplaints();
    }

    @Test
    @LongTest("one of many journeys; covered by text_isThereAfterAReload and DraftTest in every check")
    @DisplayName("C7: a tab that is closed in mid-sentence leaves its text on the server")
    void text_isThereAfterTheTabWasClosed() {
        ben.take("Orrin");
        ben.write("Orrin coils");
        ben.type(" his rope");
        ben.closeTab();
        await().until(() -> ben.draft(scene, orrin).contains("Orrin coils his rope"));
        expire();
        Player phone = game.elsewhere(ben).open(scene);
        phone.take("Orrin");
        assertThat(phone.text()).hasValue("Orrin coils his rope");
        game.assertNoComplaints();
    }

    @Test
    @LongTest(
            "one of many journeys; covered by text_typedWhileTheServerIsAway_isSavedAfterwards and DraftTest in every check")
    @DisplayName("C7: what never reached the server is in the browser, and there again when the post is taken")
    void text_thatNeverArrived_isKeptInTheBrowser() {
        ben.take("Orrin");
        ben.write("Orrin coils");
        // Not only offline: a browser may send what a closed tab had to say once it is online again.
        Runnable again = game.interrupt();
        ben.type(" his rope");
        ben.closeTab();
        again.run();
        expire();
        ben.newTab();
        ben.open(scene);
        ben.take("Orrin");
        assertThat(ben.text()).hasValue("Orrin coils his rope");
        assertThat(ben.notices()).containsText("restored, with what had not reached the server");
        await().until(() -> ben.draft(scene, orrin).contains("Orrin coils his rope"));
        game.assertNoComplaints();
    }

    @Test
    @LongTest(
            "one of many journeys; covered by text_typedWhileTheServerIsAway_isSavedAfterwards and DraftTest in every check")
    @DisplayName("C7: what is kept in the browser stays there while the server cannot say what it has")
    void text_thatNeverArrived_outlivesAPostThatIsLostAtOnce() {
        ben.take("Orrin");
        ben.write("Orrin coils");
        // Not only offline: a browser may send what a closed tab had to say once it is online again.
        Runnable again = game.interrupt();
        ben.type(" his rope");
        ben.closeTab();
        again.run();
        expire();
        ben.context().route("**/v1/drafts/**", Route::abort);
        ben.newTab();
        ben.open(scene);
        ben.button("Orrin").click();
        assertThat(ben.text()).isVisible();
        assertThat(ben.text()).isDisabled();
        expire();
        assertThat(ben.notices()).containsText("Your lock has expired");
        ben.context().unroute("**/v1/drafts/**");
        ben.take("Orrin");
        assertThat(ben.text()).hasValue("Orrin coils his rope");
        game.assertNoComplaints();
    }

    @Test
    @DisplayName("C7: a server that is started again finds the lock, and gets what was typed meanwhile")
    void text_typedWhileTheServerIsAway_isSavedAfterwards() {
        ben.take("Orrin");
        ben.write("Orrin coils");
        Runnable again = game.interrupt();
        ben.type(" his rope");
        assertThat(ben.page().locator("#disconnected")).isVisible();
        ben.type(" and waits");
        again.run();
        assertThat(ben.page().locator("#disconnected")).isHidden();
        assertThat(ben.composing()).isVisible();
        await().until(() -> ben.draft(scene, orrin).contains("Orrin coils his rope and waits"));
        ben.press("Post");
        assertThat(ben.posts()).hasCount(1);
        assertThat(ben.posts().first()).containsText("Orrin coils his rope and waits");
        game.assertNoComplaints();
    }

    @Test
    @DisplayName("C7: while the server has not answered, the page does not say that the text is saved")
    void text_whoseHeartbeatIsNotAnswered_isNotCalledSaved() {
        Locator state = ben.page().locator("#draft-state");
        ben.take("Orrin");
        ben.write("Orrin coils");
        Queue<Route> unanswered = new ConcurrentLinkedQueue<>();
        ben.context().route(HEARTBEATS, unanswered::add);
        ben.type(" his rope");
        assertThat(state).hasText("Not saved yet, kept in this browser.");
        ben.page().waitForCondition(() -> !unanswered.isEmpty());
        assertThat(state).hasText("Not saved yet, kept in this browser.");
        ben.context().unroute(HEARTBEATS);
        unanswered.forEach(Route::resume);
        assertThat(state).containsText("Draft saved");
        await().until(() -> ben.draft(scene, orrin).contains("Orrin coils his rope"));
        game.assertNoComplaints();
    }

    @Test
    @LongTest("one of many journeys; covered by text_isThereAfterAReload and DraftTest in every check")
    @DisplayName(
            "C7: text of a lock that expires while somebody types is kept, shown, and there when it is taken again")
    void text_typedWhileTheLockExpires_isOffered() {
        ben.take("Orrin");
        ben.write("Orrin coils");
        ben.type(" his");
        expire();
        ben.type(" rope");
        assertThat(ben.notices()).containsText("Your lock has expired");
        ben.notices().getByText("What you wrote").last().click();
        String kept = ben.notices().locator("blockquote").innerText();
        org.assertj.core.api.Assertions.assertThat("Orrin coils his rope").startsWith(kept);
        org.assertj.core.api.Assertions.assertThat(kept).startsWith("Orrin coils");
        ben.take("Orrin");
        assertThat(ben.text()).hasValue(kept);
        game.assertNoComplaints();
    }

    @Test
    @LongTest("one of many journeys; covered by text_isThereAfterAReload and DraftTest in every check")
    @DisplayName("C7: of texts from two devices one is offered beside the other, and neither is lost")
    void texts_ofTwoDevices_areBothThere() {
        ben.take("Orrin");
        ben.write("Orrin");
        ben.context().setOffline(true);
        ben.type(" coils his rope");
        expire();
        Player phone = game.elsewhere(ben).open(scene);
        phone.take("Orrin");
        phone.write(" goes home");
        phone.press("Cancel");
        assertThat(phone.composing()).isHidden();
        game.time.advance(Duration.ofSeconds(6));
        ben.context().setOffline(false);
        assertThat(ben.notices()).containsText("What you wrote is kept");
        ben.take("Orrin");
        Locator offer = ben.page().locator("#offer");
        String one = ben.text().inputValue();
        String other = offer.locator("blockquote").innerText();
        org.assertj.core.api.Assertions.assertThat(java.util.List.of(one, other))
                .containsExactlyInAnyOrder("Orrin coils his rope", "Orrin goes home");
        ben.press("Use this text");
        assertThat(ben.text()).hasValue(other);
        assertThat(offer).containsText(one);
        ben.page().reload();
        assertThat(ben.text()).hasValue(other);
        assertThat(offer).containsText(one);
        ben.press("Discard it");
        assertThat(offer).isHidden();
        ben.page().reload();
        assertThat(ben.text()).hasValue(other);
        assertThat(offer).isHidden();
        game.assertNoComplaints();
    }

    @Test
    @LongTest("one of many journeys; covered by ClientScriptTest, DraftTest and LockTest in every check")
    @DisplayName("C11: of two tabs only one writes, and the other has the draft once it is given back")
    void tabs_shareTheDraft() {
        Page second = ben.tab(scene);
        ben.take("Orrin");
        ben.write("Orrin coils");
        assertThat(Player.row(second, "Orrin").locator("button")).isDisabled();
        assertThat(Player.row(second, "Orrin")).containsText("in another tab");
        game.time.advance(Duration.ofSeconds(6));
        ben.press("Cancel");
        assertThat(ben.composing()).isHidden();
        game.time.advance(Duration.ofSeconds(6));
        Player.row(second, "Orrin").locator("button").click();
        assertThat(second.locator("#content")).hasValue("Orrin coils");
        assertThat(ben.button("Orrin")).isDisabled();
        game.assertNoComplaints();
    }

    @Test
    @LongTest("one of many journeys; covered by SubmitTest in every check")
    @DisplayName("C8: a post whose answer is lost is there once, and is not offered again")
    void post_whoseAnswerIsLost_isThereOnce() {
        AtomicInteger lost = new AtomicInteger();
        ben.context().route(POSTS, route -> {
            if (lost.getAndIncrement() == 0) {
                route.fetch();
                route.abort();
            } else {
                route.resume();
            }
        });
        ben.take("Orrin");
        ben.write("Orrin coils his rope");
        ben.press("Post");
        assertThat(ben.composing()).isHidden();
        assertThat(ben.posts()).hasCount(1);
        assertThat(ben.notices()).isEmpty();
        game.time.advance(Duration.ofSeconds(6));
        ben.page().reload();
        ben.take("Orrin");
        assertThat(ben.text()).hasValue("");
        assertThat(ben.posts()).hasCount(1);
        game.assertNoComplaints();
    }

    @Test
    @LongTest("one of many journeys; covered by SubmitTest in every check")
    @DisplayName("C8: what was written on after a post that had arrived unheard is kept and offered")
    void post_thatArrivedUnheard_keepsWhatWasWrittenAfterwards() {
        ben.take("Orrin");
        ben.write("Orrin coils his rope");
        // The page hears nothing of what becomes of its post, neither by the answer nor by the lock that is gone.
        ben.context().setOffline(true);
        Map<String, String> body = Map.of("lockId", lockId(), "characterId", orrin, "content", "Orrin coils his rope");
        ben.post("/play/scenes/" + scene + "/posts", body);
        ben.type(" and waits");
        ben.press("Post");
        assertThat(ben.page().locator("#compose-error")).containsText("press Post again");
        ben.context().setOffline(false);
        assertThat(ben.notices()).containsText("What you wrote first is posted");
        assertThat(ben.posts()).hasCount(1);
        game.time.advance(Duration.ofSeconds(6));
        ben.take("Orrin");
        assertThat(ben.page().locator("#offer")).containsText("Orrin coils his rope and waits");
        game.assertNoComplaints();
    }

    /** By which the page proves that the post is its own: it is kept for the page after a reload. */
    private String lockId() {
        String receipt = (String)
                ben.page().evaluate("() => Object.keys(JSON.parse(sessionStorage.getItem('holdfast-holds')))[0]");
        return HexFormat.of()
                .formatHex(Receipt.parse(receipt).secret())
                .replaceFirst("(.{8})(.{4})(.{4})(.{4})(.{12})", "$1-$2-$3-$4-$5");
    }

    @Test
    @LongTest("one of many journeys; covered by SubmitTest in every check")
    @DisplayName("C8: a post that does not arrive changes nothing; it is sent when somebody presses Post again")
    void post_thatDoesNotArrive_canBeSentAgain() {
        ben.take("Orrin");
        ben.write("Orrin coils his rope");
        ben.context().route(POSTS, Route::abort);
        ben.press("Post");
        assertThat(ben.page().locator("#compose-error")).containsText("press Post again");
        assertThat(ben.text()).hasValue("Orrin coils his rope");
        assertThat(ben.text()).isEditable();
        ben.context().unroute(POSTS);
        ben.press("Post");
        assertThat(ben.posts()).hasCount(1);
        assertThat(ben.composing()).isHidden();
        game.assertNoComplaints();
    }

    @Test
    @LongTest("one of many journeys; covered by SubmitTest in every check")
    @DisplayName("C8: a post under a lock that is over is refused, and its text kept")
    void post_underALostLock_keepsTheText() {
        ben.take("Orrin");
        ben.write("Orrin coils his rope");
        // So that the page does not hear of it before it posts.
        ben.context().route("**/play/channels/**", Route::abort);
        ben.context().route(HEARTBEATS, Route::abort);
        ben.context().route("**/v1/events*", Route::abort);
        ben.page().clock().install();
        game.time.advance(SILENCE);
        ben.press("Post");
        assertThat(ben.notices()).containsText("What you wrote is kept");
        assertThat(ben.posts()).hasCount(0);
        ben.context().unroute(HEARTBEATS);
        game.time.advance(Duration.ofSeconds(6));
        ben.take("Orrin");
        assertThat(ben.text()).hasValue("Orrin coils his rope");
        game.assertNoComplaints();
    }

    @Test
    @LongTest("one of many journeys; covered by LockTest and DraftTest in every check")
    @DisplayName("C8: whoever goes to another page of the game gives the post back and keeps the draft")
    void scene_thatIsLeft_givesThePostBack() {
        ben.take("Orrin");
        ben.write("Orrin coils");
        ben.type(" his rope");
        ben.page().getByText("All scenes").click();
        assertThat(ben.page().getByText("Your scenes")).isVisible();
        await().until(() ->
                game.locks().view("scene/" + scene + "/character/" + orrin).free());
        org.assertj.core.api.Assertions.assertThat(ben.draft(scene, orrin)).contains("Orrin coils his rope");
        game.assertNoComplaints();
    }
}
