package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockLostException;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import dev.holdfast.internal.manager.Clocks.Moment;
import dev.holdfast.spi.Key;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A handle ends once: by a loss, by its release or by being detached. */
@Tag("safety")
@Timeout(120)
class HandleEndTest {
    private static final Duration TTL = Duration.ofMinutes(1);
    private static final int RACES = 300;

    private final TableStore store = new TableStore();
    private final Engine engine = new Engine(store, Policies.of(Preset.OFFLINE), Plans.CLOCKS);
    private final HoldBackend backend = new StoreHoldBackend(engine);
    private final Keeper keeper = new Keeper(backend, store.clocks());
    private final Acquirer acquirer = new Acquirer(engine, store.clocks(), new DefaultOwner(Owner.of("ann")));

    @AfterEach
    void close() {
        keeper.close();
    }

    private KeptHandle acquired(String resource) {
        LockRequest request = LockRequest.of(resource).ttl(TTL);
        return acquirer.atOnce(request, acquirer.receipts(request)).handle(backend, keeper);
    }

    private static <T> FutureTask<T> start(CyclicBarrier together, Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(() -> {
            together.await(60, TimeUnit.SECONDS);
            return work.call();
        });
        new Thread(task).start();
        return task;
    }

    private boolean isHeld(String resource) {
        Key key = Key.lock(resource);
        return !engine.look(List.of(key)).lock(key).holds().isEmpty();
    }

    /** The hold that a handle was detached from must stay, whatever its own countdown decides in the same moment. */
    @Test
    void detachedWhileItsTimeIsOver_isEitherLostOrKept() throws Exception {
        CyclicBarrier together = new CyclicBarrier(2);
        for (int i = 0; i < RACES; i++) {
            String resource = "d" + i;
            KeptHandle handle = acquired(resource);
            store.pass(TTL.minusSeconds(1));
            FutureTask<List<Receipt>> detaches = start(together, () -> {
                try {
                    return handle.detach();
                } catch (LockLostException e) {
                    return List.of();
                }
            });
            FutureTask<Boolean> loses = start(together, () -> {
                handle.giveUpIfOver();
                return true;
            });
            boolean kept = !detaches.get(60, TimeUnit.SECONDS).isEmpty();
            assertThat(loses.get(60, TimeUnit.SECONDS)).isTrue();
            keeper.releaseGivenUp(List.of(resource));
            assertThat(handle.isHeld()).isFalse();
            assertThat(isHeld(resource)).isEqualTo(kept);
            assertThat(handle.lost().isDone()).isEqualTo(!kept);
        }
    }

    /** A handle that is closed while it is lost leaves nothing, whichever comes first. */
    @Test
    void closedWhileItsTimeIsOver_leavesNothing() throws Exception {
        CyclicBarrier together = new CyclicBarrier(2);
        for (int i = 0; i < RACES; i++) {
            String resource = "c" + i;
            KeptHandle handle = acquired(resource);
            store.pass(TTL.minusSeconds(1));
            FutureTask<Boolean> closes = start(together, () -> {
                handle.close();
                return true;
            });
            FutureTask<Boolean> loses = start(together, () -> {
                handle.giveUpIfOver();
                return true;
            });
            assertThat(closes.get(60, TimeUnit.SECONDS)).isTrue();
            assertThat(loses.get(60, TimeUnit.SECONDS)).isTrue();
            assertThat(isHeld(resource)).isFalse();
            assertThat(keeper.handles()).isEmpty();
        }
    }

    /** Its own count was over before the answer came, but the store has renewed it in time, and no thread gave it up. */
    @Test
    void renewed_inTime_isHeldAlthoughTheAnswerWasLate() {
        KeptHandle handle = acquired("late");
        store.pass(Duration.ofSeconds(10));
        Moment sent = store.clocks().now();
        store.pass(TTL.minusSeconds(8));
        assertThat(handle.isHeld()).isFalse();
        handle.renewed(HoldBackend.Finding.NONE, sent, false);
        handle.giveUpIfOver();
        // The keeper's own threads may have counted it as lost before.
        assertThat(handle.isHeld()).isEqualTo(!handle.lost().isDone());
    }

    /** What is given up may be released at any moment: no answer that comes later makes it count as held again. */
    @Test
    void givenUp_isNotRevivedByALateAnswer() {
        KeptHandle handle = acquired("late");
        store.pass(Duration.ofSeconds(10));
        Moment sent = store.clocks().now();
        store.pass(TTL.minusSeconds(8));
        handle.giveUpIfOver();
        handle.renewed(HoldBackend.Finding.NONE, sent, false);
        assertThat(handle.isHeld()).isFalse();
        keeper.releaseGivenUp(List.of("late"));
        assertThat(isHeld("late")).isFalse();
    }
}
