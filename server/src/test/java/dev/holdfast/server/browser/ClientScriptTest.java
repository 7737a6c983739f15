package dev.holdfast.server.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Clock;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import dev.holdfast.check.LongTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The client for browsers: taking, keeping and losing holds. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class ClientScriptTest extends InChromium {
    private static final String HEARTBEATS = "**/heartbeat?whole=true";
    private static final String PING = "{\"active\":false}";

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

    /** A tab whose clock stands at the present from the beginning. It cannot be stopped at a time that it is past. */
    private Tab still() {
        Tab tab = stage.tab();
        long now = System.currentTimeMillis();
        tab.page().clock().install(new Clock.InstallOptions().setTime(now - 60_000));
        tab.page().clock().pauseAt(now);
        return tab;
    }

    /** Takes that in a tab whose clock stands, and lets the page say what it has to say. */
    private Tab stillHolding(String resource) {
        Tab tab = still().open("mia");
        tab.take(resource);
        // When the events are there it may ask once whether the hold is.
        tab.run("new Promise(resolve => { holdfast.watch('idle/', () => {}, resolve); })");
        tab.beats();
        tab.page().clock().runFor(2_000);
        return tab;
    }

    /** Lets the page's clock run in steps until that is so; what the page waits for from outside comes meanwhile. */
    private static void advance(Tab tab, BooleanSupplier so) {
        while (!so.getAsBoolean()) {
            tab.page().clock().runFor(500);
        }
    }

    private boolean free(String resource) {
        return stage.locks().view(resource).free();
    }

    @Test
    @DisplayName("C11: two tabs of one user compete like users")
    void acquire_inASecondTab_isRefusedWithWhoAndWhen() {
        Tab first = stage.tab().open("mia");
        Tab second = first.beside().open("mia");
        assertThat(first.text("holdfast.owner")).isNotEqualTo(second.text("holdfast.owner"));
        assertThat(first.take("policy/1", Map.of("note", "renewal 2027"))).isNull();
        Map<?, ?> refusal = second.take("policy/1");
        assertThat(refusal.get("name")).isEqualTo("Refusal");
        assertThat(refusal.get("status")).isEqualTo(423);
        assertThat(refusal.get("why")).isEqualTo("held");
        assertThat(refusal.get("holder")).isEqualTo("mia");
        assertThat((Integer) refusal.get("retryAfter")).isPositive();
        assertThat(refusal.get("message")).asString().contains("policy/1 has been held by mia", "renewal 2027");
        assertThat(first.is("hold.release()")).isTrue();
        assertThat(second.take("policy/1")).isNull();
        assertThat(second.is("hold.held")).isTrue();
    }

    @Test
    @LongTest("one of many pages; covered by SeveralContract and the unit tests of the client in every check")
    void acquire_ofSeveral_isAllOrNone() {
        Tab first = stage.tab().open("mia");
        Tab second = stage.tab().open("tom");
        assertThat(first.take("policy/2")).isNull();
        assertThat(second.text("holdfast.acquire(['policy/3', 'policy/2']).catch(refusal => refusal.status)"))
                .isEqualTo("423");
        assertThat(free("policy/3")).isTrue();
        first.run("hold.release()");
        assertThat(second.text("holdfast.acquire(['policy/3', 'policy/2'])"
                        + ".then(holds => holds.map(hold => hold.resource + ' ' + hold.held).join())"))
                .isEqualTo("policy/3 true,policy/2 true");
    }

    @Test
    @LongTest("one of many pages; covered by ServerTest and the unit tests of the client in every check")
    void acquire_waiting_isGrantedWhenItIsGivenBack() {
        Tab first = stage.tab().open("mia");
        Tab second = stage.tab().open("tom");
        first.take("policy/1");
        second.run("globalThis.waiting = holdfast.acquire('policy/1', { wait: '30s' }), null");
        await().until(() -> stage.locks().view("policy/1").queue().size() == 1);
        first.run("hold.release()");
        assertThat(second.is("waiting.then(hold => hold.held)")).isTrue();
    }

    @Test
    @LongTest("one of many pages; covered by ServerTest and the unit tests of the client in every check")
    void acquire_givenUpWhileWaiting_leavesTheLine() {
        Tab first = stage.tab().open("mia");
        Tab second = stage.tab().open("tom");
        first.take("policy/1");
        second.run("globalThis.stop = new AbortController(),"
                + " globalThis.waiting = holdfast.acquire('policy/1', { wait: 30, signal: stop.signal }), null");
        await().until(() -> stage.locks().view("policy/1").queue().size() == 1);
        second.run("stop.abort()");
        assertThat(second.text("waiting.catch(failure => failure.name)")).isEqualTo("AbortError");
        await().until(() -> stage.locks().view("policy/1").queue().isEmpty());
    }

    @Test
    @DisplayName("C5: a heartbeat at each keystroke, at most one in 2 s, and none is forgotten")
    void touch_often_sendsOneHeartbeatAtOnceAndOneAfterwards() {
        Tab tab = stillHolding("idle/1");
        assertThat(tab.beats()).isZero();
        tab.run("for (let i = 0; i < 20; i++) hold.heartbeat()");
        assertThat(tab.beats()).isEqualTo(1);
        tab.page().clock().runFor(1_900);
        assertThat(tab.beats()).isEqualTo(1);
        tab.page().waitForRequest(HEARTBEATS, () -> tab.page().clock().runFor(200));
        assertThat(tab.beats()).isEqualTo(2);
        tab.page().clock().runFor(20_000);
        assertThat(tab.beats()).isEqualTo(2);
    }

    @Test
    @DisplayName("C7: the draft is there after a reload, with the same hold, and on another device")
    void draft_isThereAfterAReloadAndInAnotherBrowser() {
        Tab tab = stage.tab().open("mia");
        tab.take("policy/1");
        assertThat(tab.is("hold.draft().then(draft => draft === null)")).isTrue();
        tab.run("hold.saveDraft('Once upon a time')");
        assertThat(tab.told("saved").get("revision")).isEqualTo(1);
        String receipt = tab.text("hold.receipt");
        String fence = tab.text("hold.fence");
        String owner = tab.text("holdfast.owner");
        tab.reload("mia");
        tab.run("holdfast.resume().then(holds => { globalThis.hold = note(holds[0]); })");
        assertThat(tab.is("hold.held")).isTrue();
        assertThat(tab.text("hold.receipt")).isEqualTo(receipt);
        assertThat(tab.text("hold.fence")).isEqualTo(fence);
        assertThat(tab.text("holdfast.owner")).isEqualTo(owner);
        assertThat(tab.text("hold.draft().then(draft => draft.text)")).isEqualTo("Once upon a time");
        stage.locks().admin().forceRelease("policy/1", "Ada", "next turn");
        assertThat(((Map<?, ?>) tab.told("lost").get("draft")).get("revision")).isEqualTo(1);
        Tab elsewhere = stage.tab().open("mia");
        assertThat(elsewhere.take("policy/1")).isNull();
        assertThat(elsewhere.text("hold.draft().then(draft => draft.text)")).isEqualTo("Once upon a time");
        elsewhere.run("hold.saveDraft('Once upon a time, there')");
        assertThat(elsewhere.told("saved").get("revision")).isEqualTo(2);
    }

    @Test
    @LongTest("one of many pages; covered by TextTest (of play-by-post) and the unit tests of draft.js in every check")
    @DisplayName("C7: what was written a moment before the page goes is not lost")
    void draft_writtenJustBeforeAReload_isSaved() {
        Tab tab = stage.tab().open("mia");
        tab.take("policy/1");
        tab.run("hold.saveDraft('one')");
        tab.told("saved");
        tab.run("hold.saveDraft('two')");
        tab.reload("mia");
        assertThat(tab.text("holdfast.resume().then(async ([hold]) => (await hold.draft()).text)"))
                .isEqualTo("two");
        await().until(() -> stage.locks()
                .drafts()
                .get("policy/1", "mia")
                .orElseThrow()
                .content()
                .equals("two"));
    }

    @Test
    @LongTest("one of many pages; covered by DraftContract and the unit tests of draft.js in every check")
    @DisplayName("C7: a revision that comes late is kept aside, and told")
    void draft_thatComesLate_isKeptAside() {
        Tab tab = stage.tab().open("mia");
        tab.take("policy/1");
        tab.run("hold.draft()");
        tab.post(
                "/v1/holds/" + tab.text("encodeURIComponent(hold.receipt)") + "/heartbeat",
                Map.of("draft", Map.of("author", "mia", "revision", 5, "content", "theirs")));
        tab.run("hold.saveDraft('mine')");
        Map<?, ?> told = tab.told("late");
        assertThat(((Map<?, ?>) told.get("late")).get("text")).isEqualTo("mine");
        assertThat(((Map<?, ?>) told.get("stored")).get("text")).isEqualTo("theirs");
        assertThat(tab.text("hold.late.text")).isEqualTo("mine");
        tab.run("hold.saveDraft('both')");
        assertThat(tab.told("saved").get("revision")).isEqualTo(6);
        assertThat(stage.locks().drafts().get("policy/1", "mia").orElseThrow().content())
                .isEqualTo("both");
    }

    @Test
    @LongTest("one of many pages; covered by the unit tests of draft.js in every check")
    void draft_whereNoneIsKept_isRefusedAndTheHoldLives() {
        Tab tab = stage.tab().open("mia");
        tab.take("plain/1");
        tab.run("hold.saveDraft('one')");
        assertThat(tab.told("refused").get("detail")).asString().contains("Drafts of plain/1 are not kept");
        assertThat(tab.is("hold.release()")).isTrue();
    }

    @Test
    @DisplayName("C13: a forced release reaches the holder at once, with who and why; the draft is kept")
    void lost_byForceRelease_isToldAtOnceAndNotTakenAgain() {
        Tab tab = stage.tab().open("mia");
        // The next ping would bring it too, but none arrives.
        tab.page().route(HEARTBEATS, route -> {
            if (PING.equals(route.request().postData())) {
                route.abort();
            } else {
                route.resume();
            }
        });
        tab.take("policy/1");
        tab.run("hold.saveDraft('one')");
        tab.told("saved");
        tab.run("hold.saveDraft('one, two')");
        tab.post("/v1/admin/locks/policy%2F1/release", Map.of("reason", "next turn", "by", "Ada"));
        Map<?, ?> loss = tab.told("lost");
        assertThat(loss.get("why")).isEqualTo("forced");
        assertThat(loss.get("by")).isEqualTo("Ada");
        assertThat(loss.get("reason")).isEqualTo("next turn");
        assertThat(loss.get("detail")).asString().contains("next turn", "Your text is kept");
        assertThat(((Map<?, ?>) loss.get("draft")).get("revision")).isEqualTo(2);
        assertThat(loss.get("text")).isEqualTo("one, two");
        assertThat(stage.locks().drafts().get("policy/1", "mia").orElseThrow().content())
                .isEqualTo("one, two");
        long beats = tab.beats();
        tab.run("hold.heartbeat(), hold.saveDraft('three')");
        assertThat(tab.beats()).isEqualTo(beats);
        assertThat(tab.is("hold.held")).isFalse();
        assertThat(tab.is("hold.release()")).isFalse();
        assertThat(free("policy/1")).isTrue();
    }

    @Test
    @LongTest("one of many pages; covered by the unit tests of hold.js in every check")
    void lost_whileThePageIsLoadedAgain_isToldByResume() {
        Tab tab = stage.tab().open("mia");
        tab.take("policy/1");
        tab.page().navigate("about:blank");
        tab.post("/v1/admin/locks/policy%2F1/release", Map.of("reason", "next turn"));
        tab.open("mia");
        tab.run("holdfast.resume().then(holds => { globalThis.holds = holds; })");
        assertThat(tab.number("holds.length")).isEqualTo(1);
        assertThat(tab.is("holds[0].held")).isFalse();
        assertThat(tab.text("holds[0].loss.why")).isEqualTo("forced");
        assertThat(tab.number("holdfast.resume().then(holds => holds.length)")).isZero();
    }

    @Test
    @LongTest("one of many pages; covered by DraftContract and SubmitTest in every check")
    @DisplayName("C8: submitting deletes the draft with the hold; what was lost cannot be submitted and keeps it")
    void release_discardingTheDraft_isAllOrNothing() {
        Tab tab = stage.tab().open("mia");
        tab.take("policy/1");
        tab.run("hold.saveDraft('one')");
        tab.told("saved");
        assertThat(tab.is("hold.release({ discardDraft: true })")).isTrue();
        assertThat(stage.locks().drafts().get("policy/1", "mia")).isEmpty();
        tab.take("policy/2");
        tab.run("told.length = 0, hold.saveDraft('two')");
        tab.told("saved");
        tab.page().route("**/v1/events*", Route::abort);
        stage.locks().admin().forceRelease("policy/2", "Ada", "next turn");
        assertThat(tab.is("hold.release({ discardDraft: true })")).isFalse();
        assertThat(tab.told("lost").get("by")).isEqualTo("Ada");
        assertThat(stage.locks().drafts().get("policy/2", "mia")).isPresent();
    }

    @Test
    @DisplayName("C6: after 3 failed heartbeats in a row the page is told, and again when one succeeds")
    void heartbeats_thatFail_areToldAfterTheThird() {
        Tab tab = stillHolding("idle/1");
        tab.page().route(HEARTBEATS, Route::abort);
        tab.run("hold.heartbeat()");
        advance(tab, () -> tab.beats() == 2);
        assertThat(tab.times("disconnected")).isZero();
        assertThat(tab.is("hold.connected")).isTrue();
        advance(tab, () -> tab.times("disconnected") == 1);
        assertThat(tab.beats()).isEqualTo(3);
        assertThat(tab.is("hold.connected")).isFalse();
        advance(tab, () -> tab.beats() > 4);
        assertThat(tab.times("disconnected")).isEqualTo(1);
        assertThat(tab.times("reconnected")).isZero();
        tab.page().unroute(HEARTBEATS);
        advance(tab, () -> tab.times("reconnected") == 1);
        assertThat(tab.is("hold.connected && hold.held")).isTrue();
    }

    @Test
    @LongTest("waits for several heartbeats; covered by TextTest (of play-by-post) in every check")
    void server_thatIsAwayForAMoment_endsNoHold() {
        Tab tab = stage.tab().open(Map.of("name", "mia", "user", "mia", "debounce", 200));
        tab.take("policy/1");
        Runnable again = stage.interrupt();
        tab.run("hold.saveDraft('while nobody listens')");
        tab.told("disconnected");
        again.run();
        tab.told("reconnected");
        await().untilAsserted(() -> assertThat(stage.locks()
                        .drafts()
                        .get("policy/1", "mia")
                        .orElseThrow()
                        .content())
                .isEqualTo("while nobody listens"));
        assertThat(tab.times("lost")).isZero();
        tab.post("/v1/admin/locks/policy%2F1/release", Map.of("reason", "next turn"));
        tab.told("lost");
    }

    @Test
    @LongTest("waits for several heartbeats; covered by the unit tests of hold.js in every check")
    void pings_goOnFromTheWorkerWhileThePagesTimersStand() {
        Tab tab = still().open("mia");
        tab.take("short/1");
        assertThat(tab.is("holdfast.heartbeatsFromWorker")).isTrue();
        for (int i = 0; i < 4; i++) {
            tab.page().waitForRequest(HEARTBEATS, () -> {});
        }
        assertThat(tab.beatBodies()).containsOnly(PING);
        assertThat(free("short/1")).isFalse();
    }

    @Test
    @LongTest("keeps a page busy for four seconds; covered by the unit tests of hold.js in every check")
    void pings_goOnWhileThePageIsBusyForLongerThanTheGrace() {
        Tab tab = stage.tab().open("mia");
        tab.page().waitForRequest(HEARTBEATS, () -> tab.take("short/1"));
        tab.run("const end = performance.now() + 4000; while (performance.now() < end);");
        assertThat(free("short/1")).isFalse();
        tab.await("() => hold.held && hold.remaining > 1000");
        assertThat(tab.times("lost")).isZero();
    }

    @Test
    @LongTest("one of many pages; covered by the unit tests of hold.js in every check")
    void pings_whereNoWorkerCanStart_comeFromThePage() {
        Tab tab = stage.tab();
        tab.page().clock().install();
        tab.page().route("**/holdfast-worker.js", Route::abort);
        tab.open("mia").take("short/1");
        tab.await("() => !holdfast.heartbeatsFromWorker");
        tab.page().waitForRequest(HEARTBEATS, () -> {});
        assertThat(tab.beatBodies()).containsOnly(PING);
    }

    @Test
    @LongTest("one of many pages; covered by PageTest (of play-by-post) and the unit tests of hold.js in every check")
    @DisplayName("C9: the time left runs down, a warning comes in the last minute, and work begins it anew")
    void countdown_warnsInTheLastMinuteAndTellsTheEnd() {
        Tab tab = stage.tab();
        tab.page().clock().install();
        tab.open("mia").take("idle/1");
        assertThat(tab.number("hold.timeLeft")).isBetween(590_000.0, 600_000.0);
        tab.page().clock().fastForward(Duration.ofMinutes(8).toMillis());
        assertThat(tab.number("hold.timeLeft")).isBetween(110_000.0, 120_000.0);
        assertThat(tab.times("warning")).isZero();
        tab.page().clock().fastForward(Duration.ofSeconds(65).toMillis());
        assertThat((Double) ((Number) tab.told("warning").get("timeLeft")).doubleValue())
                .isBetween(40_000.0, 60_000.0);
        tab.run("hold.heartbeat()");
        tab.await("() => hold.timeLeft > 590_000");
        tab.page().clock().fastForward(Duration.ofMinutes(9).toMillis());
        assertThat(tab.times("lost")).isZero();
        tab.page().clock().fastForward(Duration.ofSeconds(61).toMillis());
        assertThat(tab.is("hold.held")).isFalse();
        assertThat(tab.told("lost").get("why")).isEqualTo("expired");
        // What the page was told is true for all, also where the server's clock said otherwise.
        await().until(() -> free("idle/1"));
    }

    @Test
    @LongTest("one of many pages; covered by CountdownTest and the unit tests of hold.js in every check")
    void countdown_believesTheClockThatSaysLess() {
        Tab tab = stage.tab();
        tab.page().clock().install();
        tab.open("mia").take("idle/1");
        // As after a laptop's sleep: only the clock on the wall has gone on.
        tab.page().clock().setSystemTime(tab.text("new Date(Date.now() + 590000).toISOString()"));
        assertThat(tab.number("performance.now()")).isLessThan(100_000);
        assertThat(tab.number("hold.remaining")).isLessThan(10_000);
        tab.told("warning");
    }

    @Test
    @LongTest("one of many pages; covered by acquire_inASecondTab_isRefusedWithWhoAndWhen in every check")
    void duplicatedTab_isAnotherOwnerAndHasNothing() {
        Tab tab = stage.tab().open("mia");
        tab.take("policy/1");
        String stored = tab.text("JSON.stringify({ ...sessionStorage })");
        Page copy = tab.page().waitForPopup(() -> tab.run("open('/empty'), null"));
        assertThat(copy.evaluate("JSON.stringify({ ...sessionStorage })")).isEqualTo(stored);
        Tab duplicate = new Tab(copy, stage.address()).open("mia");
        assertThat(duplicate.text("holdfast.owner")).isNotEqualTo(tab.text("holdfast.owner"));
        assertThat(duplicate.number("holdfast.resume().then(holds => holds.length)"))
                .isZero();
        assertThat(duplicate.take("policy/1").get("status")).isEqualTo(423);
        assertThat(tab.is("hold.flush().then(() => hold.held)")).isTrue();
    }

    @Test
    @LongTest("one of many pages; covered by SessionTest and SignInPageTest in every check")
    void session_provesItselfWithEveryCallThatChangesSomething() {
        Tab tab = stage.tab();
        List<String> proofs = new ArrayList<>(List.of("first", "second"));
        tab.page()
                .route(
                        "**/v1/session",
                        route -> route.fulfill(new Route.FulfillOptions()
                                .setContentType("application/json")
                                .setBody("{\"csrf\":\"" + proofs.remove(0) + "\"}")));
        tab.open("mia");
        Request asked = tab.page().waitForRequest("**/v1/locks", () -> tab.take("short/1"));
        assertThat(asked.headers()).containsEntry("x-holdfast-csrf", "first");
        Request ping = tab.page().waitForRequest(HEARTBEATS, () -> {});
        assertThat(ping.headers()).containsEntry("x-holdfast-csrf", "first");
        // As after signing in anew in another tab.
        tab.page().route(HEARTBEATS, route -> {
            if ("first".equals(route.request().headers().get("x-holdfast-csrf"))) {
                route.fulfill(new Route.FulfillOptions().setStatus(403).setBody("{}"));
            } else {
                route.resume();
            }
        });
        tab.run("hold.heartbeat(), hold.flush()");
        assertThat(proofs).isEmpty();
        assertThat(tab.is("hold.connected && hold.held")).isTrue();
        tab.page()
                .waitForRequest(
                        request -> request.url().contains("/heartbeat?")
                                && "second".equals(request.headers().get("x-holdfast-csrf"))
                                && PING.equals(request.postData()),
                        () -> {});
    }

    @Test
    @LongTest("one of many pages; covered by the unit tests of hold.js in every check")
    void release_whileTheServerIsAwayAndTextUnsaved_keepsTheHold() {
        Tab tab = stage.tab().open(Map.of("name", "mia", "user", "mia", "debounce", 100));
        tab.take("policy/1");
        tab.run("hold.draft()");
        tab.page().route(HEARTBEATS, Route::abort);
        tab.run("hold.saveDraft('one')");
        assertThat(tab.text("hold.release().catch(failure => failure.name)")).isEqualTo("Unreachable");
        assertThat(tab.is("hold.held")).isTrue();
        tab.page().unroute(HEARTBEATS);
        tab.told("saved");
        assertThat(tab.is("hold.release()")).isTrue();
        assertThat(stage.locks().drafts().get("policy/1", "mia").orElseThrow().content())
                .isEqualTo("one");
    }
}
