package dev.holdfast.server.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.BrowserContext;
import dev.holdfast.LockHandle;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.check.LongTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** What several tabs and elements of a page see of each other, live. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class TabsTest extends InChromium {
    private static final String WATCH = """
            globalThis.seen = [],
            globalThis.stop = holdfast.watch('%s', lock => seen.push(lock.resource + (lock.free ? ' free' : ' ' + lock.holders[0].name))),
            null""";

    @TempDir
    private Path folder;

    private Stage stage;

    @BeforeEach
    void start() {
        stage = new Stage(browser, folder);
    }

    @AfterEach
    void stop() {
        stage.close();
    }

    private LockHandle take(String resource, String name) throws InterruptedException {
        return stage.locks()
                .acquire(LockRequest.of(resource).owner(Owner.of(name + "'s").named(name)));
    }

    private static void awaitSeen(Tab tab, String what) {
        tab.page().waitForFunction("what => seen.includes(what)", what);
    }

    @Test
    @LongTest(
            "one of many pages; covered by tabs_shareOneStream_andGoOnWhenItsTabIsClosed and EventsTest in every check")
    void watch_tellsWhatIsThereAndWhatChanges() throws Exception {
        LockHandle first = take("policy/1", "Anna");
        Tab tab = stage.tab().open("mia");
        tab.run(WATCH.formatted("policy/"));
        awaitSeen(tab, "policy/1 Anna");
        LockHandle second = take("policy/2", "Ben");
        LockHandle other = take("scene/1", "Eva");
        awaitSeen(tab, "policy/2 Ben");
        first.close();
        awaitSeen(tab, "policy/1 free");
        tab.run("stop()");
        tab.run(WATCH.formatted("scene/"));
        awaitSeen(tab, "scene/1 Eva");
        assertThat(tab.text("seen.join()")).isEqualTo("scene/1 Eva");
        second.close();
        other.close();
    }

    @Test
    void tabs_shareOneStream_andGoOnWhenItsTabIsClosed() throws Exception {
        BrowserContext context = stage.somebody();
        List<String> streams = new ArrayList<>();
        context.onRequest(request -> {
            if (request.url().contains("/v1/events")) {
                streams.add(request.url());
            }
        });
        Tab leader = new Tab(context.newPage(), stage.address()).open("mia");
        leader.run(WATCH.formatted("policy/"));
        Tab second = leader.beside().open("tom");
        Tab third = leader.beside().open("eva");
        LockHandle held = take("policy/1", "Anna");
        awaitSeen(leader, "policy/1 Anna");
        second.run(WATCH.formatted("policy/"));
        third.run(WATCH.formatted("policy/1"));
        awaitSeen(second, "policy/1 Anna");
        awaitSeen(third, "policy/1 Anna");
        assertThat(streams).hasSize(1);
        leader.page().close();
        held.close();
        awaitSeen(second, "policy/1 free");
        awaitSeen(third, "policy/1 free");
        LockHandle again = take("policy/1", "Ben");
        awaitSeen(second, "policy/1 Ben");
        awaitSeen(third, "policy/1 Ben");
        again.close();
    }

    @Test
    @LongTest("one of many pages; covered by the unit tests of feed.js in every check")
    void tabs_thatWatchOtherThings_areServedToo() throws Exception {
        Tab leader = stage.tab().open("mia");
        leader.run(WATCH.formatted("policy/"));
        Tab other = leader.beside().open("tom");
        LockHandle held = take("policy/1", "Anna");
        awaitSeen(leader, "policy/1 Anna");
        other.run(WATCH.formatted("scene/"));
        LockHandle scene = take("scene/1", "Eva");
        awaitSeen(other, "scene/1 Eva");
        held.close();
        awaitSeen(leader, "policy/1 free");
        assertThat(other.text("seen.join()")).isEqualTo("scene/1 Eva");
        assertThat(leader.text("seen.join()")).doesNotContain("scene");
        scene.close();
    }

    @Test
    @DisplayName("a closed tab releases its lock within seconds, one that is loaded again keeps it")
    void closedTab_releasesItsLock_butAReloadKeepsIt() {
        Tab loadedAgain = stage.tab().open("mia");
        Tab closed = loadedAgain.beside().open("tom");
        assertThat(loadedAgain.take("policy/1")).isNull();
        assertThat(closed.take("policy/2")).isNull();
        loadedAgain.reload("mia");
        loadedAgain.run("holdfast.resume().then(([hold]) => { globalThis.hold = note(hold); })");
        closed.page().close();
        // The first page left before the second: its hold would be released by then.
        await().until(() -> stage.locks().view("policy/2").free());
        assertThat(loadedAgain.is("hold.held")).isTrue();
        assertThat(stage.locks().view("policy/1").free()).isFalse();
        assertThat(loadedAgain.times("lost")).isZero();
    }

    @Test
    @LongTest("opens eight pages; covered by tabs_shareOneStream_andGoOnWhenItsTabIsClosed in every check")
    void moreTabsThanABrowserOpensConnections_stillWork() {
        BrowserContext context = stage.somebody();
        List<Tab> tabs = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Tab tab = new Tab(context.newPage(), stage.address()).open("mia");
            assertThat(tab.take("policy/" + i)).isNull();
            tabs.add(tab);
        }
        tabs.forEach(tab -> assertThat(tab.is("hold.release()")).isTrue());
    }

    @Test
    @LongTest("one of many pages; covered by the unit tests of feed.js in every check")
    void stream_withAToken_isReadByFetch() throws Exception {
        Tab tab = stage.tab().open(java.util.Map.of("name", "mia", "token", "secret"));
        tab.run(WATCH.formatted("policy/"));
        LockHandle held = take("policy/1", "Anna");
        awaitSeen(tab, "policy/1 Anna");
        held.close();
        awaitSeen(tab, "policy/1 free");
    }
}
