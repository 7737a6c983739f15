package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.LockView;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.Receipt;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Acquire and release. */
interface AcquireContract extends ManagerPart {

    @Test
    @DisplayName("P4: acquire, release, who owns it")
    default void acquire_free_isHeldUntilClosed() {
        LockManager locks = manager();
        try (LockHandle handle = locks.acquire("policy/12345")) {
            LockView view = locks.view("policy/12345");
            assertThat(handle.isHeld()).isTrue();
            assertThat(view.free()).isFalse();
            assertThat(view.holders()).singleElement().satisfies(judged -> {
                assertThat(judged.hold().owner().name())
                        .isEqualTo(locks.newOwner().name());
                assertThat(judged.hold().fence()).isEqualTo(handle.fence()).isPositive();
                assertThat(judged.hold().since()).isBetween(view.asOf().minus(PATIENCE), view.asOf());
            });
        }
        assertThat(locks.view("policy/12345").free()).isTrue();
        assertThat(locks.list("")).isEmpty();
    }

    @Test
    @DisplayName("P11, P16: a refusal is immediate, typed, and says who, since when, until when and what next")
    default void acquire_heldByOther_isRefused() throws Exception {
        LockManager bob = manager();
        LockManager alice = manager();
        Owner owner = bob.newOwner().named("Bob Smith");
        bob.acquire(LockRequest.of("policy/12345").owner(owner).note("renewal"));
        assertThatThrownBy(() -> alice.acquire("policy/12345"))
                .isInstanceOfSatisfying(
                        LockUnavailableException.class,
                        e -> assertThat(e.refusals()
                                        .get(0)
                                        .holders()
                                        .get(0)
                                        .hold()
                                        .owner()
                                        .name())
                                .isEqualTo("Bob Smith"))
                .hasMessageContaining("policy/12345 has been held by Bob Smith")
                .hasMessageContaining("since ")
                .hasMessageContaining("Its lease ends at ")
                .hasMessageContaining("renewal")
                .hasMessageContaining("try again");
        assertThat(alice.tryAcquire("policy/12345").granted()).isFalse();
    }

    @Test
    @DisplayName("P4: acquiring again what one holds succeeds, under the same fence")
    default void acquire_again_entersTheSameHold() {
        LockManager locks = manager();
        LockHandle outer = locks.acquire("a");
        LockHandle inner = locks.acquire("a");
        assertThat(inner.fence()).isEqualTo(outer.fence());
        inner.close();
        assertThat(locks.view("a").free()).isFalse();
        outer.close();
        assertThat(locks.view("a").free()).isTrue();
    }

    @Test
    @Tag("safety")
    @DisplayName("P4: threads of one program that name no owner exclude each other")
    default void acquire_againWithoutAnOwner_isRefused() {
        LockManager locks = managerWithoutOwner();
        LockHandle first = locks.acquire("a");
        assertThat(locks.tryAcquire("a").granted()).isFalse();
        assertThat(first.holds().get(0).owner().name())
                .isEqualTo(locks.newOwner().name());
        assertThat(first.holds().get(0).owner().processes())
                .extracting(ProcessId::pid)
                .as("bound to this process")
                .containsExactly(ProcessHandle.current().pid());
        first.close();
        LockHandle second = locks.acquire("a");
        assertThat(second.fence()).isGreaterThan(first.fence());
        second.close();
    }

    @Test
    @Tag("safety")
    @DisplayName("P4: new owners exclude each other, are bound to this process, and enter their own locks again")
    default void newOwner_isAnotherEachTime() throws Exception {
        LockManager locks = manager();
        Owner first = locks.newOwner().named("Nightly billing");
        LockHandle held = locks.acquire(LockRequest.of("a").owner(first));
        Owner shown = held.holds().get(0).owner();
        assertThat(shown.name()).isEqualTo("Nightly billing");
        assertThat(shown.processes())
                .extracting(ProcessId::pid)
                .containsExactly(ProcessHandle.current().pid());
        LockRequest ofAnother = LockRequest.of("a").owner(locks.newOwner().named("Nightly billing"));
        assertThat(locks.tryAcquire(ofAnother).granted()).isFalse();
        try (LockHandle again = locks.acquire(LockRequest.of("a").owner(first))) {
            assertThat(again.fence()).isEqualTo(held.fence());
        }
        assertThat(locks.tryAcquire(ofAnother).granted()).as("still held").isFalse();
        held.close();
        assertThat(locks.tryAcquire(ofAnother).granted()).isTrue();
    }

    @Test
    default void acquire_withTheSameReceipt_findsItsOwnGrant() throws Exception {
        LockManager locks = manager();
        Receipt receipt = Receipt.create("a");
        LockHandle first = locks.acquire(LockRequest.of("a").receipt(receipt));
        LockHandle again = locks.acquire(LockRequest.of("a").receipt(receipt));
        assertThat(again.fence()).isEqualTo(first.fence());
        again.close();
        assertThat(locks.view("a").free()).isTrue();
    }

    @Test
    @Tag("safety")
    @DisplayName("P1: a reader becomes a writer under its receipt only if it is alone, and else goes on reading")
    default void exclusive_underTheReceiptOfAShared_isAnUpgrade() throws Exception {
        LockManager locks = manager();
        Receipt receipt = Receipt.create("a");
        LockHandle reader = locks.acquire(LockRequest.of("a").mode(Mode.SHARED).receipt(receipt));
        LockHandle another = manager().acquire(LockRequest.of("a").mode(Mode.SHARED));
        assertThat(locks.tryAcquire(LockRequest.of("a").receipt(receipt)).granted())
                .isFalse();
        assertThat(locks.view("a").holders()).hasSize(2);
        assertThat(reader.isHeld()).isTrue();
        another.close();
        assertThat(locks.tryAcquire(LockRequest.of("a").receipt(receipt)).granted())
                .isTrue();
        assertThat(locks.view("a").holders())
                .singleElement()
                .satisfies(judged -> assertThat(judged.hold().mode()).isEqualTo(Mode.EXCLUSIVE));
    }

    @Test
    @DisplayName("P1: many readers or one writer")
    default void shared_goesBesideSharedOnly() throws Exception {
        LockManager one = manager();
        LockManager two = manager();
        LockManager three = manager();
        LockHandle reader = one.acquire(LockRequest.of("a").mode(Mode.SHARED));
        LockHandle another = two.acquire(LockRequest.of("a").mode(Mode.SHARED));
        assertThat(three.tryAcquire("a").granted()).isFalse();
        reader.close();
        assertThat(three.tryAcquire("a").granted()).isFalse();
        another.close();
        LockHandle writer = three.acquire("a");
        assertThat(one.tryAcquire(LockRequest.of("a").mode(Mode.SHARED)).granted())
                .isFalse();
        assertThat(writer.fence()).isGreaterThan(another.fence());
    }

    @Test
    @Tag("safety")
    default void fences_ofOneResource_growAcrossReleaseAndOwners() {
        LockManager one = manager();
        LockManager two = manager();
        long last = 0;
        for (int i = 0; i < 20; i++) {
            try (LockHandle handle = (i % 2 == 0 ? one : two).acquire("a")) {
                assertThat(handle.fence()).isGreaterThan(last);
                assertThat(one.holds().verifyFence("a", handle.fence())).isTrue();
                assertThat(one.holds().verifyFence("a", last)).isFalse();
                last = handle.fence();
            }
        }
    }

    @Test
    default void release_byReceipt_worksOnceAndIsHarmlessTwice() {
        LockManager locks = manager();
        Receipt receipt = locks.acquire("a").receipts().get(0);
        Receipt stored = Receipt.parse(receipt.text());
        assertThat(manager().holds().release(stored)).isTrue();
        assertThat(locks.holds().release(stored)).isFalse();
        assertThat(locks.view("a").free()).isTrue();
    }

    @Test
    default void release_byAnotherReceipt_changesNothing() {
        LockManager locks = manager();
        locks.acquire("a");
        assertThat(locks.holds().release(Receipt.create("a"))).isFalse();
        assertThat(locks.view("a").free()).isFalse();
    }

    @Test
    default void history_tellsWhoTookAndGaveBack() {
        LockManager locks = manager();
        locks.acquire("a").close();
        assertThat(locks.admin().history(HistoryQuery.NEWEST))
                .extracting(past -> past.event().kind())
                .containsExactly(LockEvent.EventKind.RELEASED, LockEvent.EventKind.ACQUIRED);
    }

    @Test
    @Timeout(600)
    @DisplayName("P18: concurrent acquire: exactly one wins, and no update is lost")
    @Tag("safety")
    default void acquire_byManyThreads_excludes() throws Exception {
        List<LockManager> managers = List.of(manager(), manager(), manager(), manager());
        int[] counter = new int[1];
        AtomicInteger entered = new AtomicInteger();
        Race.run(4, runner -> () -> {
            for (int taken = 0; taken < 25; ) {
                var acquired = managers.get(runner).tryAcquire("counter");
                if (acquired.granted()) {
                    assertThat(entered.incrementAndGet()).isOne();
                    counter[0]++;
                    taken++;
                    entered.decrementAndGet();
                    acquired.orThrow().close();
                }
            }
            return null;
        });
        assertThat(counter[0]).isEqualTo(100);
    }
}
