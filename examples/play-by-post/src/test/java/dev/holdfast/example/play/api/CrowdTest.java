package dev.holdfast.example.play.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.check.Extent;
import dev.holdfast.example.play.Play;
import dev.holdfast.example.play.PlayOptions;
import dev.holdfast.testkit.HistoryChecker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Players of several scenes who type, cancel, post, are cut off and come back on another device, and game masters who release
 * their locks. They go on until each of that has happened; longer with {@code -Dholdfast.crowd.seconds=600}. Then all that they
 * were answered must be true.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CrowdTest {
    private static final int SCENES = Extent.of(8, 20);
    private static final int PLAYERS = 10;
    private static final Duration WHILE = Duration.ofSeconds(Long.getLong("holdfast.crowd.seconds", Extent.of(3, 20)));

    @TempDir
    private Path folder;

    private final Ledger ledger = new Ledger();
    private final List<Director> directors = new ArrayList<>();
    private final List<Typist> typists = new ArrayList<>();

    @Test
    @DisplayName(
            "C1, C7, C8: no draft is lost, nobody composes beside another, and posts stand in the order of the releases")
    void crowd_losesNothingAndKeepsItsOrder() throws Exception {
        Path file = folder.resolve("play.db");
        try (Play play = Play.start(PlayOptions.at("sqlite:" + file).port(0))) {
            cast(play.address());
            try (Steps steps = new Steps()) {
                typists.forEach(steps::begin);
                directors.forEach(steps::begin);
                steps.run(WHILE, ledger::sawEverything);
            }
            assertOneHolderAtATime(Tables.of(file));
            for (Typist typist : typists) {
                typist.draftIsThere();
            }
            for (Director director : directors) {
                assertPostsAreInOrder(play, director);
            }
            assertThat(ledger.posts()).doesNotHaveDuplicates();
        }
    }

    private void cast(String address) throws Exception {
        for (int s = 0; s < SCENES; s++) {
            Player master = Player.join(address, "Master " + s);
            boolean oneAtATime = s % 3 == 0;
            String scene = oneAtATime ? master.newSceneOneAtATime("Scene " + s) : master.newScene("Scene " + s);
            Director director = new Director(master, scene, ledger, s);
            directors.add(director);
            for (int p = 0; p < PLAYERS; p++) {
                int number = s * PLAYERS + p;
                Player player = Player.join(address, "Player " + number);
                SceneCharacter character = master.cast(scene, "Character " + number, player);
                List<Player> devices = List.of(player, player.onAnotherDevice());
                typists.add(new Typist(number, devices, character, oneAtATime, director, ledger));
            }
        }
    }

    private void assertOneHolderAtATime(Tables tables) throws Exception {
        typists.forEach(Typist::settle);
        assertThat(HistoryChecker.violations(ledger.tenures())).isEmpty();
        assertThat(HistoryChecker.violations(ledger.turns())).isEmpty();
        Set<String> locked = new HashSet<>(tables.locked());
        Set<String> mayBe = new HashSet<>();
        for (Typist typist : typists) {
            if (typist.mayHold()) {
                mayBe.add(typist.character().characterId());
            }
            assertThat(locked.contains(typist.character().characterId()))
                    .as("the row of " + typist.character().name())
                    .isEqualTo(typist.stillHolds(locked));
        }
        assertThat(mayBe).as("nobody holds what nobody took").containsAll(locked);
    }

    /** The releases of a scene that were posts, as Holdfast remembers them, are its posts in their order. */
    private void assertPostsAreInOrder(Play play, Director director) throws Exception {
        List<Ledger.Posted> posts = director.posts();
        assertThat(posts)
                .as("all that was answered as posted, and nothing else")
                .containsExactlyInAnyOrderElementsOf(ledger.postsOf(director.scene()));
        List<String> written = posts.stream().map(Ledger.Posted::hold).toList();
        List<String> released = new ArrayList<>();
        for (var past :
                play.locks().admin().history(new HistoryQuery("scene/" + director.scene() + "/", null, 10_000))) {
            LockEvent notice = past.event();
            String hold = past.event().resource() + " " + notice.hold().fence();
            if (notice.kind() == LockEvent.EventKind.RELEASED && written.contains(hold)) {
                released.add(hold);
            }
        }
        Collections.reverse(released);
        // A long run outgrows the history, which keeps the newest.
        assertThat(released).isEqualTo(written.subList(written.size() - released.size(), written.size()));
        assertThat(released.isEmpty()).isEqualTo(written.isEmpty());
    }
}
