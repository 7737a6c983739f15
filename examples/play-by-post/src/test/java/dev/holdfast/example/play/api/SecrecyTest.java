package dev.holdfast.example.play.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockView;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * C10: no other player learns who holds a lock. Everything that others are sent, and all that is logged, is searched for what
 * would give a holder away: not the id of the character, which the document lets them know.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SecrecyTest {

    @TempDir
    private Path folder;

    private final Map<String, String> secrets = new LinkedHashMap<>();
    private Game game;
    private Player anna;
    private Player ben;
    private Player mia;
    private SceneCharacter smuggler;
    private SceneCharacter pilot;
    private SceneCharacter keeper;
    private SceneCharacter diver;
    private String lighthouse = "";

    @BeforeEach
    void start() throws Exception {
        game = Game.in(folder);
        anna = game.join("Anna of Holm");
        ben = game.join("Ben of Skerry");
        mia = game.join("Mia of Strand");
        smuggler = game.cast("The one-eyed smuggler", anna);
        keeper = game.cast("The sleepless keeper", ben);
        lighthouse = game.ada().newSceneOneAtATime("The lighthouse");
        pilot = game.ada().cast(lighthouse, "The tattooed pilot", anna);
        diver = game.ada().cast(lighthouse, "The silent diver", ben);
        secrets.put("user id", anna.userId());
        secrets.put("user name", anna.username());
        secrets.put("character", smuggler.name());
        secrets.put("other character", pilot.name());
    }

    @AfterEach
    void stop() {
        game.close();
    }

    /** Asks for everything that somebody can ask for. */
    private void askForEverything(Player asking) throws Exception {
        List<String> paths = new ArrayList<>(List.of(
                "/",
                "/holdfast.js",
                "/openapi.json",
                "/docs",
                "/health",
                "/health/live",
                "/health/ready",
                "/metrics",
                "/play/users",
                "/play/me",
                "/play/scenes",
                "/v1/session",
                "/v1/locks",
                "/v1/locks?prefix=scene/",
                "/v1/locks?state=live",
                "/v1/locks?user=" + anna.userId(),
                "/v1/locks?user=" + Player.encoded(anna.username()),
                "/v1/locks?owner=tab",
                "/v1/history",
                "/v1/history?prefix=scene/",
                "/v1/history?owner=tab"));
        for (String scene : List.of(game.scene(), lighthouse)) {
            paths.addAll(List.of(
                    "/play/scenes/" + scene,
                    "/play/scenes/" + scene + "?after=0",
                    "/v1/locks?prefix=" + Player.encoded("scene/" + scene + "/"),
                    "/v1/history?prefix=" + Player.encoded("scene/" + scene + "/")));
        }
        for (String resource : List.of(smuggler.resource(), pilot.turn(), keeper.resource(), diver.turn())) {
            paths.add("/v1/locks/" + Player.encoded(resource));
            paths.add("/v1/policies/" + Player.encoded(resource));
            paths.add("/v1/drafts/" + Player.encoded(resource));
            paths.add("/v1/drafts/" + Player.encoded(resource) + "?author=" + anna.userId());
        }
        for (String path : paths) {
            asking.get(path);
        }
        String nobodys = UUID.randomUUID().toString();
        for (SceneCharacter character : List.of(smuggler, pilot)) {
            asking.draft(character);
            asking.forceRelease(character);
            asking.post(character.path("/lock"), Map.of());
            asking.post(character.path("/lock/heartbeat"), Map.of("lockId", nobodys));
            asking.post(character.path("/lock/release"), Map.of("lockId", nobodys));
            asking.post(character.path("/draft/discard"), Map.of());
            asking.post(character.path("/delete"), Map.of());
            asking.post(
                    "/play/scenes/" + character.sceneId() + "/posts",
                    Map.of("lockId", nobodys, "characterId", character.characterId(), "content", "In another's name"));
        }
        for (String resource : List.of(smuggler.resource(), pilot.turn())) {
            asking.post("/v1/locks", Map.of("resources", List.of(resource), "owner", Map.of("id", "tab")));
            asking.post("/v1/fences/check", Map.of("resource", resource, "fence", 1));
            asking.post("/v1/admin/locks/" + Player.encoded(resource) + "/release", Map.of("reason", "curious"));
            asking.delete("/v1/locks/" + Player.encoded(resource));
        }
    }

    /** All that others can do to find out, while somebody holds that lock or has just lost it. */
    private void lookAround() throws Exception {
        for (Player curious : List.of(ben, mia, Player.nobody(game.address()))) {
            askForEverything(curious);
        }
        for (Player knowing : List.of(anna, game.ada())) {
            knowing.scene(game.scene());
            knowing.scene(lighthouse);
        }
        anna.draft(smuggler);
        game.ada().get("/v1/locks");
        game.ada().get("/v1/history");
    }

    /** Takes that lock, types, and remembers what nobody else may see from then on. */
    private Tab holding(SceneCharacter character, String resource) throws Exception {
        game.coolDown();
        Tab tab = anna.tab(character, "tab").taken();
        tab.type("Written in secret").expect(200);
        secrets.put("draft", "Written in secret");
        secrets.put("lock " + tab.lockId(), tab.lockId());
        secrets.put("receipt 0" + tab.lockId(), tab.lockId().replace("-", ""));
        LockView view = game.play().locks().view(resource);
        assertThat(view.holders()).hasSize(1);
        secrets.put("owner " + resource, view.holders().get(0).hold().owner().id());
        return tab;
    }

    @Test
    @DisplayName("C10: no answer, event, page or log line gives a holder away; the game master sees it all")
    void holder_isGivenAwayNowhere() throws Exception {
        try (LogLines log = LogLines.capture();
                Channel first = ben.listen(game.scene());
                Channel second = ben.listen(lighthouse);
                Channel raw = ben.stream("/v1/events?prefix=" + Player.encoded("scene/" + game.scene() + "/"));
                Channel adas = game.ada().listen(game.scene())) {
            String users = ben.get("/play/users").expect(200).body();

            Tab tab = holding(smuggler, smuggler.resource());
            lookAround();
            assertThat(ben.get("/play/users").body())
                    .as("the list of users says nothing of holders")
                    .isEqualTo(users);
            first.await("lock_acquired", smuggler);
            raw.await("lock", event -> event.text("resource").equals(smuggler.resource()));

            anna.onAnotherDevice().tab(smuggler).take().expect(429);
            game.coolDown();
            anna.onAnotherDevice().tab(smuggler).take().expect(423);
            lookAround();

            game.later(Duration.ofSeconds(90));
            game.sweep();
            first.await("lock_released", smuggler);
            lookAround();
            tab.touch().expect(410);

            tab = holding(smuggler, smuggler.resource());
            game.ada()
                    .post(smuggler.path("/lock/force-release"), Map.of("reason", "Time is up"))
                    .expect(200);
            lookAround();
            tab.touch().expect(410);

            tab = holding(smuggler, smuggler.resource());
            tab.submit("Buried under the pier", Map.of("hidden", true, "intention", "to bury it"))
                    .expect(201);
            secrets.put("hidden post", "Buried under the pier");
            secrets.put("hidden intention", "to bury it");
            lookAround();

            game.coolDown();
            String receipt = anna.takeByHoldfast(smuggler.resource());
            secrets.put("receipt of holdfast.js", receipt.substring(0, 20));
            lookAround();
            assertThat(game.play().locks().view(smuggler.resource()).free()).isFalse();
            anna.delete("/v1/holds/" + Player.encoded(receipt)).expect(204);

            tab = holding(pilot, pilot.turn());
            second.await("lock_acquired", pilot);
            ben.tab(diver).take().expect(423);
            lookAround();
            tab.cancel().expect(204);
            second.await("lock_released", pilot);

            game.coolDown();
            Tab bens = ben.tab(diver).taken();
            anna.tab(pilot).take().expect(423);
            bens.submit("Seen by all").expect(201);
            second.await("post_created");
            adas.await("post_created");
            lookAround();

            assertFoundWhereItMayBe();
            for (Player curious : List.of(ben, mia)) {
                for (Player.Told told : curious.told()) {
                    assertNothingGivenAway(told.asked(), told.bytes());
                }
            }
            assertThat(log.lines()).as("refusals are logged").isNotEmpty();
            for (String line : log.lines()) {
                assertNothingGivenAway("the log", line);
            }
        }
    }

    private void assertNothingGivenAway(String asked, String bytes) {
        if (asked.equals("GET /play/users")) {
            return; // everybody alike, whether they hold anything or not
        }
        String searched = searched(bytes);
        secrets.forEach((what, secret) -> assertThat(searched)
                .as("the " + what + " upon " + asked)
                .doesNotContain(secret.toLowerCase(Locale.ROOT)));
    }

    private static String searched(String bytes) {
        return bytes.toLowerCase(Locale.ROOT);
    }

    /** The search would find them: each is somewhere in what the holder or the game master was sent. */
    private void assertFoundWhereItMayBe() {
        String adas = all(game.ada());
        assertThat(adas)
                .contains(
                        anna.userId(),
                        anna.username().toLowerCase(Locale.ROOT),
                        smuggler.name().toLowerCase(Locale.ROOT),
                        pilot.name().toLowerCase(Locale.ROOT),
                        "buried under the pier",
                        "to bury it");
        String annas = all(anna);
        secrets.forEach((what, secret) -> {
            if (!what.startsWith("owner") && !what.startsWith("receipt 0")) {
                assertThat(annas).as(what).contains(secret.toLowerCase(Locale.ROOT));
            }
        });
    }

    private static String all(Player player) {
        return player.told().stream()
                .filter(told -> !told.asked().equals("GET /play/users"))
                .map(told -> searched(told.bytes()))
                .collect(Collectors.joining("\n"));
    }
}
