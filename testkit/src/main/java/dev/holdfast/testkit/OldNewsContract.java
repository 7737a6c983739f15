package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Receipt;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** News of a feed may be old. It can save a trip to the store, but it never answers a call by itself. */
interface OldNewsContract extends FakeTimePart {
    Key LOCK = Key.lock("a");

    /** Waits until its time is over, so that the manager has subscribed, and stays so for some seconds. */
    private void waitInVain(LockManager locks) throws InterruptedException, ExecutionException {
        CompletableFuture<Boolean> granted = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            try {
                LockRequest request = LockRequest.of("a").owner(locks.newOwner());
                granted.complete(locks.tryAcquire(request.timeout(Duration.ofMillis(100)))
                        .granted());
            } catch (InterruptedException | RuntimeException e) {
                granted.completeExceptionally(e);
            }
        });
        waiter.setDaemon(true);
        waiter.start();
        ManagerPart.eventually("in the queue", () -> locks.view("a").queue().size() == 1 || granted.isDone());
        time().advance(Duration.ofSeconds(1));
        assertThat(granted.get()).isFalse();
    }

    private static Entry seen(RumourStore rumours) {
        return Objects.requireNonNull(rumours.read(List.of(LOCK)).get(LOCK));
    }

    @Test
    @Timeout(600)
    @Tag("safety")
    @DisplayName("P18: a retry after the end of its hold is not granted by what was told before")
    default void retry_afterItsHoldIsOver_isNotAnsweredByOldNews() throws Exception {
        RumourStore rumours = rumours();
        LockManager here = managerOver(rumours);
        LockManager elsewhere = manager();
        LockRequest request = LockRequest.of("a").owner(here.newOwner()).receipt(Receipt.create("a"));
        LockHandle first = here.acquire(request);
        long fence = first.fence();
        first.detach();
        waitInVain(here);
        time().advance(Duration.ofMinutes(5));
        Acquisition again = here.tryAcquire(request.timeout(Duration.ofMillis(100)));
        Acquisition other = elsewhere.tryAcquire("a");
        assertThat(again.granted() && other.granted()).as("both hold it").isFalse();
        again.handle()
                .ifPresent(
                        handle -> assertThat(handle.fence()).as("a new grant").isGreaterThan(fence));
    }

    @Test
    @Timeout(600)
    @Tag("safety")
    @DisplayName("P18: a lock that was told to be free is not granted if it has been taken since")
    default void lock_toldToBeFree_isNotGrantedIfItIsHeld() throws Exception {
        RumourStore rumours = rumours();
        LockManager here = managerOver(rumours);
        LockManager elsewhere = manager();
        LockHandle first = elsewhere.acquire("a");
        waitInVain(here);
        first.close();
        LockHandle second = elsewhere.acquire("a");
        rumours.tell(LOCK, null);
        Acquisition refused = here.tryAcquire("a");
        assertThat(refused.granted()).isFalse();
        assertThat(refused.refusals().get(0).holders())
                .singleElement()
                .satisfies(judged -> assertThat(judged.hold().fence()).isEqualTo(second.fence()));
    }

    @Test
    @Timeout(600)
    @DisplayName("P18: a lock that was told to be held is not refused if it has been released since")
    default void lock_toldToBeHeld_isGrantedIfItIsFree() throws Exception {
        RumourStore rumours = rumours();
        LockManager here = managerOver(rumours);
        LockManager elsewhere = manager();
        LockHandle first = elsewhere.acquire("a");
        Entry held = seen(rumours);
        waitInVain(here);
        first.close();
        rumours.tell(LOCK, held);
        assertThat(here.tryAcquire("a").granted()).as("told late of the hold").isTrue();
        assertThat(elsewhere.tryAcquire("a").granted()).isFalse();
    }

    @Test
    @Timeout(600)
    @DisplayName("P18: what is told of a lock after its deletion, but happened before, is no news")
    default void lock_deleted_isNotHeldByALateOlderEntry() throws Exception {
        RumourStore rumours = rumours();
        LockManager here = managerOver(rumours);
        LockManager elsewhere = manager();
        LockHandle first = elsewhere.acquire("a");
        Entry held = seen(rumours);
        waitInVain(here);
        first.close();
        rumours.tell(LOCK, null);
        rumours.tell(LOCK, held);
        try (LockHandle granted = here.acquire(LockRequest.of("a").timeout(PATIENCE))) {
            assertThat(granted.fence()).isGreaterThan(first.fence());
        }
    }
}
