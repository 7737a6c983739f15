package dev.holdfast.example.play.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** C7: what was typed is there, whatever ends the lock. */
class DraftTest extends InGame {
    private static final String TEXT = "\"Hush\", he said – the lamp \uD83D\uDD26 is lit.\nThen \\ nothing.";

    private enum End {
        CANCEL,
        INACTIVITY,
        DISCONNECTION,
        GAME_MASTER,
        SIGN_OUT,
        RESTART
    }

    private void end(End end, Player device, Tab tab) throws Exception {
        switch (end) {
            case CANCEL -> tab.cancel().expect(204);
            case INACTIVITY -> {
                game.laterWithPings(Duration.ofMinutes(10).minusMillis(1), tab);
                game.later(Duration.ofMillis(1));
                game.sweep();
            }
            case DISCONNECTION -> {
                game.later(Duration.ofSeconds(90));
                game.sweep();
            }
            case GAME_MASTER -> game.ada().forceRelease(smuggler).expect(200);
            case SIGN_OUT -> device.post("/play/sign-out", Map.of()).expect(200);
            case RESTART -> {
                game.stop();
                game.later(Duration.ofMinutes(10));
                game.start();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(End.class)
    @DisplayName("C7: the draft survives every kind of release and is there on another device")
    void draft_survivesEveryRelease(End end) throws Exception {
        Player device = anna.onAnotherDevice();
        Tab tab = device.tab(smuggler).taken();
        tab.type("\"Hush\"").expect(200);
        tab.type(TEXT).expect(200);
        long saved = game.time().instant().toEpochMilli();
        end(end, device, tab);
        assertThat(game.tables().locked()).isEmpty();
        assertThat(game.tables().drafted()).containsExactly(smuggler.characterId());
        game.coolDown();

        Tab here = anna.at(game.address()).tab(smuggler).taken();
        Answer draft = here.draft().expect(200);
        assertThat(draft.text("content")).isEqualTo(TEXT);
        assertThat(draft.number("revision")).isEqualTo(2);
        assertThat(draft.number("updatedAt")).isEqualTo(saved);
        here.type(TEXT + " More.").expect(200);
        assertThat(here.draft().expect(200).text("content")).isEqualTo(TEXT + " More.");
    }

    @Test
    @DisplayName("C6, C7: heartbeats that failed while the server was away succeed when it is back; nothing is lost")
    void restart_costsNothing() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        tab.type("Before").expect(200);
        game.stop();
        game.later(Duration.ofSeconds(60));
        game.start();
        Tab after = tab.at(game.address());
        assertThat(after.type("Before and after").expect(200).says("acknowledged"))
                .isTrue();
        assertThat(after.draft().expect(200).text("content")).isEqualTo("Before and after");
        after.submit("Before and after").expect(201);
    }

    @ParameterizedTest
    @EnumSource(
            value = End.class,
            names = {"SIGN_OUT", "CANCEL"},
            mode = EnumSource.Mode.EXCLUDE)
    @DisplayName("C7: what comes with a heartbeat after the loss is kept too")
    void text_afterTheLoss_isKept(End end) throws Exception {
        Tab before = anna.tab(smuggler).taken();
        before.type("Known").expect(200);
        end(end, anna, before);
        Tab tab = before.at(game.address());
        tab.type("Known, and on its way").expect(410);
        assertThat(tab.draft().expect(200).text("content")).isEqualTo("Known, and on its way");
    }

    @Test
    @DisplayName("C7: what comes with a heartbeat after the time is over is kept too, before anybody has looked for it")
    void text_afterTheTime_isKept() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        tab.type("Known").expect(200);
        game.later(Duration.ofMinutes(10));
        tab.type("Known, and on its way").expect(410);
        assertThat(tab.draft().expect(200).text("content")).isEqualTo("Known, and on its way");
    }

    @Test
    void draft_ofAnOlderRevision_replacesNothing() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        tab.type("First").expect(200);
        tab.type("Second").expect(200);
        tab.heartbeat(Map.of("lockId", tab.lockId(), "draft", Map.of("content", "First, late", "revision", 1)))
                .expect(200);
        assertThat(tab.draft().expect(200).text("content")).isEqualTo("Second");
    }

    @Test
    void draft_isDiscardedByItsAuthor() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        tab.draft().expect(404);
        tab.type("Never mind").expect(200);
        tab.cancel().expect(204);
        anna.post(smuggler.path("/draft/discard"), Map.of()).expect(204);
        tab.draft().expect(404);
        assertThat(game.tables().drafted()).isEmpty();
    }

    @Test
    @DisplayName("C7: a draft belongs to one character; it is nobody else's, not even the game master's")
    void draft_isItsAuthorsAlone() throws Exception {
        Player ben = game.join("Ben");
        SceneCharacter keeper = game.cast("The keeper", ben);
        anna.tab(smuggler).taken().type("For me alone").expect(200);
        assertThat(ben.draft(smuggler).status()).isIn(403, 404);
        assertThat(game.ada().draft(smuggler).status()).isIn(403, 404);
        ben.draft(keeper).expect(404);
    }
}
