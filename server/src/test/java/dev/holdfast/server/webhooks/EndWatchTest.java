package dev.holdfast.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Lease;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.storage.EndingHolds;
import dev.holdfast.internal.storage.ForwardingStore;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.testkit.FakeTime;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Looks for holds that end soon, while holds end and the store fails. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EndWatchTest {
    private static final Duration DAY = Duration.ofDays(1);

    private final FakeTime time = FakeTime.create();
    private boolean broken;
    private final LockStore store = new ForwardingStore(StoreProvider.openStore("memory:", time)) {
        @Override
        public Page query(Query query) {
            if (broken) {
                throw new StoreUnreachableException("away", null);
            }
            return super.query(query);
        }
    };
    private final LockManager locks = StoreManagers.over(store, ManagerOptions.DEFAULT);
    private final HistoryTail tail = new HistoryTail(locks);
    private final HookOptions options = new HookOptions(
                    "test", URI.create("http://127.0.0.1/"), WebhookSecret.of("s".repeat(32)))
            .keeping(10_000, 10);
    private final Sending sending = new Sending(new Hook(options), new EventWriter(locks, options), null);
    private final EndWatch watch = new EndWatch(new EndingHolds(store));

    @AfterEach
    void close() {
        locks.close();
    }

    private Receipt grant(String resource) throws InterruptedException {
        return locks.holds()
                .grant(LockRequest.of(resource).owner(Owner.of("ann")).lease(new Lease(null, DAY.plusMinutes(1), null)))
                .receipts()
                .get(0);
    }

    private List<String> waiting() {
        List<String> names = new ArrayList<>();
        for (Delivery next = sending.hook().next(0);
                next != null;
                next = sending.hook().next(0)) {
            names.add(next.resource());
            sending.hook().ended(next, CallResult.DELIVERED, 0);
        }
        return names;
    }

    @Test
    void aHoldThatEndsWhileItIsFound_isNotToldOf() throws Exception {
        Receipt released = grant("a");
        grant("b");
        tail.begin(Instant.MAX);
        time.advance(Duration.ofMinutes(2));
        EndingHolds.Part found = watch.next(List.of(sending));
        assertThat(found.holds()).hasSize(2);
        locks.holds().release(released);
        watch.tell(found, tail.fresh(false));
        assertThat(waiting()).containsExactly("b");
    }

    @Test
    void aLook_isMadeOnceAMinute_byTheClockOfTheStore_inEitherDirection() throws Exception {
        assertThat(watch.next(List.of())).as("no hook wants it").isNull();
        watch.tell(watch.next(List.of(sending)), List.of());
        grant("a");
        time.advance(Duration.ofMinutes(2));
        assertThat(watch.next(List.of(sending))).as("the store was just asked").isNull();
        EndWatch other = new EndWatch(new EndingHolds(store));
        other.tell(other.next(List.of(sending)), List.of());
        assertThat(waiting()).containsExactly("a");
    }

    @Test
    void aPageThatCannotBeRead_isReadAgain_beforeTheLookIsOver() throws Exception {
        for (int i = 0; i < 1_500; i++) {
            grant("a" + i);
        }
        time.advance(Duration.ofMinutes(2));
        EndingHolds.Part first = watch.next(List.of(sending));
        assertThat(first.more()).isTrue();
        watch.tell(first, List.of());
        broken = true;
        assertThatThrownBy(() -> watch.next(List.of(sending))).isInstanceOf(StoreUnreachableException.class);
        broken = false;
        assertThat(watch.next(List.of(sending))).isEqualTo(watch.next(List.of(sending)));
        EndingHolds.Part second = watch.next(List.of(sending));
        assertThat(second.more()).isFalse();
        watch.tell(second, List.of());
        assertThat(waiting()).hasSize(1_500).doesNotHaveDuplicates();
    }

    @Test
    void withoutAStore_thereIsNoLook() {
        assertThat(new EndWatch(null).next(List.of(sending))).isNull();
    }
}
