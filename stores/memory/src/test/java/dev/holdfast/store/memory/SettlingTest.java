package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.Hold;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.Fault;
import dev.holdfast.testkit.FaultPlan;
import dev.holdfast.testkit.FaultyStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a manager makes of answers that get lost. */
@Timeout(180)
class SettlingTest {
    private final String address = "memory:" + UUID.randomUUID();
    private final List<LockManager> managers = new ArrayList<>();
    private LockStore raw;
    private FaultyStore faulty;

    @BeforeEach
    void open() {
        raw = store();
    }

    @AfterEach
    void close() {
        managers.forEach(LockManager::close);
        raw.close();
    }

    private LockStore store() {
        return new MemoryStoreProvider().open(address, InstantSource.system());
    }

    private LockManager over(LockStore store, String owner) {
        LockManager manager = StoreManagers.over(store, ManagerOptions.DEFAULT.owner(Owner.of(owner)));
        managers.add(manager);
        return manager;
    }

    private LockManager faulty(FaultPlan plan) {
        faulty = FaultyStore.of(store(), plan);
        return over(faulty, "ann");
    }

    private LockManager faulty(Fault... script) {
        return faulty(FaultPlan.script(script));
    }

    private List<Hold> holds(String resource) {
        Key key = Key.lock(resource);
        var entry = raw.read(List.of(key)).get(key);
        return entry == null ? List.of() : LockState.of(entry).holds();
    }

    private boolean isMarked(String resource) {
        Key key = Key.lock(resource);
        var entry = raw.read(List.of(key)).get(key);
        return entry != null && LockState.of(entry).marked() != null;
    }

    @Test
    void acquire_answerLostButShown_needsNoMark() {
        assertThat(faulty(Fault.FAILS_AFTER).acquire("a").isHeld()).isTrue();
        assertThat(isMarked("a")).isFalse();
    }

    @Test
    void acquireSeveral_answerLostButShown_isRuledOutByAWrite() {
        // One of them may be lost again while a copy of the change is on its way for it.
        assertThat(faulty(Fault.FAILS_AFTER).acquire("a", "b").isHeld()).isTrue();
        assertThat(isMarked("a")).isTrue();
    }

    @Test
    void acquire_withTheCallersReceipt_answerLostButShown_isRuledOutByAWrite() throws Exception {
        // What is shown may come from an earlier request with the same receipt.
        LockRequest request = LockRequest.of("a").receipt(Receipt.create("a"));
        assertThat(faulty(Fault.FAILS_AFTER).acquire(request).isHeld()).isTrue();
        assertThat(isMarked("a")).isTrue();
    }

    private void lateChangesFail() {
        assertThat(faulty.onTheirWay()).isPositive();
        assertThat(faulty.deliverLate())
                .allSatisfy(results -> assertThat(results).hasOnlyElementsOfType(Result.Conflict.class));
    }

    @Test
    void acquire_answerLostAfterApplying_isGrantedUnderTheFenceOfTheFirstTry() {
        LockHandle handle = faulty(Fault.FAILS_AFTER).acquire("a");
        assertThat(holds("a"))
                .singleElement()
                .satisfies(hold -> assertThat(hold.fence()).isEqualTo(handle.fence()));
        assertThat(raw.history(HistoryQuery.NEWEST)).singleElement().satisfies(past -> {
            assertThat(past.version()).isEqualTo(handle.fence());
            assertThat(past.event().kind()).isEqualTo(LockEvent.EventKind.ACQUIRED);
        });
    }

    @Test
    void acquire_changeLost_isGrantedAnew() {
        LockHandle handle = faulty(Fault.LOST).acquire("a");
        assertThat(holds("a"))
                .singleElement()
                .satisfies(hold -> assertThat(hold.fence()).isEqualTo(handle.fence()));
    }

    @Test
    void acquire_lateChange_neverAppliesAfterTheRelease() {
        faulty(Fault.APPLIES_LATE).acquire("a").close();
        lateChangesFail();
        assertThat(holds("a")).isEmpty();
    }

    @Test
    void acquire_lateChange_neverAppliesAfterAnotherTookAndGaveBack() {
        faulty(Fault.APPLIES_LATE).acquire("a").close();
        LockManager other = over(store(), "bob");
        other.acquire("a").close();
        other.admin().sweep();
        other.acquire("a").close();
        lateChangesFail();
        assertThat(holds("a")).isEmpty();
        other.acquire("a").close();
    }

    @Test
    void acquire_lateChangeWhileOtherHolds_neverAppliesAfterItsRelease() {
        LockManager other = over(store(), "bob");
        LockHandle held = other.acquire("a");
        assertThat(faulty(Fault.APPLIES_LATE).tryAcquire("a").granted()).isFalse();
        held.close();
        lateChangesFail();
        assertThat(holds("a")).isEmpty();
    }

    @Test
    void acquireSeveral_answerLostAfterApplying_isGrantedUnderTheFencesOfTheFirstTry() {
        LockHandle handle = faulty(Fault.FAILS_AFTER).acquire("a", "b");
        for (String resource : List.of("a", "b")) {
            assertThat(holds(resource))
                    .singleElement()
                    .satisfies(hold -> assertThat(hold.fence()).isEqualTo(handle.fence(resource)));
        }
        assertThat(raw.history(HistoryQuery.NEWEST)).hasSize(2);
    }

    @Test
    void acquireSeveral_lateChange_neverApplies() {
        faulty(Fault.APPLIES_LATE).acquire("a", "b").close();
        over(store(), "bob").acquire("a", "b").close();
        lateChangesFail();
        assertThat(holds("a")).isEmpty();
        assertThat(holds("b")).isEmpty();
    }

    @Test
    void acquire_answerLostThenStoreAway_isNeverCalledUnchanged() {
        LockManager locks = faulty(Fault.FAILS_AFTER, Fault.FAILS_BEFORE);
        LockHandle handle = locks.acquire("a");
        assertThat(holds("a"))
                .singleElement()
                .satisfies(hold -> assertThat(hold.fence()).isEqualTo(handle.fence()));
        assertThatExceptionOfType(StoreUnreachableException.class).isThrownBy(handle::close);
    }

    @Test
    void acquire_settledThenStoreAway_leavesNothing() {
        LockManager locks = faulty(Fault.APPLIES_LATE, Fault.NONE, Fault.FAILS_BEFORE);
        assertThatExceptionOfType(StoreUnreachableException.class).isThrownBy(() -> locks.acquire("a"));
        lateChangesFail();
        assertThat(holds("a")).isEmpty();
    }

    @Tag("patient")
    @Test
    void acquire_storeStaysAway_isUnknown() {
        FaultPlan away = new FaultPlan() {
            private boolean first = true;

            @Override
            public Fault next() {
                Fault fault = first ? Fault.APPLIES_LATE : Fault.FAILS_BEFORE;
                first = false;
                return fault;
            }
        };
        LockManager locks = faulty(away);
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(OutcomeUnknownException.class)
                .isThrownBy(() -> locks.acquire("a"))
                .satisfies(e -> assertThat(e.getSuppressed())
                        .as("tries to settle, with pauses between them although the caller was interrupted")
                        .hasSizeBetween(1, 50));
        assertThat(Thread.interrupted()).isTrue();
        faulty.deliverLate();
        assertThat(holds("a")).as("what was unknown did come true").hasSize(1);
    }

    @Test
    void acquireAgain_withTheSameReceipt_findsTheGrant() throws Exception {
        Receipt receipt = Receipt.create("a");
        LockHandle handle =
                faulty(Fault.FAILS_AFTER).acquire(LockRequest.of("a").receipt(receipt));
        LockHandle again = over(store(), "ann").acquire(LockRequest.of("a").receipt(receipt));
        assertThat(again.fence()).isEqualTo(handle.fence());
    }

    @Test
    void release_answerLost_isFreeAndHarmless() {
        LockHandle handle = faulty(Fault.NONE, Fault.FAILS_AFTER).acquire("a");
        handle.close();
        assertThat(holds("a")).isEmpty();
        LockHandle others = over(store(), "bob").acquire("a");
        handle.close();
        assertThat(holds("a")).hasSize(1);
        assertThat(others.isHeld()).isTrue();
    }

    @Test
    void release_answerLostThenStoreAway_isFoundDone() {
        LockHandle handle =
                faulty(Fault.NONE, Fault.FAILS_AFTER, Fault.FAILS_BEFORE).acquire("a");
        handle.close();
        assertThat(holds("a")).isEmpty();
    }

    @Test
    void release_lateChange_doesNotEndTheNextHold() {
        faulty(Fault.NONE, Fault.APPLIES_LATE).acquire("a").close();
        assertThat(holds("a")).isEmpty();
        LockHandle others = over(store(), "bob").acquire("a");
        lateChangesFail();
        assertThat(holds("a"))
                .singleElement()
                .satisfies(hold -> assertThat(hold.fence()).isEqualTo(others.fence()));
    }

    @Test
    void renew_lateChange_doesNotBringTheHoldBack() {
        LockHandle handle = faulty(Fault.NONE, Fault.APPLIES_LATE).acquire("a");
        handle.heartbeat();
        handle.close();
        lateChangesFail();
        assertThat(holds("a")).isEmpty();
    }

    @Test
    void acquire_repeatedByTheNetwork_isOneGrant() {
        LockHandle handle = faulty(Fault.DUPLICATED).acquire("a");
        assertThat(holds("a"))
                .singleElement()
                .satisfies(hold -> assertThat(hold.fence()).isEqualTo(handle.fence()));
        handle.close();
        assertThat(holds("a")).isEmpty();
    }

    @Test
    void wait_answersLostAllTheWay_isGrantedOnce() throws Exception {
        LockHandle held = over(store(), "bob").acquire("a");
        Thread releaser = new Thread(() -> {
            while (managers.get(0).view("a").queue().isEmpty()) {
                Thread.onSpinWait();
            }
            held.close();
        });
        LockManager locks =
                faulty(Fault.FAILS_AFTER, Fault.APPLIES_LATE, Fault.FAILS_AFTER, Fault.FAILS_AFTER, Fault.FAILS_AFTER);
        releaser.start();
        LockHandle handle = locks.acquire(LockRequest.of("a").timeout(Duration.ofSeconds(30)));
        releaser.join();
        faulty.deliverLate();
        assertThat(holds("a"))
                .singleElement()
                .satisfies(hold -> assertThat(hold.fence()).isEqualTo(handle.fence()));
        handle.close();
        assertThat(holds("a")).isEmpty();
    }
}
