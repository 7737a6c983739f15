package dev.holdfast.example.play.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** V4: what the page is told about a lock, for others, the holder and the game master. */
class IndicatorTest extends InGame.WithBen {
    private static final String MESSAGE = "Another player is currently posting";

    @Test
    @DisplayName("V4: nobody composes: the characters one may post as, and Take Post")
    void free_showsWhatMayBeTaken() throws Exception {
        Answer scene = anna.scene(game.scene()).expect(200);
        Map<String, ?> available = Map.of(
                "isLocked", false, "availableCharacters", List.of(smuggler.characterId()), "actionButton", "Take Post");
        assertThat(scene.at("indicator")).isEqualTo(available);
        assertThat(scene.at("characters", 0, "indicator")).isEqualTo(available);
        assertThat(scene.text("channel")).isEqualTo("scene:" + game.scene() + ":locks");
        assertThat(scene.list("characters")).hasSize(1);
        assertThat(scene.text("characters", 0, "resource")).isEqualTo(smuggler.resource());
        assertThat(scene.says("characters", 0, "mine")).isTrue();
        assertThat(scene.number("coolDownSeconds")).isZero();
    }

    @Test
    @DisplayName("V4: another composes: locked, a generic message, and nothing else")
    void held_isGenericForOthers() throws Exception {
        anna.tab(smuggler).taken();
        Answer scene = ben.scene(game.scene()).expect(200);
        assertThat(scene.at("indicator")).isEqualTo(Map.of("isLocked", true, "message", MESSAGE));
        assertThat(scene.says("characters", 0, "indicator", "isLocked"))
                .as("the own character is free")
                .isFalse();
    }

    @Test
    @DisplayName(
            "V4: with one at a time a player's own character is locked while another composes, without that player's name")
    void oneAtATime_locksAllCharactersOfOthers() throws Exception {
        String scene = game.ada().newSceneOneAtATime("The cellar");
        SceneCharacter rat = game.ada().cast(scene, "The rat", anna);
        SceneCharacter cat = game.ada().cast(scene, "The cat", ben);
        Map<String, ?> locked = Map.of("isLocked", true, "message", MESSAGE);
        assertThat(ben.scene(scene).at("characters", 0, "indicator", "availableCharacters"))
                .isEqualTo(List.of(cat.characterId()));
        Tab tab = anna.tab(rat).taken();
        Answer others = ben.scene(scene).expect(200);
        assertThat(others.at("indicator")).isEqualTo(locked);
        assertThat(others.at("characters", 0, "indicator")).isEqualTo(locked);
        assertThat(game.ada().scene(scene).list("characters"))
                .as("the game master sees which one it is")
                .filteredOn(
                        character -> String.valueOf(character.get("indicator")).contains("isLocked=true"))
                .extracting(character -> character.get("characterId"))
                .isEqualTo(List.of(rat.characterId()));
        tab.cancel().expect(204);
        assertThat(ben.scene(scene).says("characters", 0, "indicator", "isLocked"))
                .isFalse();
    }

    @Test
    @DisplayName("V4, C1: who composes in a scene may take no other character there")
    void held_leavesNothingElseAvailable() throws Exception {
        game.cast("The gull", anna);
        anna.tab(smuggler).taken();
        assertThat(anna.scene(game.scene()).at("indicator", "availableCharacters"))
                .isEqualTo(List.of());
    }

    @Test
    @DisplayName("V4: the holder sees the time left, and the bar below 60 seconds")
    void held_showsTheHolderTheTimeLeft() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        assertThat(mine()).containsEntry("isLocked", true).containsEntry("mine", true);
        assertThat(mine()).containsEntry("timeRemaining", 600L).containsEntry("showDrainBar", false);
        game.laterWithPings(Duration.ofMinutes(9), tab);
        assertThat(mine()).containsEntry("timeRemaining", 60L).containsEntry("showDrainBar", false);
        game.later(Duration.ofSeconds(1));
        assertThat(mine()).containsEntry("timeRemaining", 59L).containsEntry("showDrainBar", true);
        tab.touch().expect(200);
        assertThat(mine()).containsEntry("timeRemaining", 600L).containsEntry("showDrainBar", false);
    }

    private Map<String, @Nullable Object> mine() throws Exception {
        return anna.scene(game.scene()).expect(200).object("characters", 0, "indicator");
    }

    @Test
    @DisplayName("C10, V4: the game master sees who composes as whom since when, and may force a release")
    void held_showsTheGameMasterEverything() throws Exception {
        long since = game.time().instant().toEpochMilli();
        Tab tab = anna.tab(smuggler).taken();
        game.later(Duration.ofSeconds(30));
        tab.touch().expect(200);
        Answer scene = game.ada().scene(game.scene()).expect(200);
        Map<String, ?> holder = Map.of(
                "userId",
                anna.userId(),
                "username",
                "Anna",
                "characterId",
                smuggler.characterId(),
                "characterName",
                "The smuggler",
                "acquiredAt",
                since,
                "expiresAt",
                since + 630_000,
                "fence",
                game.play()
                        .locks()
                        .view(smuggler.resource())
                        .holders()
                        .get(0)
                        .hold()
                        .fence());
        assertThat(scene.says("gameMaster")).isTrue();
        assertThat(scene.object("indicator"))
                .containsEntry("isLocked", true)
                .containsEntry("holder", holder)
                .containsEntry("actions", List.of("Force Release"));
        assertThat(scene.list("characters"))
                .extracting(character -> character.get("characterId"))
                .containsExactlyInAnyOrder(smuggler.characterId(), keeper.characterId());
        for (Map<String, ?> character : scene.list("characters")) {
            boolean locked = smuggler.characterId().equals(character.get("characterId"));
            assertThat(character.get("mine")).isEqualTo(false);
            assertThat(String.valueOf(character.get("indicator"))).contains("isLocked=" + locked);
            if (locked) {
                assertThat(String.valueOf(character.get("indicator"))).contains("username=Anna", "Force Release");
            }
        }
    }

    @Test
    @DisplayName("C4: the page is told how long the cool-down lasts")
    void coolDown_isTold() throws Exception {
        anna.tab(smuggler).taken().cancel().expect(204);
        assertThat(anna.scene(game.scene()).number("coolDownSeconds")).isEqualTo(5);
        game.later(Duration.ofMillis(2_500));
        assertThat(anna.scene(game.scene()).number("coolDownSeconds")).isEqualTo(3);
        assertThat(ben.scene(game.scene()).number("coolDownSeconds")).isZero();
        game.later(Duration.ofMillis(2_500));
        assertThat(anna.scene(game.scene()).number("coolDownSeconds")).isZero();
    }

    @Test
    void users_andScenes_areListed() throws Exception {
        assertThat(Player.nobody(game.address()).get("/play/users").expect(200).list("users"))
                .extracting(user -> user.get("username"))
                .contains("Ada", "Anna", "Ben");
        assertThat(anna.get("/play/me").expect(200).json())
                .isEqualTo(Map.of("userId", anna.userId(), "username", "Anna"));
        assertThat(game.ada().get("/play/scenes").expect(200).list("scenes"))
                .containsExactly(Map.of(
                        "sceneId", game.scene(), "title", "The harbour", "gameMaster", true, "oneAtATime", false));
        assertThat(anna.get("/play/scenes").expect(200).says("scenes", 0, "gameMaster"))
                .isFalse();
    }

    @Test
    void names_areAskedForAgain() throws Exception {
        Player nobody = Player.nobody(game.address());
        nobody.post("/play/users", Map.of("username", "Anna")).expect(409);
        for (String bad : List.of("", " ", "x".repeat(1000))) {
            nobody.post("/play/users", Map.of("username", bad)).expect(422);
        }
        nobody.post("/play/sign-in", Map.of("userId", "00000000-0000-4000-8000-000000000000"))
                .expect(404);
        nobody.get("/play/me").expect(401);
    }
}
