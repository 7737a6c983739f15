package dev.holdfast.example.play.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is nobody else's business, and what no way round leads to. */
class TrespassTest extends InGame.WithBen {
    @Test
    void character_ofAnother_isNobodyElses() throws Exception {
        ben.tab(smuggler).take().expect(403);
        ben.draft(smuggler).expect(403);
        Tab annas = anna.tab(smuggler).taken();
        annas.type("Mine").expect(200);
        game.coolDown();
        for (String call : List.of("/lock", "/lock/heartbeat", "/lock/release", "/draft/discard")) {
            Answer answer = ben.post(smuggler.path(call), Map.of("lockId", annas.lockId()));
            assertThat(answer.status()).as(call + answer.body()).isBetween(400, 499);
        }
        ben.forceRelease(smuggler).expect(403);
        assertThat(ben.post(
                                "/play/scenes/" + game.scene() + "/posts",
                                Map.of(
                                        "lockId",
                                        annas.lockId(),
                                        "characterId",
                                        smuggler.characterId(),
                                        "content",
                                        "In another's name"))
                        .status())
                .isBetween(400, 499);
        annas.touch().expect(200);
        assertThat(annas.draft().expect(200).text("content")).isEqualTo("Mine");
        assertThat(game.ada().posts(game.scene())).isEmpty();
    }

    @Test
    void scene_isNoneOfOthersBusiness() throws Exception {
        Player mia = game.join("Mia");
        mia.scene(game.scene()).expect(403);
        mia.get("/play/channels/scene:" + game.scene() + ":locks").expect(403);
        mia.scene(UUID.randomUUID().toString()).expect(404);
        assertThat(mia.get("/play/scenes").expect(200).list("scenes")).isEmpty();
        for (Player other : List.of(mia, anna)) {
            other.post("/play/scenes/" + game.scene() + "/delete", Map.of()).expect(403);
            other.post(smuggler.path("/delete"), Map.of()).expect(403);
            other.post(
                            "/play/scenes/" + game.scene() + "/characters",
                            Map.of("name", "The stowaway", "userId", other.userId()))
                    .expect(403);
        }
        Player nobody = Player.nobody(game.address());
        nobody.scene(game.scene()).expect(401);
        nobody.get("/play/me").expect(401);
        nobody.get("/play/scenes").expect(401);
        nobody.get("/play/channels/scene:" + game.scene() + ":locks").expect(401);
        nobody.tab(smuggler).take().expect(401);
        nobody.get("/v1/locks").expect(401);
    }

    @Test
    @DisplayName("C1, C4: Holdfast's own interface gives nobody more than the document's")
    void holdfastsOwnCalls_followTheSameRules() throws Exception {
        String resource = keeper.resource();
        Map<String, ?> taking = Map.of("resources", List.of(resource), "owner", Map.of("id", "script"));
        anna.post("/v1/locks", taking).expect(403);
        game.ada().get("/v1/locks/" + Player.encoded(resource)).expect(404);
        ben.tab(keeper).taken().cancel().expect(204);
        ben.post("/v1/locks", taking).expect(429);
        game.coolDown();
        String receipt = ben.takeByHoldfast(resource);
        assertThat(ben.tab(keeper).with(receipt).touch().expect(200).says("acknowledged"))
                .isTrue();
        anna.post("/v1/admin/locks/" + Player.encoded(resource) + "/release", Map.of("reason", "mine"))
                .expect(403);
        anna.delete("/v1/drafts/" + Player.encoded(resource));
        game.ada()
                .post("/v1/admin/locks/" + Player.encoded(resource) + "/release", Map.of("reason", "time is up"))
                .expect(200);
        assertThat(game.tables().locked()).isEmpty();
        ben.tab(keeper).with(receipt).touch().expect(410);
        // Names that are no character's could be held beside the one lock that a user may have in a scene.
        for (String odd : List.of(
                "scene/" + game.scene(),
                "scene/" + game.scene() + "/",
                smuggler.resource() + "/x",
                smuggler.resource() + "x",
                smuggler.turn(),
                "anything")) {
            Answer answer = anna.post("/v1/locks", Map.of("resources", List.of(odd), "owner", Map.of("id", "script")));
            assertThat(answer.status()).as(odd + answer.body()).isBetween(400, 499);
        }
    }

    @Test
    @DisplayName("C1, C14: no made-up name of a lock reaches that of another player")
    void madeUpName_reachesNobodysLock() throws Exception {
        Tab bens = ben.tab(keeper).taken();
        bens.type("Ben's").expect(200);
        String row = "SELECT lock_id, user_id FROM compose_locks WHERE character_id = '" + keeper.characterId() + "'";
        List<String> before = game.tables().rows(row);
        for (String madeUp : List.of(
                smuggler.resource() + "/" + keeper.characterId(),
                smuggler.resource() + keeper.characterId(),
                smuggler.resource() + "/" + keeper.resource())) {
            Answer answer =
                    anna.post("/v1/locks", Map.of("resources", List.of(madeUp), "owner", Map.of("id", "script")));
            if (answer.status() == 201) {
                anna.post(
                        "/v1/holds/" + Player.encoded(answer.text("holds", 0, "receipt")) + "/heartbeat",
                        Map.of("draft", Map.of("content", "Anna's", "revision", 9)));
            }
            bens.ping().expect(200);
            assertThat(game.tables().rows(row)).as(madeUp).isEqualTo(before);
            assertThat(game.tables()
                            .rows("SELECT content FROM compose_drafts WHERE character_id = '" + keeper.characterId()
                                    + "'"))
                    .as(madeUp)
                    .containsExactly("\"Ben's\"");
            anna.delete("/v1/locks/" + Player.encoded(madeUp));
            game.later(Duration.ofSeconds(30));
        }
        bens.submit("Ben's").expect(201);
    }

    @Test
    @DisplayName("C1: one lock is one holder, also by Holdfast's own interface")
    void sharing_isNoWayRound() throws Exception {
        Map<String, ?> shared =
                Map.of("resources", List.of(smuggler.resource()), "owner", Map.of("id", "one"), "mode", "shared");
        Map<String, ?> more =
                Map.of("resources", List.of(smuggler.resource()), "owner", Map.of("id", "two"), "mode", "shared");
        anna.post("/v1/locks", shared);
        game.coolDown();
        assertThat(anna.post("/v1/locks", more).status()).isBetween(400, 499);
        assertThat(game.play().locks().view(smuggler.resource()).holders()).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    @DisplayName("C17: 10 min, 2 s, 3 pings of 30 s, 5 s, 60 s are what everybody gets, whatever is asked for")
    void constants_areFixed() throws Exception {
        Map<String, ?> longer =
                Map.of("resources", List.of(smuggler.resource()), "owner", Map.of("id", "script"), "ttl", "8h");
        assertThat(anna.post("/v1/locks", longer).expect(422).text("detail")).contains("The preset compose fixes");
        for (String resource : List.of(smuggler.resource(), smuggler.turn())) {
            Answer policy = anna.get("/v1/policies/" + Player.encoded(resource)).expect(200);
            assertThat(policy.text("preset")).isEqualTo("compose");
            assertThat(policy.at("lease", "absolute")).isNull();
            assertThat(policy.text("lease", "idle")).isEqualTo("PT10M");
            assertThat(policy.text("lease", "grace")).isEqualTo("PT1M30S");
            assertThat(policy.text("heartbeat")).isEqualTo("PT30S");
            assertThat(policy.text("debounce")).isEqualTo("PT2S");
            assertThat(policy.text("cooldown")).isEqualTo("PT5S");
            assertThat(policy.text("warning")).isEqualTo("PT1M");
            assertThat(policy.text("privacy")).isEqualTo("hidden");
        }
    }

    @Test
    void character_ofAnotherScene_isNotHere() throws Exception {
        SceneCharacter guest = game.ada().cast(game.ada().newScene("The inn"), "The guest", anna);
        SceneCharacter mixed = new SceneCharacter(game.scene(), guest.characterId(), guest.name());
        anna.tab(mixed).take().expect(404);
        anna.draft(mixed).expect(404);
        game.ada().forceRelease(mixed).expect(404);
        game.ada().post(mixed.path("/delete"), Map.of()).expect(404);
        Tab tab = anna.tab(guest).taken();
        Answer refused = anna.post(
                "/play/scenes/" + game.scene() + "/posts",
                Map.of("lockId", tab.lockId(), "characterId", guest.characterId(), "content", "Lost my way"));
        assertThat(refused.status()).isBetween(400, 499);
        tab.touch().expect(200);
    }

    @Test
    void page_fromElsewhere_cannotAsk() throws Exception {
        String path = smuggler.path("/lock");
        Answer foreign = anna.send(
                "POST " + path,
                anna.request(path)
                        .header("Content-Type", "application/json")
                        .header("Origin", "https://evil.example")
                        .POST(BodyPublishers.ofString("{}")));
        assertThat(foreign.status()).isEqualTo(403);
        Answer form = anna.send(
                "POST " + path,
                anna.request(path).header("Content-Type", "text/plain").POST(BodyPublishers.ofString("{}")));
        assertThat(form.status()).isBetween(400, 499);
        assertThat(game.tables().locked()).isEmpty();
        Answer own = anna.send(
                "POST " + path,
                anna.request(path)
                        .header("Content-Type", "application/json")
                        .header("Origin", game.address())
                        .POST(BodyPublishers.ofString("{}")));
        own.expect(201);
        assertThat(Player.nobody(game.address())
                        .post("/play/users", Map.of("username", "Tom"))
                        .expect(201)
                        .header("Set-Cookie"))
                .startsWith("play=")
                .contains("HttpOnly", "SameSite=Strict");
    }
}
