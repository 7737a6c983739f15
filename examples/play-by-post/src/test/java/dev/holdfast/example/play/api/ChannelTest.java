package dev.holdfast.example.play.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.example.play.Play;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** C13, C15: what is told live, and to whom. */
class ChannelTest extends InGame.WithBen {
    @Test
    @DisplayName("C15: all in the scene hear of locks by character; heartbeats are not broadcast")
    void locks_areToldByCharacter_heartbeatsAreNot() throws Exception {
        try (Channel channel = ben.listen(game.scene())) {
            Tab tab = anna.tab(smuggler).taken();
            assertThat(channel.await("lock_acquired", smuggler).data())
                    .isEqualTo(Map.of(
                            "event", "lock_acquired", "sceneId", game.scene(), "characterId", smuggler.characterId()));
            for (int i = 0; i < 5; i++) {
                game.later(Duration.ofSeconds(2));
                tab.type("Keystroke " + i).expect(200);
                tab.ping().expect(200);
            }
            tab.cancel().expect(204);
            assertThat(channel.await("lock_released", smuggler).data())
                    .isEqualTo(Map.of(
                            "event", "lock_released", "sceneId", game.scene(), "characterId", smuggler.characterId()));
            assertThat(channel.names()).containsExactly("lock_acquired", "lock_released");
        }
    }

    @Test
    @DisplayName("C15: a channel is that of its scene alone")
    void channel_isThatOfItsScene() throws Exception {
        SceneCharacter guest = game.ada().cast(game.ada().newScene("The inn"), "The guest", anna);
        try (Channel channel = ben.listen(game.scene())) {
            anna.tab(guest).taken();
            game.coolDown();
            anna.tab(smuggler).taken();
            channel.await("lock_acquired", smuggler);
            assertThat(channel.events()).allMatch(event -> event.text("sceneId").equals(game.scene()));
        }
    }

    @Test
    @DisplayName("C15: in a scene with one at a time the events are the same")
    void locks_ofOneAtATime_areToldToo() throws Exception {
        String scene = game.ada().newSceneOneAtATime("The lighthouse");
        SceneCharacter first = game.ada().cast(scene, "The smuggler", anna);
        game.ada().cast(scene, "The keeper", ben);
        try (Channel channel = ben.listen(scene)) {
            Tab tab = anna.tab(first).taken();
            channel.await("lock_acquired", first);
            tab.submit("Mine").expect(201);
            channel.await("lock_released", first);
            channel.await("post_created");
        }
    }

    @Test
    @DisplayName(
            "C15: a post is told to its witnesses: those with a character when it was written, and the game master")
    void post_isToldToItsWitnesses() throws Exception {
        Player mia = game.join("Mia");
        try (Channel bens = ben.listen(game.scene());
                Channel annas = anna.listen(game.scene());
                Channel adas = game.ada().listen(game.scene())) {
            Tab tab = anna.tab(smuggler).taken();
            for (Channel channel : List.of(bens, annas, adas)) {
                channel.await("lock_acquired", smuggler);
            }
            tab.submit("Before Mia came").expect(201);
            for (Channel channel : List.of(bens, annas, adas)) {
                Channel.Event told = channel.await("post_created");
                assertThat(told.text("event")).isEqualTo("post_created");
                assertThat(told.text("sceneId")).isEqualTo(game.scene());
                assertThat(told.text("post")).contains("Before Mia came", smuggler.characterId());
                channel.await("lock_released", smuggler);
            }
            assertThat(adas.named("post_created").get(0).text("visibleTo"))
                    .contains(anna.userId(), ben.userId(), game.ada().userId())
                    .doesNotContain(mia.userId());
            assertThat(bens.named("post_created").get(0).data().get("visibleTo"))
                    .as("a player learns of no other")
                    .isEqualTo(List.of(ben.userId()));
        }
        SceneCharacter guest = game.cast("The guest", mia);
        try (Channel mias = mia.listen(game.scene())) {
            ben.tab(keeper).taken().submit("Now Mia is here").expect(201);
            assertThat(mias.await("post_created").text("post")).contains("Now Mia is here");
        }
        assertThat(mia.posts(game.scene())).containsExactly("Now Mia is here");
        assertThat(ben.posts(game.scene())).containsExactly("Before Mia came", "Now Mia is here");
        assertThat(game.ada().posts(game.scene())).containsExactly("Before Mia came", "Now Mia is here");
        assertThat(guest.name()).isEqualTo("The guest");
    }

    @Test
    @DisplayName("C10, C15: the numbers of the posts that a player sees have no gaps where others are hidden")
    void numbers_tellNothingOfHiddenPosts() throws Exception {
        try (Channel channel = ben.listen(game.scene())) {
            anna.tab(smuggler)
                    .taken()
                    .submit("Under the floor", Map.of("hidden", true))
                    .expect(201);
            game.coolDown();
            anna.tab(smuggler).taken().submit("On the table", Map.of()).expect(201);
            Channel.Event told = channel.await("post_created");
            assertThat((Map<?, ?>) told.data().get("post")).extracting("number").isEqualTo(1L);
        }
        assertThat(ben.scene(game.scene()).list("posts"))
                .extracting(post -> post.get("number"))
                .containsExactly(1L);
        assertThat(anna.scene(game.scene()).list("posts"))
                .extracting(post -> post.get("number"))
                .containsExactly(1L, 2L);
        game.coolDown();
        ben.tab(keeper).taken().submit("I see nothing", Map.of()).expect(201);
        assertThat(ben.get("/play/scenes/" + game.scene() + "?after=1")
                        .expect(200)
                        .list("posts"))
                .extracting(post -> post.get("content"))
                .containsExactly("I see nothing");
    }

    @Test
    @DisplayName("C15: a hidden post is told to its author and the game master, and nobody else ever sees it")
    void hiddenPost_isToldToAuthorAndGameMaster() throws Exception {
        try (Channel bens = ben.listen(game.scene());
                Channel annas = anna.listen(game.scene());
                Channel adas = game.ada().listen(game.scene())) {
            anna.tab(smuggler)
                    .taken()
                    .submit("Under the floor", Map.of("hidden", true))
                    .expect(201);
            annas.await("post_created", event -> event.text("post").contains("Under the floor"));
            adas.await("post_created", event -> event.text("post").contains("Under the floor"));
            game.coolDown();
            anna.tab(smuggler).taken().submit("For all").expect(201);
            bens.await("post_created", event -> event.text("post").contains("For all"));
            assertThat(bens.named("post_created")).hasSize(1);
        }
        assertThat(anna.posts(game.scene())).containsExactly("Under the floor", "For all");
        assertThat(game.ada().posts(game.scene())).containsExactly("Under the floor", "For all");
        assertThat(ben.posts(game.scene())).containsExactly("For all");
        assertThat(ben.told()).noneMatch(told -> told.bytes().contains("Under the floor"));
    }

    @Test
    @DisplayName("C8, C15: of a post that failed in the last step nobody is told")
    void post_thatFailed_isNotTold() throws Exception {
        try (Channel bens = ben.listen(game.scene())) {
            Tab tab = anna.tab(smuggler).taken();
            tab.type("Never said").expect(200);
            game.tables()
                    .execute("CREATE TRIGGER broken BEFORE DELETE ON compose_drafts"
                            + " BEGIN SELECT RAISE(ABORT, 'broken'); END");
            assertThat(tab.submit("Never said").status()).isBetween(500, 599);
            game.tables().execute("DROP TRIGGER broken");
            tab.cancel().expect(204);
            ben.tab(keeper).taken().submit("Said").expect(201);
            bens.await("post_created");
            assertThat(bens.named("post_created"))
                    .hasSize(1)
                    .allMatch(event -> event.text("post").contains("content=Said"));
        }
    }

    @Test
    @DisplayName("C8: opening the channel with one's lock is a sign of life, and no activity")
    void opening_isASignOfLife() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        game.later(Duration.ofSeconds(89));
        String lock = "?characterId=" + smuggler.characterId() + "&lockId=" + tab.lockId();
        try (Channel channel = anna.stream("/play/channels/scene:" + game.scene() + ":locks" + lock)) {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> game.play()
                            .locks()
                            .view(smuggler.resource())
                            .holders()
                            .get(0)
                            .hold()
                            .seen()
                            .equals(game.time().instant()));
            game.later(Duration.ofSeconds(89));
            assertThat(tab.ping().expect(200).number("remainingSeconds")).isEqualTo(600 - 2 * 89);
            assertThat(channel.named("lock_released")).isEmpty();
        }
    }

    @Test
    @DisplayName("C13: a forced release reaches all tabs of the holder, and nobody else")
    void forcedRelease_reachesTheHolderOnly() throws Exception {
        Tab tab = anna.tab(smuggler);
        try (Channel annas = anna.listen(game.scene());
                Channel phone = anna.onAnotherDevice().listen(game.scene());
                Channel bens = ben.listen(game.scene())) {
            tab.taken().type("Kept").expect(200);
            bens.await("lock_acquired", smuggler);
            game.ada()
                    .post(smuggler.path("/lock/force-release"), Map.of("reason", "The scene must go on"))
                    .expect(200);
            annas.await("lock_force_released", smuggler);
            phone.await("lock_force_released", smuggler);
            bens.await("lock_released", smuggler);
            ben.tab(keeper).taken();
            bens.await("lock_acquired", keeper);
            assertThat(bens.named("lock_force_released")).isEmpty();
        }
        Answer lost = tab.touch().expect(410);
        assertThat(lost.text("detail")).contains("GM has released your compose lock");
        assertThat(tab.draft().expect(200).text("content")).isEqualTo("Kept");
    }

    @Test
    @DisplayName("C15: the game master's events say who it is")
    void gameMaster_isToldTheHolder() throws Exception {
        try (Channel adas = game.ada().listen(game.scene())) {
            anna.tab(smuggler).taken();
            Channel.Event told = adas.await("lock_acquired", smuggler);
            assertThat(told.text("holder")).contains(anna.userId(), "Anna");
        }
    }

    @Test
    @DisplayName("C15: events cross two servers on one SQLite file")
    void events_crossServers() throws Exception {
        try (Play other = game.another();
                Channel there = ben.at(other.address()).listen(game.scene());
                Channel annas = anna.at(other.address()).listen(game.scene())) {
            Tab tab = anna.tab(smuggler).taken();
            there.await("lock_acquired", smuggler);
            tab.submit("Across").expect(201);
            there.await("lock_released", smuggler);
            assertThat(there.await("post_created").text("post")).contains("Across");
            game.coolDown();

            tab.taken();
            there.await(2, "lock_acquired");
            game.ada().forceRelease(smuggler).expect(200);
            there.await(2, "lock_released");
            annas.await("lock_force_released", smuggler);
            game.coolDown();

            tab.taken();
            there.await(3, "lock_acquired");
            game.later(Duration.ofSeconds(90));
            game.sweep();
            there.await(3, "lock_released");
        }
    }
}
