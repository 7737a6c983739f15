package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.internal.storage.LogLines;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a handle makes of news about its locks. The keeper has no threads of its own; the test runs its rounds. */
@Timeout(120)
class HandleNewsTest {
    private static final Duration LOOK = Duration.ofSeconds(2);

    private final ManagerParts parts = new ManagerParts();
    private final Keeper keeper = keeper();
    private final KeptHandle handle = parts.handle(keeper, "a", "b");
    private final RequestCalls calls =
            new RequestCalls(parts.engine, parts.acquirer, new Views(parts.engine), resource -> {});

    private Keeper keeper() {
        Keeper made = new Keeper(parts.backend, parts.store.clocks());
        made.close(); // before it has started its threads
        return made;
    }

    private Entry record(String resource) {
        Entry entry = parts.engine.look(List.of(Key.lock(resource))).get(Key.lock(resource));
        assertThat(entry).isNotNull();
        return entry;
    }

    private static Entry empty(Entry of, long version) {
        return Entry.written(of.key(), version, of.stamp(), LockState.FREE);
    }

    /** Asks for the lock on b, and returns the request. */
    private HandOverRequest asked() {
        return calls.ask(LockRequest.of("b").owner(Owner.of("ben")), "please")
                .requests()
                .get(0);
    }

    private void callbacksHaveRun() {
        CompletableFuture.runAsync(() -> {}, keeper.callbacks())
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
    }

    @Test
    void look_isDueAfterItsTime_orAfterDoubtfulNews() {
        assertThat(handle.takeLook(LOOK)).isFalse();
        parts.store.pass(LOOK.minusNanos(1));
        assertThat(handle.takeLook(LOOK)).isFalse();
        assertThat(handle.isDoubtful("b", null)).isTrue();
        assertThat(handle.takeLook(LOOK)).isTrue();
        assertThat(handle.takeLook(LOOK)).as("once").isFalse();
        parts.store.pass(Duration.ofNanos(1));
        assertThat(handle.takeLook(LOOK)).isTrue();
    }

    @Test
    void news_thatLacksOneOfItsHolds_isDoubtful_ifItIsLaterThanTheGrant() {
        Entry granted = record("b");
        assertThat(handle.isDoubtful("b", granted)).isFalse();
        assertThat(handle.isDoubtful("b", empty(granted, granted.version()))).isFalse();
        assertThat(handle.isDoubtful("c", empty(granted, granted.version() + 1)))
                .isFalse();
        assertThat(handle.isDoubtful("b", empty(granted, granted.version() + 1)))
                .isTrue();
    }

    /** A renewal of its own is no reason to look, a request to it is one. */
    @Test
    void news_ofARequest_isAReasonToLook() {
        handle.heartbeat();
        assertThat(handle.isDoubtful("b", record("b"))).isFalse();
        asked();
        assertThat(handle.isDoubtful("b", record("b"))).isTrue();
        assertThat(handle.isDoubtful("a", record("a"))).isFalse();
    }

    @Test
    void request_isShownAfterALook_andAfterARenewal() {
        List<HandOverRequest> heard = new CopyOnWriteArrayList<>();
        assertThat(handle.onRequest(heard::add)).isSameAs(handle);
        asked();
        parts.store.pass(LOOK);
        keeper.runRound();
        assertThat(heard).hasSize(1);
        calls.ask(LockRequest.of("a").owner(Owner.of("carl")), "me too");
        handle.heartbeat();
        callbacksHaveRun();
        assertThat(heard).hasSize(2);
    }

    @Test
    void listener_isShownWhatIsKnownAlready() {
        asked();
        handle.heartbeat();
        List<HandOverRequest> heard = new CopyOnWriteArrayList<>();
        handle.onRequest(heard::add);
        callbacksHaveRun();
        assertThat(heard).hasSize(1);
    }

    @Test
    void answer_isForAHolder_andToHandOverEndsItWithoutALook() {
        HandOverRequest request = asked();
        assertThat(handle.answer(request, Reply.now())).isPresent();
        assertThat(handle.isHeld()).isFalse();
        callbacksHaveRun();
        assertThat(handle.lost())
                .isCompletedWithValueMatching(loss -> loss.resource().equals("b"));
        KeptHandle closed = parts.handle(keeper, "c");
        closed.close();
        assertThatIllegalStateException().isThrownBy(() -> closed.answer(request, Reply.now()));
    }

    @Test
    void loss_isLogged_andToldToListenersThatComeLater() {
        parts.force("a");
        parts.store.pass(LOOK);
        try (LogLines log = new LogLines(Log.MANAGER)) {
            keeper.runRound();
            assertThat(log.all()).contains("WARNING Your lock on a has ended: admin released it (because).");
        }
        List<String> told = new CopyOnWriteArrayList<>();
        assertThat(handle.onLoss(loss -> told.add(loss.resource()))).isSameAs(handle);
        callbacksHaveRun();
        assertThat(told).containsExactly("a");
    }
}
