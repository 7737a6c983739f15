package dev.holdfast.example.play.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.example.play.Play;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** C4: one acquire or release per user in 5 seconds, and what it never stands in the way of. */
class PaceTest extends InGame {
    private SceneCharacter guest;

    @BeforeEach
    void cast() throws Exception {
        guest = game.ada().cast(game.ada().newScene("The inn"), "The guest", anna);
    }

    /** Refused now, and granted when the time that was told is over. */
    private void assertTooSoon(Tab tab) throws Exception {
        Answer refused = tab.take().expect(429);
        int seconds = Integer.parseInt(refused.header("Retry-After"));
        assertThat(seconds).isBetween(1, 5);
        assertThat(refused.text("detail")).isNotBlank();
        game.later(Duration.ofSeconds(seconds));
        tab.take().expect(201);
    }

    @Test
    @DisplayName("C4: one acquire starts the window for the next, in another scene and tab too")
    void acquire_startsTheWindow_inAllTabs() throws Exception {
        anna.tab(smuggler, "left").taken();
        assertThat(anna.tab(guest, "right").take().status()).isEqualTo(429);
        assertThat(anna.onAnotherDevice().tab(guest).take().status()).isEqualTo(429);
        game.later(Duration.ofMillis(1_500));
        assertTooSoon(anna.tab(guest, "right"));
    }

    @Test
    @DisplayName("C4: giving back is never refused, and starts the window")
    void release_isNeverRefused_andStartsTheWindow() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        tab.cancel().expect(204);
        tab.cancel().expect(204);
        game.later(Duration.ofMillis(4_999));
        anna.tab(guest).take().expect(429);
        game.later(Duration.ofMillis(1));

        Tab other = anna.tab(guest).taken();
        game.later(Duration.ofSeconds(4));
        other.cancel().expect(204);
        game.later(Duration.ofSeconds(1));
        assertThat(tab.take().expect(429).header("Retry-After"))
                .as("counted from giving back, not from taking")
                .isEqualTo("4");
        game.later(Duration.ofSeconds(4));
        tab.take().expect(201);
    }

    @Test
    @DisplayName("C4: giving back twice, or what is not one's own, does not start it again")
    void release_ofNothing_startsNothing() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        tab.cancel().expect(204);
        game.coolDown();
        tab.cancel().expect(204);
        tab.take().expect(201);
    }

    @Test
    @DisplayName("C4: a refused acquire does not start the window")
    void refusal_startsNothing() throws Exception {
        Tab left = anna.tab(smuggler, "left").taken();
        game.coolDown();
        anna.tab(smuggler, "right").take().expect(423);
        anna.tab(guest).take().expect(201);
        left.touch().expect(200);
    }

    @Test
    @DisplayName("C4: the window is each user's own")
    void window_isEachUsersOwn() throws Exception {
        Player ben = game.join("Ben");
        SceneCharacter keeper = game.cast("The keeper", ben);
        anna.tab(smuggler).taken();
        ben.tab(keeper).take().expect(201);
    }

    @Test
    @DisplayName("C4: submitting is not limited")
    void submit_isNotLimited() throws Exception {
        anna.tab(smuggler).taken().submit("At once").expect(201);
        assertThat(anna.posts(game.scene())).containsExactly("At once");
    }

    @Test
    @DisplayName("C4: expiry and disconnection neither wait nor start the window")
    void ending_byItself_isNotLimited() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        game.later(Duration.ofSeconds(90));
        game.sweep();
        assertThat(game.tables().locked()).isEmpty();
        tab.take().expect(201);

        game.laterWithPings(Duration.ofSeconds(599), tab);
        Tab elsewhere = anna.tab(guest).taken();
        game.later(Duration.ofSeconds(1));
        game.sweep();
        assertThat(game.tables().locked())
                .as("ended within the window of another acquire")
                .containsExactly(guest.characterId());
        elsewhere.touch().expect(200);
    }

    @Test
    @DisplayName("C4: the game master is not limited, and does not limit the player")
    void gameMaster_isNotLimited() throws Exception {
        Player ben = game.join("Ben");
        SceneCharacter keeper = game.cast("The keeper", ben);
        Tab tab = anna.tab(smuggler).taken();
        ben.tab(keeper).taken();
        game.coolDown();
        game.ada().forceRelease(smuggler).expect(200);
        game.ada().forceRelease(keeper).expect(200);
        assertThat(game.tables().locked()).isEmpty();
        tab.take().expect(201);
        game.ada().forceRelease(smuggler).expect(200);
        assertThat(game.tables().locked()).isEmpty();
    }

    @Test
    @DisplayName("C4: two servers on one SQLite file keep one window")
    void window_isOneForTwoServers() throws Exception {
        try (Play other = game.another()) {
            List<String> addresses = List.of(game.address(), other.address());
            for (String taking : addresses) {
                for (String givingBack : addresses) {
                    Tab tab = anna.tab(smuggler).at(taking).taken();
                    for (String next : addresses) {
                        anna.tab(guest).at(next).take().expect(429);
                    }
                    game.coolDown();
                    tab.at(givingBack).cancel().expect(204);
                    for (String next : addresses) {
                        assertThat(anna.tab(guest).at(next).take().expect(429).header("Retry-After"))
                                .isEqualTo("5");
                    }
                    game.coolDown();
                }
            }
            anna.tab(guest).at(other.address()).take().expect(201);
        }
    }
}
