package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Acquisition;
import dev.holdfast.Hold;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Refusal;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Owners that are ended and managers that die while many callers wait: the next has the lock within the stated time. */
@Timeout(180)
class CohortEndingsTest {
    /** So long after its last answer a waiter takes nothing from a report: it asks the store. */
    private static final Duration LONG_AGO = Duration.ofSeconds(2);

    private static final Duration LONG = Duration.ofSeconds(90);

    private final FakeTime time = FakeTime.create();
    private final LockStore store = new MemoryStoreProvider().open("memory:" + UUID.randomUUID(), time);
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger changes = new AtomicInteger();
    private final AtomicBoolean dead = new AtomicBoolean();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final LockManager locks = manager(Hooked.store(store, (method, arguments, call) -> {
        if (stopped.get()) {
            goesOn.await();
        }
        if (dead.get()) {
            throw new StoreUnreachableException("The manager is dead.", null);
        }
        if (method.equals("read")) {
            reads.incrementAndGet();
        }
        Object answer = call.make();
        if (method.equals("apply")) {
            changes.addAndGet((int) ((List<?>) answer)
                    .stream().filter(Result.Applied.class::isInstance).count());
        }
        return answer;
    }));
    private final LockManager others = manager(store);

    private LockManager manager(LockStore over) {
        return StoreManagers.over(
                over,
                ManagerOptions.DEFAULT.clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));
    }

    @AfterEach
    void close() {
        others.close(); // and the store with it, which both share
    }

    private static LockRequest request(String owner) {
        return LockRequest.of("r").owner(Owner.of(owner)).timeout(Duration.ofDays(1));
    }

    private static FutureTask<Acquisition> asks(LockManager manager, String owner) {
        return asks(manager, request(owner));
    }

    private static FutureTask<Acquisition> asks(LockManager manager, LockRequest request) {
        FutureTask<Acquisition> task = new FutureTask<>(() -> manager.tryAcquire(request));
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    /** Returns whether it has a lock. A caller of a dead manager fails or waits. */
    private static boolean isGranted(FutureTask<Acquisition> task) {
        try {
            return task.isDone() && task.get().granted();
        } catch (InterruptedException | ExecutionException e) {
            return false;
        }
    }

    private static FutureTask<Acquisition> waits(LockManager manager, String owner, int place) {
        FutureTask<Acquisition> task = asks(manager, owner);
        await().atMost(LONG).until(() -> manager.view("r").waiting() >= place);
        return task;
    }

    /** Whenever it is ended: the owners are looked after when it is time, not when the first looks anyway. */
    @Test
    void ownerThatIsEndedElsewhere_waitsNoMoreAfterFiveSeconds() throws Exception {
        others.acquire(request("holder"));
        FutureTask<Acquisition> first = waits(locks, "first", 1);
        FutureTask<Acquisition> ended = waits(locks, "second", 2);
        FutureTask<Acquisition> alsoEnded = waits(locks, "third", 3);
        await().atMost(LONG).until(() -> others.view("r").queue().size() == 1);
        for (String owner : List.of("second", "third")) {
            int before = reads.get();
            time.advance(Duration.ofSeconds(4));
            await().atMost(LONG).until(() -> reads.get() >= before + 2);
            others.admin().endOwner(owner);
            time.advance(Duration.ofMillis(4_900));
            await().atMost(LONG)
                    .until(() -> locks.view("r").queue().stream()
                            .noneMatch(waiting -> waiting.owner().id().equals(owner)));
        }
        for (FutureTask<Acquisition> refused : List.of(ended, alsoEnded)) {
            assertThat(refused.get(90, TimeUnit.SECONDS).refusals().get(0).reason())
                    .isEqualTo(Refusal.Reason.OWNER_ENDED);
        }
        assertThat(first.isDone()).isFalse();
        assertThat(others.view("r").queue()).hasSize(1);
    }

    /** Else the next would join behind all others, with a change of its own, and its program would wait from the beginning. */
    @Test
    void waitsThatEndOneAfterTheOther_passOnTheirPlace_withOneChangeEach() throws Exception {
        others.acquire(request("holder"));
        List<FutureTask<Acquisition>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Duration timeout = Duration.ofSeconds(10).plusMillis(i);
            all.add(asks(locks, request("o" + i).timeout(timeout)));
            int place = i + 1;
            await().atMost(LONG).until(() -> locks.view("r").queue().size() == place);
        }
        await().atMost(LONG).until(() -> others.view("r").queue().size() == 1);
        FutureTask<Acquisition> behind = asks(others, request("behind"));
        FutureTask<Acquisition> last = waits(locks, "last", 22);
        await().atMost(LONG).until(() -> others.view("r").queue().size() == 2);
        time.advance(Duration.ofSeconds(10));
        int before = changes.get();
        for (FutureTask<Acquisition> one : all) {
            assertThat(one.get(90, TimeUnit.SECONDS).granted()).isFalse();
            time.advance(Duration.ofMillis(1));
        }
        await().atMost(LONG).until(() -> others.view("r").queue().size() == 2);
        assertThat(changes.get() - before).isLessThanOrEqualTo(30);
        assertThat(others.view("r").queue().get(0).owner().id())
                .as("it has the place of the first")
                .isEqualTo("last");
        assertThat(List.of(behind, last)).noneMatch(FutureTask::isDone);
    }

    @Test
    void waiterThatIsStoppedBeyondItsTurn_delaysTheNextForItsTakeUp_andHasNothingWhenItGoesOn() throws Exception {
        LockHandle held = manager(store).acquire(request("holder"));
        FutureTask<Acquisition> sleeper = asks(locks, "sleeper");
        await().atMost(LONG).until(() -> others.view("r").queue().size() == 1);
        FutureTask<Acquisition> next = asks(others, "next");
        await().atMost(LONG).until(() -> others.view("r").queue().size() == 2);
        stopped.set(true);
        time.advance(LONG_AGO);

        held.close();
        time.advance(Hold.TAKE_UP);

        LockHandle mine = next.get(90, TimeUnit.SECONDS).orThrow();
        assertThat(mine.holds().get(0).since()).isEqualTo(time.instant());
        stopped.set(false);
        goesOn.countDown();
        await().atMost(LONG)
                .until(() -> others.view("r").queue().stream()
                        .anyMatch(waiting -> waiting.owner().id().equals("sleeper")));
        assertThat(sleeper.isDone()).as("it waits again").isFalse();
        assertThat(mine.isHeld()).isTrue();
        mine.close();
        assertThat(sleeper.get(90, TimeUnit.SECONDS).orThrow().fence()).isGreaterThan(mine.fence());
    }

    @Test
    void managerThatDiesWithManyWaiters_costsOneHandOver() throws Exception {
        LockHandle held = manager(store).acquire(request("holder"));
        List<FutureTask<Acquisition>> lost = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            lost.add(asks(locks, "lost" + i));
        }
        await().atMost(LONG).until(() -> locks.view("r").queue().size() == 500);
        await().atMost(LONG).until(() -> others.view("r").queue().size() == 1);
        FutureTask<Acquisition> next = asks(others, "next");
        await().atMost(LONG).until(() -> manager(store).view("r").queue().size() == 2);
        dead.set(true);
        time.advance(LONG_AGO);

        held.close();
        assertThat(next.isDone()).isFalse();
        time.advance(Hold.TAKE_UP);

        LockHandle mine = next.get(90, TimeUnit.SECONDS).orThrow();
        assertThat(mine.holds().get(0).since()).isEqualTo(time.instant());
        assertThat(others.view("r").waiting()).isZero();
        assertThat(lost).noneMatch(CohortEndingsTest::isGranted);
    }
}
