package dev.holdfast.example.play.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.Extent;
import dev.holdfast.testkit.Race;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** C8: submitting is done whole or not at all, once, and loses no text. */
class SubmitTest extends InGame {
    @Test
    @DisplayName("C8: a post is there, its lock released and its draft deleted")
    void submit_doesAllOfIt() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        tab.type("The crates are").expect(200);
        Answer submitted = tab.submit("The crates are empty", Map.of("intention", "to bluff", "modifier", -2))
                .expect(201);
        assertThat(submitted.says("success")).isTrue();
        Answer scene = anna.scene(game.scene()).expect(200);
        assertThat(scene.list("posts")).hasSize(1);
        assertThat(scene.text("posts", 0, "postId")).isEqualTo(submitted.text("postId"));
        assertThat(scene.number("posts", 0, "number")).isEqualTo(1);
        assertThat(scene.text("posts", 0, "characterId")).isEqualTo(smuggler.characterId());
        assertThat(scene.text("posts", 0, "characterName")).isEqualTo("The smuggler");
        assertThat(scene.text("posts", 0, "content")).isEqualTo("The crates are empty");
        assertThat(scene.text("posts", 0, "intention")).isEqualTo("to bluff");
        assertThat(scene.number("posts", 0, "modifier")).isEqualTo(-2);
        assertThat(scene.at("posts", 0, "hidden")).isEqualTo(false);
        assertThat(scene.says("posts", 0, "mine")).isTrue();
        assertThat(scene.number("posts", 0, "createdAt"))
                .isEqualTo(game.time().instant().toEpochMilli());
        assertThat(game.tables().locked()).isEmpty();
        assertThat(game.tables().drafted()).isEmpty();
        tab.draft().expect(404);
        tab.touch().expect(410);
    }

    @Test
    @DisplayName("C8: a heartbeat that comes after the post brings no draft back")
    void lateHeartbeat_bringsNothingBack() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        tab.type("Said").expect(200);
        tab.submit("Said and done").expect(201);
        tab.type("Said and").expect(410);
        tab.draft().expect(404);
        assertThat(game.tables().drafted()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"INSERT ON posts", "INSERT ON witnesses", "DELETE ON compose_locks", "DELETE ON compose_drafts"})
    @DisplayName("C8: a failure at any step changes nothing, and submitting again succeeds")
    void failure_atAnyStep_changesNothing(String step) throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        tab.type("The whole of it").expect(200);
        game.tables().execute("CREATE TRIGGER broken BEFORE " + step + " BEGIN SELECT RAISE(ABORT, 'broken'); END");

        Answer failed = tab.submit("The whole of it, at last");
        assertThat(failed.status()).as(failed.body()).isBetween(500, 599);
        assertThat(game.tables().rows("SELECT id FROM posts")).isEmpty();
        assertThat(game.tables().rows("SELECT * FROM witnesses")).isEmpty();
        assertThat(game.tables().locked()).containsExactly(smuggler.characterId());
        assertThat(tab.draft().expect(200).text("content")).contains("The whole of it");
        assertThat(failed.body()).as("nothing of the inside is told").doesNotContain("broken", "SQL");

        game.tables().execute("DROP TRIGGER broken");
        tab.touch().expect(200);
        assertThat(anna.posts(game.scene())).isEmpty();
        tab.submit("The whole of it, at last").expect(201);
        assertThat(anna.posts(game.scene())).containsExactly("The whole of it, at last");
        assertThat(game.tables().locked()).isEmpty();
        assertThat(game.tables().drafted()).isEmpty();
    }

    @Test
    @DisplayName("C8: what is submitted after a loss is not posted, and is kept as the draft")
    void submit_afterLoss_keepsTheText() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        tab.type("A sentence").expect(200);
        game.later(Duration.ofMinutes(10));
        Answer lost = tab.submit("A sentence and its end", Map.of("intention", "to finish"))
                .expect(410);
        assertThat(lost.text("detail")).isNotBlank();
        assertThat(anna.posts(game.scene())).isEmpty();
        assertThat(tab.draft().expect(200).text("content")).contains("A sentence and its end", "to finish");

        tab.taken();
        tab.submit("A sentence and its end").expect(201);
        assertThat(anna.posts(game.scene())).containsExactly("A sentence and its end");
    }

    @Test
    @DisplayName("C8: what is submitted after the game master's release is not posted, and is kept as the draft")
    void submit_afterForceRelease_keepsTheText() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        game.ada().forceRelease(smuggler).expect(200);
        tab.submit("Never typed before").expect(410);
        assertThat(anna.posts(game.scene())).isEmpty();
        assertThat(tab.draft().expect(200).text("content")).contains("Never typed before");
    }

    @Test
    @DisplayName("C8: what is submitted too late does not replace what another device has written since")
    void submit_afterLoss_leavesTheNewerDraft() throws Exception {
        Tab laptop = anna.tab(smuggler).taken();
        laptop.type("On the laptop").expect(200);
        game.later(Duration.ofMinutes(10));
        Tab phone = anna.onAnotherDevice().tab(smuggler).taken();
        game.later(Duration.ofSeconds(2));
        phone.type("On the phone").expect(200);
        phone.type("On the phone, and more").expect(200);
        laptop.submit("On the laptop, too late").expect(410);
        assertThat(anna.posts(game.scene())).isEmpty();
        assertThat(phone.draft().expect(200).text("content")).isEqualTo("On the phone, and more");
        phone.submit("On the phone, and more").expect(201);
    }

    @Test
    @DisplayName("C8: a hold with an older fence does not post, though it is of the same tab")
    void submit_withAnOlderFence_isRefused() throws Exception {
        Tab tab = anna.tab(smuggler);
        long first = tab.take().expect(201).number("fence");
        tab.cancel().expect(204);
        game.coolDown();
        long second = tab.take().expect(201).number("fence");
        assertThat(second).isGreaterThan(first);
        tab.submit("By the old one", Map.of("fence", first)).expect(410);
        assertThat(anna.posts(game.scene())).isEmpty();
        tab.submit("By the new one", Map.of("fence", second)).expect(201);
    }

    @Test
    @DisplayName("C8: submitting twice posts once, also after the next lock was taken")
    void submit_twice_postsOnce() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        String post = tab.submit("Once").expect(201).text("postId");
        assertThat(tab.submit("Once").expect(201).text("postId")).isEqualTo(post);
        game.later(Duration.ofMinutes(20));
        assertThat(tab.submit("Once").expect(201).text("postId")).isEqualTo(post);
        Tab next = anna.tab(smuggler, "next").taken();
        assertThat(tab.submit("Once").expect(201).text("postId")).isEqualTo(post);
        next.touch().expect(200);
        assertThat(anna.posts(game.scene())).containsExactly("Once");
    }

    @Test
    @DisplayName("C8: submitting twice in the same moment posts once")
    void submit_twiceAtOnce_postsOnce() throws Exception {
        for (int round = 1; round <= Extent.of(6, 15); round++) {
            Tab tab = anna.tab(smuggler).taken();
            tab.type("Round " + round).expect(200);
            String content = "Round " + round;
            List<Answer> answers = Race.run(2, i -> () -> tab.submit(content));
            answers.forEach(answer -> answer.expect(201));
            assertThat(answers.get(0).text("postId")).isEqualTo(answers.get(1).text("postId"));
            assertThat(anna.posts(game.scene())).hasSize(round).endsWith(content);
            assertThat(game.tables().locked()).isEmpty();
            tab.draft().expect(404);
            game.coolDown();
        }
    }

    @Test
    @DisplayName("C8: submitting against a forced release in the same moment either posts or keeps the text")
    void submit_againstForceRelease_postsOrKeeps() throws Exception {
        int posted = 0;
        for (int round = 0; round < Extent.of(6, 15); round++) {
            Tab tab = anna.tab(smuggler).taken();
            String content = "Round " + round;
            List<Answer> answers = Race.run(
                    2,
                    i -> i == 0 ? () -> tab.submit(content) : () -> game.ada().forceRelease(smuggler));
            if (answers.get(0).status() == 201) {
                posted++;
                assertThat(anna.posts(game.scene())).hasSize(posted).endsWith(content);
            } else {
                answers.get(0).expect(410);
                assertThat(anna.posts(game.scene())).hasSize(posted);
                assertThat(tab.draft().expect(200).text("content")).contains(content);
            }
            assertThat(game.tables().locked()).isEmpty();
            game.coolDown();
        }
    }

    @Test
    @DisplayName("C8: a scene or character deleted meanwhile takes no post")
    void submit_intoADeletedScene_postsNothing() throws Exception {
        SceneCharacter guest = game.ada().cast(game.ada().newScene("The inn"), "The guest", anna);
        Tab tab = anna.tab(smuggler).taken();
        game.coolDown();
        Tab other = anna.tab(guest).taken();
        game.ada().post(smuggler.path("/delete"), Map.of()).expect(200);
        assertThat(tab.submit("To nobody").status()).isIn(403, 404, 410);
        game.ada().post("/play/scenes/" + guest.sceneId() + "/delete", Map.of()).expect(200);
        assertThat(other.submit("Nowhere").status()).isIn(403, 404, 410);
        assertThat(game.tables().rows("SELECT id FROM posts")).isEmpty();
    }

    @Test
    void submit_ofNothing_isRefusedAndKeepsTheLock() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        for (String nothing : List.of("", " \n")) {
            tab.submit(nothing).expect(422);
        }
        tab.touch().expect(200);
        assertThat(anna.posts(game.scene())).isEmpty();
    }

    @Test
    @DisplayName("C8: a lock of one character does not post as another")
    void submit_asAnotherCharacter_isRefused() throws Exception {
        SceneCharacter keeper = game.cast("The keeper", anna);
        Tab tab = anna.tab(smuggler).taken();
        Answer refused = anna.post(
                "/play/scenes/" + game.scene() + "/posts",
                Map.of("lockId", tab.lockId(), "characterId", keeper.characterId(), "content", "Who?"));
        assertThat(refused.status()).isBetween(400, 499);
        assertThat(anna.posts(game.scene())).isEmpty();
        tab.touch().expect(200);
    }
}
