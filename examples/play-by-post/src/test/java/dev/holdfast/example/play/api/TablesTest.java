package dev.holdfast.example.play.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** C14: the tables of the document, and that locks and drafts go with what they belong to. */
class TablesTest extends InGame {
    private Player ben;
    private SceneCharacter keeper;
    private Tab annas;
    private Tab bens;

    @BeforeEach
    void cast() throws Exception {
        ben = game.join("Ben");
        // Ben plays elsewhere: what is his must stay, whatever happens to Anna's.
        keeper = game.ada().cast(game.ada().newScene("The lighthouse"), "The keeper", ben);
        annas = anna.tab(smuggler).taken();
        annas.type("Anna's").expect(200);
        bens = ben.tab(keeper).taken();
        bens.type("Ben's").expect(200);
    }

    @Test
    @DisplayName("C14: both tables have their columns, keys, indexes and foreign keys")
    void tables_areThoseOfTheDocument() throws Exception {
        Shape locks = Shape.of(game.tables(), "compose_locks");
        assertThat(locks.columns())
                .containsExactlyInAnyOrder(
                        "lock_id",
                        "scene_id",
                        "character_id",
                        "user_id",
                        "acquired_at",
                        "last_activity_at",
                        "expires_at");
        assertThat(locks.primaryKey()).containsExactly("lock_id");
        assertThat(locks.uniqueKeys()).contains("scene_id, character_id");
        assertThat(locks.indexes())
                .containsEntry("idx_compose_locks_expiration", "expires_at")
                .containsEntry("idx_compose_locks_user", "user_id");
        assertThat(locks.cascades())
                .containsExactlyInAnyOrder("scene_id scenes.id", "character_id characters.id", "user_id users.id");

        Shape drafts = Shape.of(game.tables(), "compose_drafts");
        assertThat(drafts.columns()).contains("scene_id", "character_id", "user_id", "content", "updated_at");
        assertThat(drafts.primaryKey()).containsExactly("scene_id", "character_id");
        assertThat(drafts.cascades())
                .containsExactlyInAnyOrder("scene_id scenes.id", "character_id characters.id", "user_id users.id");
    }

    @Test
    @DisplayName("C14: each lock and draft has its row, and the row of a lock does not give its id away")
    void rows_areThoseOfTheLocksAndDrafts() throws Exception {
        assertThat(game.tables().rows("SELECT scene_id, character_id, user_id FROM compose_locks"))
                .containsExactlyInAnyOrder(
                        smuggler.sceneId() + " " + smuggler.characterId() + " " + anna.userId(),
                        keeper.sceneId() + " " + keeper.characterId() + " " + ben.userId());
        assertThat(game.tables().rows("SELECT scene_id, character_id, user_id FROM compose_drafts"))
                .containsExactlyInAnyOrder(
                        smuggler.sceneId() + " " + smuggler.characterId() + " " + anna.userId(),
                        keeper.sceneId() + " " + keeper.characterId() + " " + ben.userId());
        assertThat(String.join("\n", game.tables().rows("SELECT lock_id FROM compose_locks")))
                .doesNotContain(annas.lockId(), annas.lockId().replace("-", ""));
        assertThat(game.tables().rows("SELECT content FROM compose_drafts"))
                .anySatisfy(content -> assertThat(content).contains("Anna's"))
                .anySatisfy(content -> assertThat(content).contains("Ben's"));
    }

    @Test
    @DisplayName("C14: the row of a lock follows its heartbeats")
    void row_followsTheHeartbeats() throws Exception {
        String times = "SELECT acquired_at, last_activity_at, expires_at FROM compose_locks WHERE character_id = '"
                + smuggler.characterId() + "'";
        String before = game.tables().rows(times).get(0);
        game.later(Duration.ofSeconds(30));
        annas.ping().expect(200);
        assertThat(game.tables().rows(times)).as("a ping is no activity").containsExactly(before);
        annas.touch().expect(200);
        String after = game.tables().rows(times).get(0);
        String acquired = "SELECT acquired_at FROM compose_locks WHERE character_id = '" + smuggler.characterId() + "'";
        assertThat(after)
                .isNotEqualTo(before)
                .startsWith(game.tables().rows(acquired).get(0));
        assertThat(before).startsWith(game.tables().rows(acquired).get(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"the scene", "the character", "the user"})
    @DisplayName("C14: deleting a scene, character or user deletes its locks and drafts, and no others")
    void delete_takesLocksAndDraftsAlong(String what) throws Exception {
        switch (what) {
            case "the scene" ->
                game.ada()
                        .post("/play/scenes/" + game.scene() + "/delete", Map.of())
                        .expect(200);
            case "the character" ->
                game.ada().post(smuggler.path("/delete"), Map.of()).expect(200);
            default -> anna.post("/play/me/delete", Map.of()).expect(200);
        }
        assertAnnasAreGone();
        assertThat(annas.submit("Too late").status()).isIn(401, 403, 404, 410);
    }

    @ParameterizedTest
    @ValueSource(strings = {"scenes", "characters", "users"})
    @DisplayName("C14: so does deleting their rows by hand")
    void delete_byHand_takesLocksAndDraftsAlong(String table) throws Exception {
        String id = switch (table) {
            case "scenes" -> game.scene();
            case "characters" -> smuggler.characterId();
            default -> anna.userId();
        };
        game.tables().execute("DELETE FROM " + table + " WHERE id = '" + id + "'");
        assertAnnasAreGone();
        int status = annas.touch().status();
        assertThat(status).isIn(401, 403, 404, 410);
    }

    private void assertAnnasAreGone() throws Exception {
        assertThat(game.tables().locked()).containsExactly(keeper.characterId());
        assertThat(game.tables().drafted()).containsExactly(keeper.characterId());
        assertThat(game.play().locks().view(smuggler.resource()).free()).isTrue();
        assertThat(game.play().locks().drafts().get(smuggler.resource(), anna.userId()))
                .isEmpty();
        assertThat(game.play().locks().view(keeper.resource()).free()).isFalse();
        assertThat(game.play().locks().drafts().get(keeper.resource(), ben.userId()))
                .as("drafts are looked for where they are")
                .isPresent();
        bens.touch().expect(200);
        assertThat(bens.draft().expect(200).text("content")).isEqualTo("Ben's");
    }

    @Test
    @DisplayName("C14: with a game master go the scenes, and with these the locks and drafts of all who play there")
    void delete_ofTheGameMaster_takesEverythingAlong() throws Exception {
        game.ada().post("/play/me/delete", Map.of()).expect(200);
        assertThat(game.tables().locked()).isEmpty();
        assertThat(game.tables().drafted()).isEmpty();
        assertThat(game.play().locks().list("scene/")).isEmpty();
        anna.scene(game.scene()).expect(404);
        assertThat(anna.get("/play/scenes").expect(200).list("scenes")).isEmpty();
    }

    @Test
    @DisplayName("C14: deleting the row of a lock releases it; the draft stays")
    void delete_ofALocksRow_releasesIt() throws Exception {
        game.tables().execute("DELETE FROM compose_locks WHERE character_id = '" + smuggler.characterId() + "'");
        assertThat(game.play().locks().view(smuggler.resource()).free()).isTrue();
        annas.ping().expect(410);
        assertThat(annas.draft().expect(200).text("content")).isEqualTo("Anna's");
        game.coolDown();
        anna.tab(smuggler, "next").take().expect(201);
        assertThat(game.tables().locked()).containsExactlyInAnyOrder(smuggler.characterId(), keeper.characterId());
    }

    @Test
    @DisplayName("C12: at the start what expired meanwhile is cleared, and what did not is kept")
    void start_clearsWhatExpired() throws Exception {
        game.later(Duration.ofSeconds(60));
        bens.touch().expect(200);
        game.stop();
        game.later(Duration.ofSeconds(30));
        game.start();
        assertThat(game.tables().locked()).containsExactly(keeper.characterId());
        annas.at(game.address()).touch().expect(410);
        bens.at(game.address()).touch().expect(200);
        assertThat(game.tables().drafted()).containsExactlyInAnyOrder(smuggler.characterId(), keeper.characterId());
    }
}
