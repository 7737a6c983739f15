package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holds.Grant;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.manager.AsyncGrants;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Questions of many, decided together. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class AsyncGrantsTest {
    private final AtomicBoolean away = new AtomicBoolean();
    private final LockManager locks = StoreManagers.over(store(), ManagerOptions.DEFAULT);
    private final AsyncGrants async = AsyncGrants.of(locks);

    /** One that can go away. */
    private LockStore store() {
        LockStore memory = new MemoryStoreProvider().open("memory:", InstantSource.system());
        return Hooked.store(memory, (method, arguments, call) -> {
            if (away.get() && method.equals("apply")) {
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

    private CompletableFuture<Grant> ask(String resource, String owner) {
        return async.grant(LockRequest.of(resource).owner(Owner.of(owner)));
    }

    @Test
    @Tag("safety")
    void resource_wantedByMany_isGrantedOnce_andGoesOn() throws Exception {
        for (int round = 0; round < 50; round++) {
            List<CompletableFuture<Grant>> asked = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                asked.add(ask("a", "owner " + i));
            }
            List<Receipt> granted = new ArrayList<>();
            for (CompletableFuture<Grant> answer : asked) {
                granted.addAll(answer.get().receipts());
            }
            assertThat(granted).hasSize(1);
            assertThat(async.renew(Heartbeat.of(granted.get(0), true)).get().hold())
                    .isPresent();
            assertThat(async.release(granted).get()).isTrue();
            assertThat(async.release(granted).get()).isFalse();
            assertThat(async.renew(Heartbeat.of(granted.get(0), true)).get().hold())
                    .isEmpty();
        }
    }

    @Test
    void resources_ofMany_areAllGranted_inOneGo() throws Exception {
        List<CompletableFuture<Grant>> asked = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            asked.add(ask("r" + i, "owner"));
        }
        for (CompletableFuture<Grant> answer : asked) {
            assertThat(answer.get().granted()).isTrue();
        }
        assertThat(locks.list("")).hasSize(2_000);
    }

    @Test
    void holds_changedByOthers_areSeenAsTheyAre() throws Exception {
        Grant grant = ask("a", "anna").get();
        locks.admin().forceRelease("a", "Ada", "gone");
        Grant other = ask("a", "ben").get();
        assertThat(async.renew(Heartbeat.of(grant.receipts().get(0), true))
                        .get()
                        .hold())
                .isEmpty();
        assertThat(async.release(grant.receipts()).get()).isFalse();
        assertThat(async.renew(Heartbeat.of(other.receipts().get(0), true))
                        .get()
                        .hold())
                .isPresent();
    }

    @Test
    void store_thatIsAway_isToldToEachAndComesBack() throws Exception {
        away.set(true);
        CompletableFuture<Grant> asked = ask("a", "anna");
        assertThatThrownBy(asked::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(StoreUnreachableException.class);
        away.set(false);
        assertThat(ask("a", "anna").get().granted()).isTrue();
    }

    @Test
    void request_thatWouldWait_isRefused() {
        assertThatThrownBy(() -> async.grant(LockRequest.of("a").timeout(Duration.ofSeconds(1))))
                .isInstanceOf(IllegalArgumentException.class);
        CompletableFuture<Grant> strange =
                async.grant(LockRequest.of("a").owner(Owner.of("anna")).receipt(Receipt.create("a")));
        assertThat(strange).succeedsWithin(Duration.ofSeconds(20));
    }
}
