package dev.holdfast.example.play.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Taking, keeping and giving back: who may, and what is answered. */
class LockTest extends InGame.WithBen {
    private static final String MESSAGE = "Another player is currently posting";
    private static final String UUID_PATTERN = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

    private long now() {
        return game.time().instant().toEpochMilli();
    }

    @Test
    @DisplayName("C1: everybody may compose at once, each for an own character")
    void scene_letsSeveralCharactersBeComposedFor() throws Exception {
        anna.tab(smuggler).taken();
        ben.tab(keeper).taken();
        assertThat(game.tables().locked()).containsExactlyInAnyOrder(smuggler.characterId(), keeper.characterId());
    }

    @Test
    @DisplayName("C1: in a scene with one at a time only one character is composed for")
    void oneAtATime_letsOnlyOneBeComposedFor() throws Exception {
        String scene = game.ada().newSceneOneAtATime("The lighthouse");
        SceneCharacter first = game.ada().cast(scene, "The smuggler", anna);
        SceneCharacter second = game.ada().cast(scene, "The keeper", ben);
        assertThat(anna.scene(scene).expect(200).says("oneAtATime")).isTrue();
        assertThat(anna.scene(game.scene()).expect(200).says("oneAtATime")).isFalse();
        assertThat(anna.scene(scene).text("characters", 0, "resource")).isEqualTo(first.turn());

        Tab annas = anna.tab(first).taken();
        Tab bens = ben.tab(second);
        assertThat(bens.take().expect(423).at("conflictHolder")).isEqualTo(Map.of("characterId", first.characterId()));
        ben.tab(keeper).take().expect(201);
        annas.submit("My turn").expect(201);
        game.coolDown();
        bens.take().expect(201);
        game.coolDown();
        assertThat(annas.take().expect(423).at("conflictHolder"))
                .isEqualTo(Map.of("characterId", second.characterId()));
        bens.cancel().expect(204);
        annas.take().expect(201);
    }

    @Test
    @DisplayName("C1: a user holds locks in several scenes, but one in each")
    void user_holdsOneLockPerScene() throws Exception {
        String elsewhere = game.ada().newScene("The inn");
        SceneCharacter innkeeper = game.ada().cast(elsewhere, "The innkeeper", anna);
        SceneCharacter guest = game.ada().cast(elsewhere, "The guest", anna);
        Tab first = anna.tab(smuggler).taken();
        game.coolDown();
        Tab second = anna.tab(innkeeper).taken();
        first.touch().expect(200);
        second.touch().expect(200);
        game.coolDown();
        assertThat(anna.tab(guest).take().expect(409).at("conflictHolder"))
                .isEqualTo(Map.of("characterId", innkeeper.characterId()));
    }

    @Test
    @DisplayName("C2: an acquire answers a lock id and the expiry, V4: by these names")
    void acquire_answersIdAndExpiry() throws Exception {
        Answer answer =
                anna.post(smuggler.path("/lock"), Map.of("timestamp", now())).expect(201);
        assertThat(answer.says("success")).isTrue();
        assertThat(answer.text("lockId")).matches(UUID_PATTERN);
        assertThat(answer.number("expiresAt"))
                .isEqualTo(now() + Duration.ofMinutes(10).toMillis());
        assertThat(answer.json()).doesNotContainKey("conflictHolder");
        assertThat(answer.number("fence")).isPositive();
    }

    @Test
    @DisplayName("C2, C3: a refusal says a generic sentence and names the character only")
    void refusal_namesTheCharacterOnly() throws Exception {
        anna.tab(smuggler, "left").taken();
        game.coolDown();
        Answer refused = anna.tab(smuggler, "right").take().expect(423);
        assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
        assertThat(refused.says("success")).isFalse();
        assertThat(refused.text("detail")).isEqualTo(MESSAGE);
        assertThat(refused.text("title")).isNotBlank();
        assertThat(refused.at("conflictHolder")).isEqualTo(Map.of("characterId", smuggler.characterId()));
        assertThat(refused.json()).doesNotContainKeys("lockId", "expiresAt", "fence", "holders");
    }

    @Test
    @DisplayName("C5: a heartbeat sets the expiry to 10 minutes from now and answers it with the seconds left")
    void heartbeat_answersTheTimeLeft() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        long since = now();
        game.later(Duration.ofSeconds(42));
        Answer quiet = tab.ping().expect(200);
        assertThat(quiet.number("expiresAt")).isEqualTo(since + 600_000);
        assertThat(quiet.number("remainingSeconds")).isEqualTo(558);

        Answer active = tab.heartbeat(Map.of("lockId", tab.lockId(), "timestamp", now()))
                .expect(200);
        assertThat(active.says("acknowledged")).isTrue();
        assertThat(active.number("expiresAt")).isEqualTo(now() + 600_000);
        assertThat(active.number("remainingSeconds")).isEqualTo(600);
    }

    @Test
    @DisplayName("C5: the time that a page believes it is changes nothing")
    void heartbeat_ofAPageWithAWrongClock_countsFromNow() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        Answer answer = tab.heartbeat(Map.of("lockId", tab.lockId(), "timestamp", now() + 86_400_000));
        assertThat(answer.expect(200).number("expiresAt")).isEqualTo(now() + 600_000);
    }

    @Test
    @DisplayName("C5: a heartbeat for a lock that is another's, given back or made up is refused")
    void heartbeat_ofNoHolder_isRefused() throws Exception {
        Tab annas = anna.tab(smuggler).taken();
        Tab bens = ben.tab(keeper).taken();
        for (String lockId : List.of(bens.lockId(), UUID.randomUUID().toString())) {
            Answer refused = annas.heartbeat(Map.of("lockId", lockId)).expect(410);
            assertThat(refused.says("acknowledged")).isFalse();
            assertThat(refused.text("detail")).isNotBlank();
        }
        annas.cancel().expect(204);
        annas.touch().expect(410);
        bens.touch().expect(200);
    }

    @Test
    @DisplayName("C11: a heartbeat of a tab that does not hold is refused; giving back is harmless when repeated")
    void tabs_competeLikeUsers() throws Exception {
        Tab left = anna.tab(smuggler, "left").taken();
        game.coolDown();
        Tab right = anna.tab(smuggler, "right");
        right.take().expect(423);
        right.heartbeat(Map.of("lockId", UUID.randomUUID().toString())).expect(410);
        left.touch().expect(200);

        left.cancel().expect(204);
        game.coolDown();
        right.take().expect(201);
        left.touch().expect(410);
        left.cancel().expect(204);
        right.touch().expect(200);
    }

    @Test
    @DisplayName("C11: tabs share their draft")
    void tabs_shareTheirDraft() throws Exception {
        Tab left = anna.tab(smuggler, "left").taken();
        left.type("From the left").expect(200);
        left.cancel().expect(204);
        game.coolDown();
        Tab right = anna.tab(smuggler, "right").taken();
        assertThat(right.revision()).isEqualTo(1);
        right.type("From the left, and the right").expect(200);
        assertThat(left.draft().expect(200).text("content")).isEqualTo("From the left, and the right");
    }

    @Test
    void lock_takenByHoldfastsScript_isTheSameThing() throws Exception {
        String receipt = anna.takeByHoldfast(smuggler.resource());
        Tab tab = anna.tab(smuggler).with(receipt);
        assertThat(game.tables().locked()).containsExactly(smuggler.characterId());
        assertThat(tab.type("By both").expect(200).number("remainingSeconds")).isEqualTo(600);
        Answer ping = anna.post(
                "/v1/holds/" + Player.encoded(receipt) + "/heartbeat",
                Map.of("active", false, "draft", Map.of("content", "By both, and on", "revision", 2)));
        assertThat(ping.expect(200).number("remainingSeconds")).isPositive();
        assertThat(tab.draft().expect(200).text("content")).isEqualTo("By both, and on");
        game.coolDown();
        anna.tab(smuggler, "other").take().expect(423);
        tab.submit("By both, and done").expect(201);
        anna.get("/v1/holds/" + Player.encoded(receipt)).expect(404);
        assertThat(anna.posts(game.scene())).containsExactly("By both, and done");
    }

    @Test
    @DisplayName("C13: a forced release is of the lock that was shown, also if the post was taken again by then")
    void forceRelease_isOfTheLockThatWasShown() throws Exception {
        Tab left = anna.tab(smuggler, "left").taken();
        long shown = fence();
        left.cancel().expect(204);
        game.coolDown();
        Tab right = anna.tab(smuggler, "right").taken();
        Answer refused = game.ada()
                .post(smuggler.path("/lock/force-release"), Map.of("fence", shown))
                .expect(409);
        assertThat(refused.text("detail")).startsWith("Nothing was released");
        right.touch().expect(200);
        game.ada()
                .post(smuggler.path("/lock/force-release"), Map.of("fence", fence()))
                .expect(200);
        right.touch().expect(410);
    }

    /** As the page of the game master is told. */
    private long fence() throws Exception {
        for (Map<String, ?> character :
                game.ada().scene(game.scene()).expect(200).list("characters")) {
            if (smuggler.characterId().equals(character.get("characterId"))
                    && character.get("indicator") instanceof Map<?, ?> indicator
                    && indicator.get("holder") instanceof Map<?, ?> holder) {
                return ((Number) holder.get("fence")).longValue();
            }
        }
        throw new AssertionError("nobody writes as the smuggler");
    }

    @Test
    void signingOut_givesBackWhatTheSessionHolds() throws Exception {
        Player phone = anna.onAnotherDevice();
        phone.tab(smuggler).taken();
        assertThat(phone.post("/play/sign-out", Map.of()).expect(200).number("released"))
                .isEqualTo(1);
        phone.get("/play/me").expect(401);
        assertThat(game.tables().locked()).isEmpty();
        anna.get("/play/me").expect(200);
        game.coolDown();
        anna.tab(smuggler).take().expect(201);
    }
}
