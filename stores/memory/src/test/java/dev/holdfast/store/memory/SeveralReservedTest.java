package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import dev.holdfast.Refusal;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.rules.Queue;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A caller that has waited for several locks reserves them: it holds none meanwhile, and delays others for seconds. */
@Timeout(180)
class SeveralReservedTest {
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final Duration WAIT = Duration.ofSeconds(20);

    private final FakeTime time = FakeTime.create();
    private final LockStore store = new MemoryStoreProvider().open("memory:" + UUID.randomUUID(), time);
    private final AtomicBoolean dead = new AtomicBoolean();
    private final LockManager locks = manager(Hooked.store(store, (method, arguments, call) -> {
        if (dead.get()) {
            throw new StoreUnreachableException("The manager is dead.", null);
        }
        return call.make();
    }));
    private final LockManager others = manager(store);

    private LockManager manager(LockStore over) {
        return manager(over, ManagerOptions.DEFAULT);
    }

    private LockManager manager(LockStore over, ManagerOptions options) {
        return StoreManagers.over(
                over, options.clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));
    }

    @AfterEach
    void close() {
        others.close(); // and the store with it, which both share
    }

    private static LockRequest request(String owner, String... resources) {
        return LockRequest.of(resources).owner(Owner.of(owner));
    }

    private static FutureTask<Acquisition> waits(LockManager manager, LockRequest request) {
        FutureTask<Acquisition> task = new FutureTask<>(() -> manager.tryAcquire(request));
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private List<String> queue(String resource) {
        return others.view(resource).queue().stream()
                .map(waiting -> waiting.owner().id())
                .toList();
    }

    /** Returns a request for both that has just reserved them. */
    private FutureTask<Acquisition> reserved() {
        FutureTask<Acquisition> both = waits(locks, request("both", "a", "b").timeout(WAIT));
        await().atMost(LONG).until(() -> {
            // It begins to wait at some moment of this; then its time passes.
            time.advance(Duration.ofMillis(100));
            return queue("a").contains("both");
        });
        assertThat(queue("b")).as("in the same change").contains("both");
        return both;
    }

    @Test
    void reservation_isTakenInOneStep_andNoneComesPast() throws Exception {
        LockHandle a = others.acquire(request("x", "a"));
        LockHandle b = others.acquire(request("y", "b"));
        FutureTask<Acquisition> both = reserved();
        FutureTask<Acquisition> single = waits(others, request("late", "a").timeout(Duration.ofHours(1)));
        await().atMost(LONG).until(() -> queue("a").equals(List.of("both", "late")));

        time.advance(Duration.ofMillis(300)); // the turn of the manager that has it is over
        a.close();

        assertThat(others.view("a").holders())
                .as("it holds none while it waits")
                .isEmpty();
        Refusal refusal = others.tryAcquire(request("now", "a")).refusals().get(0);
        assertThat(refusal.reason()).isEqualTo(Refusal.Reason.QUEUE);
        assertThat(single.isDone()).isFalse();
        b.close();
        LockHandle mine = both.get(90, TimeUnit.SECONDS).orThrow();
        assertThat(mine.resources()).containsExactly("a", "b");
        assertThat(queue("b")).isEmpty();
        assertThat(single.isDone()).isFalse();
        mine.close();
        assertThat(single.get(90, TimeUnit.SECONDS).granted()).isTrue();
    }

    @Test
    void reservationOfADeadCaller_isOverAfterItsLife() throws Exception {
        LockHandle a = others.acquire(request("x", "a"));
        others.acquire(request("y", "b"));
        FutureTask<Acquisition> both = reserved();
        FutureTask<Acquisition> single = waits(others, request("late", "a").timeout(Duration.ofHours(1)));
        await().atMost(LONG).until(() -> queue("a").equals(List.of("both", "late")));
        dead.set(true);
        time.advance(Duration.ofMillis(300));
        a.close();
        assertThat(single.isDone()).isFalse();

        time.advance(Queue.RESERVATION_LIFE);

        assertThat(single.get(90, TimeUnit.SECONDS).granted()).isTrue();
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> both.get(90, TimeUnit.SECONDS))
                .withCauseInstanceOf(StoreUnreachableException.class);
    }

    @Test
    void callerThatGivesUp_leavesNoReservation() throws Exception {
        others.acquire(request("x", "a"));
        others.acquire(request("y", "b"));
        FutureTask<Acquisition> both = reserved();
        time.advance(WAIT);
        assertThat(both.get(90, TimeUnit.SECONDS).granted()).isFalse();
        assertThat(queue("a")).isEmpty();
        assertThat(queue("b")).isEmpty();
    }

    /** The locks of one request are one operation: that it gets the first is no reason to refuse it the second. */
    @Test
    void reservation_underACooldown_isTakenInOneStep() throws Exception {
        Policies paced = new Policies(
                List.of(),
                Preset.OFFLINE.policy().toBuilder()
                        .cooldown(Duration.ofSeconds(2))
                        .waiting(new Policy.WaitPolicy(
                                true, Duration.ofHours(1), Duration.ofSeconds(5), null, Policy.Turns.DEFAULT))
                        .build());
        LockManager limited = manager(store, ManagerOptions.DEFAULT.policies(paced));
        LockHandle a = others.acquire(request("x", "a"));
        LockRequest request = LockRequest.of("a", "b").owner(Owner.of("both").user("u"));
        FutureTask<Acquisition> both = waits(limited, request.timeout(Duration.ofMinutes(10)));
        await().atMost(LONG).until(() -> {
            time.advance(Duration.ofMillis(100));
            return queue("a").contains("both");
        });

        a.close();

        assertThat(both.get(90, TimeUnit.SECONDS).orThrow().resources()).containsExactly("a", "b");
    }
}
