package dev.holdfast.testkit;

import static dev.holdfast.testkit.Samples.A;
import static dev.holdfast.testkit.Samples.B;
import static dev.holdfast.testkit.Samples.draft;
import static dev.holdfast.testkit.Samples.draftKey;
import static dev.holdfast.testkit.Samples.lock;
import static dev.holdfast.testkit.Steps.applied;
import static dev.holdfast.testkit.Steps.find;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreException;
import dev.holdfast.internal.rules.DraftRecord;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Opening, closing, interrupting. */
@SuppressWarnings("resource") // the suite closes what it connects
interface LifeContract extends ContractPart {

    @Test
    default void close_twice_isHarmless() {
        LockStore store = connect();
        LockStore other = connect();
        applied(store, Change.put(A, Change.ABSENT, lock("ann")));
        store.close();
        store.close();
        assertThat(find(other, A)).isNotNull();
        applied(other, Change.put(B, Change.ABSENT, lock("bob")));
    }

    @Test
    default void close_thenUse_isTheCallersMistake() {
        LockStore store = connect();
        store.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> store.apply(List.of(Group.of(Change.put(A, Change.ABSENT, lock("ann"))))));
        assertThatIllegalStateException().isThrownBy(() -> store.read(List.of(A)));
        assertThatIllegalStateException().isThrownBy(() -> store.query(Query.all(Kind.LOCK)));
        assertThatIllegalStateException().isThrownBy(() -> store.history(HistoryQuery.NEWEST));
        assertThat(store.traits().address()).isNotEmpty();
        assertThat(find(connect(), A)).isNull();
    }

    @Test
    default void read_nothing_findsNothing() {
        LockStore store = connect();
        assertThat(store.read(List.of()).entries()).isEmpty();
        assertThat(store.read(List.of(A, B)).entries()).isEmpty();
        assertThat(store.query(Query.all(Kind.LOCK)).entries()).isEmpty();
        assertThat(store.history(HistoryQuery.NEWEST)).isEmpty();
    }

    @Test
    default void watch_offered_isTested() {
        boolean offered = connect().watch(Kind.LOCK, "", sighting -> {}).isPresent();
        assertThat(this instanceof WatchContract)
                .as("the test of a store with a change feed implements WatchContract, of one without does not")
                .isEqualTo(offered);
    }

    @Test
    @Tag("safety")
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    default void interrupt_duringChanges_corruptsNothing() throws Exception {
        Key left = draftKey("left");
        Key right = draftKey("right");
        LockStore store = connect();
        AtomicInteger known = new AtomicInteger();
        AtomicInteger unknown = new AtomicInteger();
        FutureTask<Integer> work = new FutureTask<>(() -> {
            int interrupts = 0;
            for (int tries = 0; interrupts < 50; tries++) {
                try {
                    known.addAndGet(increments(store, left, right) ? 1 : 0);
                } catch (OutcomeUnknownException e) {
                    unknown.incrementAndGet();
                } catch (StoreException e) {
                    assertThat(e).hasMessageMatching("(?s).{10,}");
                }
                // Now and then a call begins with the interrupt already there.
                interrupts += tries % 3 > 0 && Thread.interrupted() ? 1 : 0;
            }
            return known.get();
        });
        Thread worker = new Thread(work);
        worker.start();
        while (worker.isAlive()) {
            worker.interrupt();
            LockSupport.parkNanos(100_000);
        }
        work.get();
        for (LockStore any : List.of(store, connect())) {
            Reading seen = any.read(List.of(left, right));
            assertThat(revision(seen, left))
                    .isEqualTo(revision(seen, right))
                    .isBetween(known.longValue(), known.longValue() + unknown.get());
        }
        assertThat(increments(store, left, right)).as("a change after all that").isTrue();
    }

    private static boolean increments(LockStore store, Key left, Key right) {
        Reading seen = store.read(List.of(left, right));
        long next = revision(seen, left) + 1;
        List<Result> results = store.apply(List.of(Group.of(
                Change.put(left, seen.version(left), draft(next)),
                Change.put(right, seen.version(right), draft(next)))));
        return results.get(0) instanceof Result.Applied;
    }

    private static long revision(Reading seen, Key key) {
        Entry entry = seen.get(key);
        return entry == null ? 0 : ((DraftRecord) entry.body()).draft().revision();
    }
}
