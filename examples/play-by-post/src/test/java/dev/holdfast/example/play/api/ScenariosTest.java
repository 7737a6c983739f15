package dev.holdfast.example.play.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.Extent;
import dev.holdfast.testkit.Race;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** C16: the eight scenarios of the document, through the interface, in a time of their own. */
class ScenariosTest extends InGame {
    private static final String MESSAGE = "Another player is currently posting";
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

    @Test
    @DisplayName("C16.1: of players who take the post in the same moment one gets it, the others a generic message")
    void concurrentAcquisition_hasOneWinner() throws Exception {
        String scene = game.ada().newSceneOneAtATime("The lighthouse");
        List<Tab> tabs = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Player player = game.join("Player " + i);
            tabs.add(player.tab(game.ada().cast(scene, "Sailor " + i, player)));
        }
        for (int round = 0; round < Extent.of(10, 25); round++) {
            List<Answer> answers = Race.run(tabs.size(), i -> tabs.get(i)::take);

            List<Tab> winners = tabs.stream()
                    .filter(tab -> answers.get(tabs.indexOf(tab)).status() == 201)
                    .toList();
            assertThat(winners).hasSize(1);
            Tab winner = winners.get(0);
            for (Answer refused : answers) {
                if (refused.status() != 201) {
                    assertThat(refused.expect(423).json()).containsEntry("success", false);
                    assertThat(refused.text("detail")).isEqualTo(MESSAGE);
                    assertThat(refused.at("conflictHolder"))
                            .isEqualTo(Map.of("characterId", winner.character().characterId()));
                }
            }
            winner.touch().expect(200);
            winner.cancel().expect(204);
            game.coolDown();
        }
    }

    @Test
    @DisplayName("C16.1: of two tabs that take the same character in the same moment one gets it")
    void concurrentAcquisition_byTabs_hasOneWinner() throws Exception {
        List<Tab> tabs = List.of(
                anna.tab(smuggler, "left"),
                anna.tab(smuggler, "right"),
                anna.onAnotherDevice().tab(smuggler, "phone"));
        for (int round = 0; round < Extent.of(10, 25); round++) {
            List<Answer> answers = Race.run(tabs.size(), i -> tabs.get(i)::take);

            // The winner's acquire has started the cooldown of all three.
            assertThat(answers).extracting(Answer::status).containsOnlyOnce(201).isSubsetOf(201, 423, 429);
            Tab winner = tabs.get(answers.stream().map(Answer::status).toList().indexOf(201));
            game.coolDown();
            for (Tab tab : tabs) {
                if (tab != winner) {
                    assertThat(tab.take().expect(423).text("detail")).isEqualTo(MESSAGE);
                }
            }
            winner.touch().expect(200);
            winner.cancel().expect(204);
            game.coolDown();
        }
    }

    @Test
    @DisplayName("C16.2: without a keystroke the lock ends after exactly 10 minutes, pings or not; the draft stays")
    void inactivity_endsTheLockAfterTenMinutes() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        tab.type("The tide is out").expect(200);
        long typed = game.time().instant().toEpochMilli();
        game.laterWithPings(TEN_MINUTES.minus(MOMENT), tab);

        Tab phone = anna.onAnotherDevice().tab(smuggler);
        phone.take().expect(423);
        assertThat(game.ada().scene(game.scene()).number("indicator", "holder", "expiresAt"))
                .isEqualTo(typed + TEN_MINUTES.toMillis());
        Answer last = tab.ping().expect(200);
        assertThat(last.number("expiresAt")).as("no ping moves it").isEqualTo(typed + TEN_MINUTES.toMillis());
        assertThat(last.number("remainingSeconds")).isIn(0L, 1L);

        game.later(MOMENT);
        assertThat(tab.ping().expect(410).says("acknowledged")).isFalse();
        tab.submit("The tide is out, and we are not").expect(410);
        assertThat(game.ada().scene(game.scene()).says("indicator", "isLocked")).isFalse();
        phone.take().expect(201);
        assertThat(phone.draft().expect(200).text("content")).contains("The tide is out");
    }

    @Test
    @DisplayName("C16.2: each keystroke gives another 10 minutes")
    void keystroke_givesTenMoreMinutes() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        game.laterWithPings(TEN_MINUTES.minus(MOMENT), tab);
        tab.touch().expect(200);
        game.laterWithPings(TEN_MINUTES.minus(MOMENT), tab);
        tab.ping().expect(200);
        game.later(MOMENT);
        tab.ping().expect(410);
    }

    @Test
    @DisplayName("C16.3: three missed pings end the lock; the draft is there after coming back")
    void disconnection_endsTheLockAfterThreeMissedPings() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        tab.type("A boat without lights").expect(200);
        game.later(Duration.ofSeconds(90).minus(MOMENT));
        Tab other = anna.tab(smuggler, "other");
        other.take().expect(423);
        tab.ping().expect(200);

        game.later(Duration.ofSeconds(90).minus(MOMENT));
        other.take().expect(423);
        game.later(MOMENT);
        game.sweep();
        assertThat(game.tables().locked()).isEmpty();
        assertThat(tab.touch().expect(410).says("acknowledged")).isFalse();

        tab.take().expect(201);
        assertThat(tab.draft().expect(200).text("content")).isEqualTo("A boat without lights");
    }

    @Test
    @DisplayName("C16.4: what was typed on one device is there on the other, once the first has let go")
    void draft_followsToAnotherDevice() throws Exception {
        Tab laptop = anna.tab(smuggler).taken();
        laptop.type("Two lanterns, one").expect(200);
        laptop.type("Two lanterns, one answer").expect(200);
        game.coolDown();

        Tab phone = anna.onAnotherDevice().tab(smuggler);
        assertThat(phone.take().expect(423).text("detail")).isEqualTo(MESSAGE);
        laptop.cancel().expect(204);
        game.coolDown();
        phone.taken();
        assertThat(phone.draft().expect(200).text("content")).isEqualTo("Two lanterns, one answer");

        phone.type("Two lanterns, and no answer").expect(200);
        assertThat(laptop.draft().expect(200).text("content")).isEqualTo("Two lanterns, and no answer");
        assertThat(laptop.draft().number("revision")).isEqualTo(3);
    }

    @Test
    @DisplayName("C16.5: acquired and given back, it can be taken again after 5 seconds and not before")
    void pace_refusesTheSecondAcquire() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        tab.cancel().expect(204);

        Answer refused = tab.take().expect(429);
        assertThat(refused.says("success")).isFalse();
        assertThat(refused.header("Retry-After")).isEqualTo("5");
        game.later(Duration.ofMillis(4_999));
        assertThat(tab.take().expect(429).header("Retry-After")).isEqualTo("1");
        game.later(MOMENT);
        tab.take().expect(201);
    }

    @Test
    @DisplayName("C16.6: the game master releases the lock; the player is told and keeps the draft")
    void forceRelease_isToldAndKeepsTheDraft() throws Exception {
        Tab tab = anna.tab(smuggler);
        try (Channel channel = anna.listen(game.scene())) {
            tab.taken().type("I count the barrels").expect(200);
            channel.await("lock_acquired", smuggler);
            assertThat(game.ada().forceRelease(smuggler).expect(200).says("success"))
                    .isTrue();
            Channel.Event told = channel.await("lock_force_released");
            assertThat(told.data())
                    .containsEntry("type", "lock_force_released")
                    .containsEntry("message", "GM has released your compose lock")
                    .containsEntry("sceneId", game.scene())
                    .containsEntry("characterId", smuggler.characterId());
            channel.await("lock_released", smuggler);
        }
        tab.touch().expect(410);
        assertThat(game.tables().locked()).isEmpty();
        assertThat(tab.draft().expect(200).text("content")).isEqualTo("I count the barrels");
        game.coolDown();
        tab.take().expect(201);
    }

    @Test
    @DisplayName("C16.7: what expired while the server was down is gone when it has started")
    void staleLock_isClearedAtTheStart() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        tab.type("Left in the middle").expect(200);
        game.stop();
        assertThat(game.tables().locked()).containsExactly(smuggler.characterId());
        game.later(TEN_MINUTES.plus(MOMENT));
        game.start();

        assertThat(game.tables().locked()).isEmpty();
        tab.at(game.address()).touch().expect(410);
        Tab again = tab.at(game.address());
        again.take().expect(201);
        assertThat(again.draft().expect(200).text("content")).isEqualTo("Left in the middle");
    }

    @Test
    @DisplayName("C16.7: what expired is cleared by the checker that runs every 30 seconds, and all are told")
    void staleLock_isClearedByTheChecker() throws Exception {
        Player ben = game.join("Ben");
        game.cast("The keeper", ben);
        try (Channel channel = ben.listen(game.scene())) {
            Tab tab = anna.tab(smuggler).taken();
            channel.await("lock_acquired", smuggler);
            game.later(TEN_MINUTES);
            game.sweep();
            assertThat(game.tables().locked()).isEmpty();
            channel.await("lock_released", smuggler);
            tab.touch().expect(410);
        }
    }

    @Test
    @DisplayName(
            "C16.7: an expired row that was put into the table is cleared by the checker; a fresh one and a lock stay")
    void staleRow_isClearedByTheChecker() throws Exception {
        SceneCharacter keeper = game.cast("The keeper", game.join("Ben"));
        Player eva = game.join("Eva");
        SceneCharacter gull = game.cast("The gull", eva);
        anna.tab(smuggler).taken();
        long now = game.time().instant().toEpochMilli();
        row(keeper, now - 1);
        row(gull, now + 1_000);
        game.sweep();
        assertThat(game.tables().locked()).containsExactlyInAnyOrder(smuggler.characterId(), gull.characterId());
        eva.tab(gull).taken();
        assertThat(game.tables()
                        .rows("SELECT count(*) FROM compose_locks WHERE character_id = '" + gull.characterId() + "'"))
                .as("a row by hand keeps nobody from composing")
                .containsExactly("1");
    }

    private void row(SceneCharacter character, long expires) throws Exception {
        game.tables()
                .execute("INSERT INTO compose_locks (lock_id, scene_id, character_id, user_id, acquired_at,"
                        + " last_activity_at, expires_at) SELECT '" + UUID.randomUUID()
                        + "', scene_id, id, user_id, 0, 0, "
                        + expires + " FROM characters WHERE id = '" + character.characterId() + "'");
    }

    @Test
    @DisplayName("C16.8: one lock per user and scene, of several characters too; after posting the next may be taken")
    void secondCharacter_waitsForTheFirst() throws Exception {
        SceneCharacter keeper = game.cast("The keeper", anna);
        Tab first = anna.tab(smuggler).taken();
        game.coolDown();

        Tab second = anna.tab(keeper);
        Answer refused = second.take().expect(409);
        assertThat(refused.says("success")).isFalse();
        assertThat(refused.at("conflictHolder")).isEqualTo(Map.of("characterId", smuggler.characterId()));
        anna.onAnotherDevice().tab(keeper).take().expect(409);

        first.submit("Done here").expect(201);
        game.coolDown();
        second.take().expect(201);
        second.submit("And here").expect(201);
        assertThat(anna.posts(game.scene())).containsExactly("Done here", "And here");
    }
}
