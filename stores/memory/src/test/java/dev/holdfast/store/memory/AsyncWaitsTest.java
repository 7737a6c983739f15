package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holds.Grant;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.manager.AsyncGrants;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that wait without a thread each. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class AsyncWaitsTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    /** The threads that try, and those of the store's feeds. */
    private static final int MAX_THREADS = 48;

    private final AtomicBoolean away = new AtomicBoolean();
    private final AtomicBoolean feedless = new AtomicBoolean();
    private final AtomicInteger reads = new AtomicInteger();
    private final LockManager locks = StoreManagers.over(store(), ManagerOptions.DEFAULT);
    private final AsyncGrants async = AsyncGrants.of(locks);
    private final CompletableFuture<Void> gone = new CompletableFuture<>();

    /** One that can go away, and has no feed if told so before a caller waits. */
    private LockStore store() {
        LockStore memory = new MemoryStoreProvider().open("memory:", InstantSource.system());
        return Hooked.store(memory, (method, arguments, call) -> {
            if (method.equals("watch") && feedless.get()) {
                return Optional.empty();
            }
            reads.addAndGet(method.equals("read") ? 1 : 0);
            if (away.get() && (method.equals("apply") || method.equals("read"))) {
                throw new StoreUnreachableException("Away.", null);
            }
            return call.make();
        });
    }

    @AfterEach
    void close() {
        away.set(false);
        async.close();
        locks.close();
    }

    private List<Receipt> held(String resource) throws Exception {
        return async.grant(LockRequest.of(resource).owner(Owner.of("holder")))
                .get()
                .receipts();
    }

    private CompletableFuture<Grant> ask(String owner, Duration wait, String... resources) {
        return async.grant(LockRequest.of(resources).owner(Owner.of(owner)).timeout(wait), gone);
    }

    private int queue(String resource) {
        return locks.view(resource).queue().size();
    }

    private void awaitQueue(String resource, int length) throws Exception {
        while (queue(resource) != length) {
            Thread.sleep(5);
        }
    }

    @Test
    @Tag("safety")
    void waiters_getTheLockInTheirOrder() throws Exception {
        List<Receipt> held = held("a");
        List<CompletableFuture<Grant>> asked = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            asked.add(ask("owner " + i, LONG, "a"));
            awaitQueue("a", i + 1);
        }
        for (CompletableFuture<Grant> next : asked) {
            assertThat(next).isNotDone();
            assertThat(async.release(held).get()).isTrue();
            Grant grant = next.get();
            assertThat(grant.granted()).isTrue();
            held = grant.receipts();
        }
        assertThat(async.release(held).get()).isTrue();
        assertThat(locks.list("")).isEmpty();
    }

    @Test
    void thousands_waitWithoutAThreadEach() throws Exception {
        int many = 3_000;
        List<String> names = IntStream.range(0, many).mapToObj(i -> "r" + i).toList();
        List<List<Receipt>> held = new ArrayList<>();
        for (String name : names) {
            held.add(held(name));
        }
        int before = Thread.getAllStackTraces().size();
        List<CompletableFuture<Grant>> asked =
                names.stream().map(name -> ask("waiter", LONG, name)).toList();
        awaitQueue("r" + (many - 1), 1);
        assertThat(Thread.getAllStackTraces().size()).isLessThanOrEqualTo(before + MAX_THREADS);
        for (List<Receipt> receipts : held) {
            async.release(receipts).get();
        }
        for (CompletableFuture<Grant> answer : asked) {
            assertThat(answer.get().granted()).isTrue();
        }
        assertThat(locks.list("")).hasSize(many);
    }

    @Test
    void timeout_isARefusalThatLeavesNothing() throws Exception {
        held("a");
        Grant refused = ask("waiter", Duration.ofMillis(50), "a").get();
        assertThat(refused.refusals())
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(Refusal.Reason.HELD));
        assertThat(queue("a")).isZero();
    }

    @Test
    void storeWithoutAFeed_isAskedNowAndThen() throws Exception {
        feedless.set(true);
        held("a");
        ask("waiter", Duration.ofSeconds(1), "a").get();
        assertThat(reads).as("about five times a second").hasValueBetween(1, 30);
        held("b");
        CompletableFuture<Grant> asked = ask("waiter", LONG, "a");
        awaitQueue("a", 1);
        locks.admin().clear("test");
        assertThat(asked.get().granted()).isTrue();
    }

    @Test
    void holdThatExpires_isGranted() throws Exception {
        async.grant(LockRequest.of("a").owner(Owner.of("holder")).ttl(Duration.ofMillis(200)))
                .get();
        assertThat(ask("waiter", LONG, "a").get().granted()).isTrue();
    }

    @Test
    void several_areGrantedTogether() throws Exception {
        List<Receipt> one = held("a");
        List<Receipt> two = held("b");
        CompletableFuture<Grant> both = ask("waiter", LONG, "a", "b");
        async.release(one).get();
        assertThat(both).isNotDone();
        async.release(two).get();
        assertThat(both.get().receipts()).hasSize(2);
    }

    @Test
    void callerThatIsGone_leavesTheQueue() throws Exception {
        held("a");
        CompletableFuture<Grant> asked = ask("waiter", LONG, "a");
        awaitQueue("a", 1);
        gone.complete(null);
        assertThatThrownBy(asked::get).isInstanceOf(CancellationException.class);
        assertThat(queue("a")).as("the answer comes after the ticket is gone").isZero();
        assertThatThrownBy(() -> ask("waiter", LONG, "a").get()).isInstanceOf(CancellationException.class);
        assertThat(queue("a")).isZero();
    }

    @Test
    void storeThatIsAway_isTheAnswer() throws Exception {
        feedless.set(true); // which is asked soon again
        held("a");
        CompletableFuture<Grant> asked = ask("waiter", LONG, "a");
        awaitQueue("a", 1);
        away.set(true);
        assertThatThrownBy(asked::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(StoreUnreachableException.class);
    }

    @Test
    void closing_endsTheWaits() throws Exception {
        held("a");
        List<CompletableFuture<Grant>> asked = IntStream.range(0, 20)
                .mapToObj(i -> ask("owner " + i, LONG, "a"))
                .toList();
        awaitQueue("a", 20);
        async.close();
        for (CompletableFuture<Grant> answer : asked) {
            assertThatThrownBy(answer::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(IllegalStateException.class);
        }
        LockView left = locks.view("a");
        assertThat(left.queue()).isEmpty();
        assertThatThrownBy(() -> ask("late", LONG, "a").get()).isInstanceOf(ExecutionException.class);
        assertThat(queue("a")).isZero();
    }

    @Test
    void closedManager_endsTheWaits() throws Exception {
        held("a");
        CompletableFuture<Grant> asked = ask("waiter", LONG, "a");
        awaitQueue("a", 1);
        locks.close();
        assertThatThrownBy(asked::get)
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("was closed while a caller waited for a");
        assertThatThrownBy(() -> ask("late", LONG, "a").get())
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
    }
}
