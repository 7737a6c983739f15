package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Acquisition;
import dev.holdfast.LockAdmin.LockQuery;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many callers of one manager wait for one lock: as one in the queue, each with a grant of its own. */
@Timeout(120)
class CohortTest {
    private static final Duration LONG = Duration.ofSeconds(90);

    private final LockStore store = new MemoryStoreProvider().open("memory:", InstantSource.system());
    private final LockManager locks = StoreManagers.over(store, ManagerOptions.DEFAULT);
    private final LockManager others = StoreManagers.over(store, ManagerOptions.DEFAULT);

    @AfterEach
    void close() {
        locks.close(); // and the store with it, which the others share
    }

    private static LockRequest request(String owner) {
        return LockRequest.of("r").owner(Owner.of(owner)).timeout(LONG);
    }

    private static FutureTask<Acquisition> asks(LockManager manager, LockRequest request) {
        FutureTask<Acquisition> task = new FutureTask<>(() -> manager.tryAcquire(request));
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private FutureTask<Acquisition> asks(LockRequest request, int place) {
        FutureTask<Acquisition> task = asks(locks, request);
        await().atMost(LONG).until(() -> locks.view("r").waiting() >= place);
        return task;
    }

    private static LockHandle granted(FutureTask<Acquisition> task) throws Exception {
        return task.get(90, TimeUnit.SECONDS).orThrow();
    }

    @Test
    void callers_areServedInTheirOrder_eachWithALargerFence() throws Exception {
        LockHandle held = locks.acquire(request("holder"));
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        List<FutureTask<?>> all = new ArrayList<>();
        List<Long> fences = Collections.synchronizedList(new ArrayList<>(List.of(held.fence())));
        for (int i = 0; i < 50; i++) {
            String owner = "o" + i;
            FutureTask<?> task = new FutureTask<>(() -> {
                try (LockHandle mine = locks.acquire(request(owner))) {
                    order.add(mine.holds().get(0).owner().name());
                    fences.add(mine.fence());
                }
                return null;
            });
            new Thread(task).start();
            int place = i + 1;
            await().atMost(LONG).until(() -> locks.view("r").waiting() == place);
            all.add(task);
        }
        await().atMost(LONG).until(() -> others.view("r").queue().size() == 1);

        held.close();

        for (FutureTask<?> task : all) {
            task.get(90, TimeUnit.SECONDS);
        }
        assertThat(order)
                .hasSize(50)
                .startsWith("o0", "o1", "o2")
                .endsWith("o49")
                .isEqualTo(inOrder());
        assertThat(fences).isSorted().doesNotHaveDuplicates();
        assertThat(locks.view("r").free()).isTrue();
    }

    private static List<String> inOrder() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            names.add("o" + i);
        }
        return names;
    }

    @Test
    void managers_haveTheirTurns() throws Exception {
        LockHandle held = locks.acquire(request("holder"));
        FutureTask<LockHandle> other = new FutureTask<>(() -> others.acquire(request("other")));
        FutureTask<Acquisition> first = asks(request("o1"), 1);
        new Thread(other).start();
        await().atMost(LONG).until(() -> others.view("r").queue().size() == 2);
        FutureTask<Acquisition> second = asks(request("o2"), 3);

        held.close();

        assertThat(granted(first).isHeld()).isTrue();
        locks.admin().forceRelease("r", "test", "its turn is over");
        other.get(90, TimeUnit.SECONDS).close();
        granted(second).close();
    }

    @Test
    void callerInMemory_thatRunsOutOfTime_isToldWhoHasIt() throws Exception {
        locks.acquire(request("holder"));
        FutureTask<Acquisition> first = asks(request("first"), 1);
        // It may be over before it is seen to wait.
        FutureTask<Acquisition> late = asks(request("second").timeout(Duration.ofMillis(300)), 1);

        Refusal refusal = late.get(90, TimeUnit.SECONDS).refusals().get(0);

        assertThat(refusal.reason()).isEqualTo(Refusal.Reason.HELD);
        assertThat(refusal.holders().get(0).name()).isEqualTo("holder");
        assertThat(first.isDone()).isFalse();
        assertThat(others.view("r").queue()).hasSize(1);
    }

    @Test
    void callersWithReceipts_waitWithOneTicket_andAllAreServed() throws Exception {
        LockHandle held = locks.acquire(request("holder"));
        List<FutureTask<Acquisition>> all = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            LockRequest request = request("o" + i).receipt(Receipt.create("r"));
            FutureTask<Acquisition> task = new FutureTask<>(() -> {
                Acquisition acquisition = locks.tryAcquire(request);
                acquisition.handle().ifPresent(LockHandle::close);
                return acquisition;
            });
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            thread.start();
            all.add(task);
        }
        await().atMost(LONG).until(() -> locks.view("r").queue().size() == 300);
        await().atMost(LONG).until(() -> others.view("r").waiting() == 300);
        assertThat(others.view("r").queue()).hasSize(1);

        held.close();

        for (FutureTask<Acquisition> task : all) {
            assertThat(task.get(90, TimeUnit.SECONDS).granted()).isTrue();
        }
        assertThat(others.view("r").queue()).isEmpty();
    }

    @Test
    void receiptThatIsSentAgain_findsItsGrant_pastAllThatWait() throws Exception {
        LockRequest request = request("holder").receipt(Receipt.create("r"));
        LockHandle held = locks.acquire(request);
        FutureTask<Acquisition> first = asks(request("first").receipt(Receipt.create("r")), 1);
        FutureTask<Acquisition> second = asks(request("second"), 2);
        assertThat(locks.acquire(request.owner(Owner.of("holder"))).fence()).isEqualTo(held.fence());
        assertThat(others.acquire(request).fence())
                .as("through another manager")
                .isEqualTo(held.fence());
        assertThat(List.of(first, second)).noneMatch(FutureTask::isDone);
    }

    @Test
    void receiptThatIsSentAgainWhileItWaits_findsItsGrant() throws Exception {
        LockHandle held = locks.acquire(request("holder"));
        LockRequest request = request("same").receipt(Receipt.create("r"));
        FutureTask<Acquisition> first = asks(request, 1);
        FutureTask<Acquisition> again = asks(request, 1);
        FutureTask<Acquisition> elsewhere = asks(others, request);
        await().atMost(LONG).until(() -> others.view("r").queue().size() == 1);
        held.close();
        long fence = granted(first).fence();
        assertThat(granted(again).fence()).isEqualTo(fence);
        assertThat(granted(elsewhere).fence()).isEqualTo(fence);
    }

    @Test
    void callerOfTheHolder_entersAtOnce() throws Exception {
        LockHandle held = locks.acquire(request("holder"));
        FutureTask<Acquisition> first = asks(request("ann"), 1);
        FutureTask<Acquisition> second = asks(request("ben"), 2);
        FutureTask<Acquisition> again = asks(request("ann"), 3);

        held.close();

        LockHandle mine = granted(first);
        LockHandle entered = granted(again);
        assertThat(entered.fence()).isEqualTo(mine.fence());
        assertThat(second.isDone()).isFalse();
        mine.close();
        entered.close();
        granted(second).close();
    }

    @Test
    void ownerThatIsEndedElsewhere_waitsNoMore() throws Exception {
        locks.acquire(request("holder"));
        FutureTask<Acquisition> first = asks(request("first"), 1);
        FutureTask<Acquisition> ended = asks(request("second"), 2);

        others.admin().endOwner("second");

        Refusal refusal = ended.get(90, TimeUnit.SECONDS).refusals().get(0);
        assertThat(refusal.reason()).isEqualTo(Refusal.Reason.OWNER_ENDED);
        assertThat(first.isDone()).isFalse();
    }

    @Test
    void callerInMemory_isListedByItsOwner() throws Exception {
        locks.acquire(request("holder"));
        FutureTask<Acquisition> first = asks(request("first"), 1);
        FutureTask<Acquisition> second = asks(request("second"), 2);

        assertThat(locks.holds().listByOwner("second")).hasSize(1);
        LockQuery query = LockQuery.ALL.owner("second");
        assertThat(locks.admin().list(query)).extracting(LockView::resource).containsExactly("r");
        assertThat(locks.admin().list(query.after("r"))).isEmpty();
        assertThat(locks.admin().list(query.prefix("s"))).isEmpty();
        assertThat(locks.admin().endOwner("second")).isZero();

        assertThat(second.get(90, TimeUnit.SECONDS).refusals().get(0).reason()).isEqualTo(Refusal.Reason.OWNER_ENDED);
        assertThat(first.isDone()).isFalse();
    }

    @Test
    void callersInMemory_areShownInTheirPlacesAmongOthers() throws Exception {
        locks.acquire(request("holder"));
        FutureTask<Acquisition> first = asks(request("o1"), 1);
        FutureTask<Acquisition> second = asks(request("o2"), 2);
        await().atMost(LONG).until(() -> others.view("r").queue().size() == 1);
        // It has a ticket of its own already, which it keeps.
        LockRequest late = request("late").receipt(Receipt.create("r"));
        FutureTask<Acquisition> elsewhere = asks(others, late);
        await().atMost(LONG).until(() -> others.view("r").queue().size() == 2);
        List<FutureTask<Acquisition>> all = List.of(first, second, elsewhere, asks(late, 3), asks(request("o3"), 4));

        assertThat(locks.view("r").queue())
                .extracting(waiting -> waiting.owner().id())
                .containsExactly("o1", "o2", "late", "o3");
        assertThat(all).noneMatch(FutureTask::isDone);
    }

    @Test
    void callerThatIsInterrupted_leavesNothing() throws Exception {
        LockHandle held = locks.acquire(request("holder"));
        FutureTask<Acquisition> first = asks(request("first"), 1);
        FutureTask<Acquisition> interrupted = new FutureTask<>(() -> locks.tryAcquire(request("second")));
        Thread thread = new Thread(interrupted);
        thread.start();
        await().atMost(LONG).until(() -> locks.view("r").waiting() == 2);
        FutureTask<Acquisition> third = asks(request("third"), 3);

        thread.interrupt();
        thread.join(90_000);

        assertThat(interrupted.isDone()).isTrue();
        held.close();
        granted(first).close();
        granted(third).close();
        assertThat(others.view("r").free()).isTrue();
        assertThat(others.view("r").waiting()).isZero();
    }

    /** One that broke down and stayed would be handed the lock, and never release it. */
    @Test
    void callerThatBreaksDown_leaves() throws Exception {
        AtomicBoolean breaks = new AtomicBoolean();
        LockManager broken = StoreManagers.over(
                Hooked.store(store, (method, arguments, call) -> {
                    if (method.equals("watch") && breaks.compareAndSet(true, false)) {
                        throw new StackOverflowError("planted");
                    }
                    return call.make();
                }),
                ManagerOptions.DEFAULT);
        LockHandle held = broken.acquire(request("holder"));
        breaks.set(true);
        assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> broken.acquire(request("first")));

        assertThat(broken.view("r").waiting()).isZero();
        held.close();
        assertThat(broken.tryAcquire(LockRequest.of("r").owner(Owner.of("second")))
                        .granted())
                .isTrue();
    }

    /** None that came later is served before it. */
    @Test
    void reader_isServedInItsPlace() throws Exception {
        LockHandle held = locks.acquire(request("holder"));
        FutureTask<Acquisition> reader = asks(request("reader").mode(Mode.SHARED), 1);
        FutureTask<Acquisition> writer = asks(request("writer"), 2);

        held.close();

        LockHandle reading = granted(reader);
        assertThat(writer.isDone()).isFalse();
        reading.close();
        granted(writer).close();
    }
}
