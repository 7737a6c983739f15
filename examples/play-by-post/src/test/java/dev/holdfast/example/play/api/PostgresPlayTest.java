package dev.holdfast.example.play.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.engines.PostgresServer;
import dev.holdfast.example.play.Play;
import dev.holdfast.example.play.PlayOptions;
import dev.holdfast.testkit.Race;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same on PostgreSQL, whose clock is its own, with two servers on one database. Each test has people of its own. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PostgresPlayTest {
    private static final AtomicInteger COUNT = new AtomicInteger();

    @TempDir
    private static Path folder;

    private static PostgresServer database;
    private static Play one;
    private static Play two;

    private Player ada;
    private Player anna;
    private Player ben;
    private String scene = "";
    private SceneCharacter smuggler;
    private SceneCharacter keeper;

    @BeforeAll
    static void startServers() {
        database = PostgresServer.start(folder.resolve("database"));
        one = Play.start(PlayOptions.at(database.address()).port(0));
        two = Play.start(PlayOptions.at(database.address()).port(0));
    }

    @AfterAll
    static void stopServers() {
        if (two != null) {
            two.close();
        }
        if (one != null) {
            one.close();
        }
        if (database != null) {
            database.close();
        }
    }

    @BeforeEach
    void cast() throws Exception {
        int test = COUNT.incrementAndGet();
        ada = Player.join(one.address(), "Ada " + test);
        anna = Player.join(one.address(), "Anna " + test);
        ben = Player.join(one.address(), "Ben " + test);
        scene = ada.newSceneOneAtATime("The lighthouse");
        smuggler = ada.cast(scene, "The smuggler", anna);
        keeper = ada.cast(scene, "The keeper", ben);
    }

    private static Tables tables() {
        return Tables.by(database::connect);
    }

    private List<String> locked() throws Exception {
        return tables().rows("SELECT character_id FROM compose_locks WHERE scene_id = '" + scene + "'");
    }

    private List<String> drafted() throws Exception {
        return tables().rows("SELECT character_id FROM compose_drafts WHERE scene_id = '" + scene + "'");
    }

    @Test
    void post_isWrittenUnderALock() throws Exception {
        Tab annas = anna.tab(smuggler).taken();
        assertThat(locked()).containsExactly(smuggler.characterId());
        assertThat(ben.tab(keeper).take().expect(423).at("conflictHolder"))
                .isEqualTo(Map.of("characterId", smuggler.characterId()));
        Answer typed = annas.type("Under \"the\" lamp\n\uD83D\uDD26").expect(200);
        assertThat(typed.number("remainingSeconds")).isBetween(590L, 600L);
        assertThat(annas.draft().expect(200).text("content")).isEqualTo("Under \"the\" lamp\n\uD83D\uDD26");
        assertThat(drafted()).containsExactly(smuggler.characterId());

        String post = annas.submit("Under the lamp").expect(201).text("postId");
        assertThat(annas.submit("Under the lamp").expect(201).text("postId")).isEqualTo(post);
        assertThat(ben.posts(scene)).containsExactly("Under the lamp");
        assertThat(locked()).isEmpty();
        assertThat(drafted()).isEmpty();
        annas.draft().expect(404);
        ben.tab(keeper).take().expect(201);
    }

    @Test
    @DisplayName("C16.6: the game master releases the lock, at another server than the player's")
    void forceRelease_reachesTheHolder() throws Exception {
        Tab tab = anna.tab(smuggler);
        try (Channel channel = anna.listen(scene);
                Channel bens = ben.at(two.address()).listen(scene)) {
            tab.taken().type("Kept").expect(200);
            channel.await("lock_acquired", smuggler);
            bens.await("lock_acquired", smuggler);
            ada.at(two.address()).forceRelease(smuggler).expect(200);
            assertThat(channel.await("lock_force_released", smuggler).text("message"))
                    .isEqualTo("GM has released your compose lock");
            bens.await("lock_released", smuggler);
            assertThat(bens.named("lock_force_released")).isEmpty();
        }
        tab.touch().expect(410);
        assertThat(locked()).isEmpty();
        assertThat(tab.draft().expect(200).text("content")).isEqualTo("Kept");
        ben.tab(keeper).take().expect(201);
    }

    @Test
    void servers_actAsOne() throws Exception {
        try (Channel there = ben.at(two.address()).listen(scene);
                Channel here = anna.listen(scene)) {
            Tab tab = anna.tab(smuggler).taken();
            there.await("lock_acquired", smuggler);
            here.await("lock_acquired", smuggler);
            ben.at(two.address()).tab(keeper).take().expect(423);
            tab.at(two.address()).type("Begun here, gone on there").expect(200);
            assertThat(tab.draft().expect(200).text("content")).isEqualTo("Begun here, gone on there");
            tab.at(two.address()).submit("Posted there").expect(201);
            here.await("lock_released", smuggler);
            assertThat(here.await("post_created").text("post")).contains("Posted there");
            assertThat(there.await("post_created").text("post")).contains("Posted there");
        }
    }

    @Test
    @DisplayName("C4: two servers keep one window")
    void window_isOneForTwoServers() throws Exception {
        SceneCharacter guest = ada.cast(ada.newScene("The inn"), "The guest", anna);
        // Time passes here as it likes: what counts is an attempt that came in time, and then it must be refused.
        await().atMost(Duration.ofSeconds(280)).until(() -> {
            Tab tab = anna.tab(smuggler);
            long before = System.nanoTime();
            if (tab.take().status() != 201) {
                return false;
            }
            tab.cancel().expect(204);
            Answer next = anna.at(two.address()).tab(guest).take();
            if (next.status() == 429) {
                assertThat(Integer.parseInt(next.header("Retry-After"))).isBetween(1, 5);
                return true;
            }
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofSeconds(5));
            anna.post(guest.path("/lock/release"), Map.of("lockId", next.text("lockId")))
                    .expect(204);
            return false;
        });
    }

    @Test
    @DisplayName("C16.1: of players at two servers who take the post in the same moment one gets it")
    void concurrentAcquisition_hasOneWinner() throws Exception {
        List<Tab> tabs = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Player player = Player.join(one.address(), "Sailor " + i + " of " + scene.substring(0, 8));
            SceneCharacter sailor = ada.cast(scene, "Sailor " + i, player);
            tabs.add(player.at(i % 2 == 0 ? one.address() : two.address()).tab(sailor));
        }
        while (tabs.size() > 1) {
            List<Answer> answers = Race.run(tabs.size(), i -> tabs.get(i)::take);
            List<Integer> statuses = answers.stream().map(Answer::status).toList();
            assertThat(statuses).containsOnlyOnce(201).isSubsetOf(201, 423);
            Tab winner = tabs.remove(statuses.indexOf(201));
            winner.touch().expect(200);
            winner.cancel().expect(204);
        }
    }

    @Test
    @DisplayName("C8: submitting twice in the same moment, at two servers, posts once")
    void submit_twiceAtOnce_postsOnce() throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        tab.type("Once").expect(200);
        List<Tab> both = List.of(tab, tab.at(two.address()));
        List<Answer> answers = Race.run(4, i -> () -> both.get(i % 2).submit("Once"));
        assertThat(answers)
                .extracting(answer -> answer.expect(201).text("postId"))
                .containsOnly(answers.get(0).text("postId"));
        assertThat(anna.posts(scene)).containsExactly("Once");
        assertThat(locked()).isEmpty();
        assertThat(drafted()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"INSERT ON posts", "INSERT ON witnesses", "DELETE ON compose_locks", "DELETE ON compose_drafts"})
    @DisplayName("C8: a failure at any step changes nothing, and submitting again succeeds")
    void failure_atAnyStep_changesNothing(String step) throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        tab.type("The whole of it").expect(200);
        String table = step.substring(step.lastIndexOf(' ') + 1);
        tables().execute("CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS"
                + " $$ BEGIN RAISE EXCEPTION 'broken'; END $$");
        tables().execute("CREATE TRIGGER broken BEFORE " + step + " FOR EACH ROW EXECUTE FUNCTION broken()");
        try {
            Answer failed = tab.submit("The whole of it, at last");
            assertThat(failed.status()).as(failed.body()).isBetween(500, 599);
            assertThat(locked()).containsExactly(smuggler.characterId());
            assertThat(tab.draft().expect(200).text("content")).contains("The whole of it");
            assertThat(anna.posts(scene)).isEmpty();
        } finally {
            tables().execute("DROP TRIGGER broken ON " + table);
            tables().execute("DROP FUNCTION broken");
        }
        tab.touch().expect(200);
        tab.submit("The whole of it, at last").expect(201);
        assertThat(anna.posts(scene)).containsExactly("The whole of it, at last");
        assertThat(locked()).isEmpty();
        assertThat(drafted()).isEmpty();
    }

    @Test
    @DisplayName("C14: both tables have their columns, keys, indexes and foreign keys")
    void tables_areThoseOfTheDocument() throws Exception {
        Shape locks = Shape.of(tables(), "compose_locks");
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
        Shape drafts = Shape.of(tables(), "compose_drafts");
        assertThat(drafts.primaryKey()).containsExactly("scene_id", "character_id");
        for (Shape shape : List.of(locks, drafts)) {
            assertThat(shape.cascades())
                    .containsExactlyInAnyOrder("scene_id scenes.id", "character_id characters.id", "user_id users.id");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"scenes", "characters", "users"})
    @DisplayName("C14: deleting a scene, character or user by hand deletes its locks and drafts")
    void delete_byHand_takesLocksAndDraftsAlong(String table) throws Exception {
        Tab tab = anna.tab(smuggler).taken();
        tab.type("Going").expect(200);
        String id = switch (table) {
            case "scenes" -> scene;
            case "characters" -> smuggler.characterId();
            default -> anna.userId();
        };
        tables().execute("DELETE FROM " + table + " WHERE id = '" + id + "'");
        assertThat(locked()).isEmpty();
        assertThat(drafted()).isEmpty();
        assertThat(one.locks().view(smuggler.turn()).free()).isTrue();
        assertThat(one.locks().drafts().get(smuggler.turn(), anna.userId())).isEmpty();
        assertThat(tab.touch().status()).isIn(401, 403, 404, 410);
    }
}
