package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holds.Grant;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Mode;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.internal.base.Bounds;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests as large as they may be. What is granted can be renewed and released, whatever others do. */
@Timeout(600)
interface SizeContract extends ManagerPart {

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "r" + i).toList();
    }

    @Test
    default void holders_whenTheRecordIsFull_areRefused_andTheOthersGoOn() throws Exception {
        LockManager locks = manager();
        List<Receipt> held = new ArrayList<>();
        Grant last = locks.holds().grant(Samples.largestRequest(0, "a"));
        while (last.granted()) {
            held.addAll(last.receipts());
            last = locks.holds().grant(Samples.largestRequest(held.size(), "a"));
        }
        assertThat(last.refusals()).extracting(Refusal::reason).containsExactly(Refusal.Reason.QUEUE_FULL);
        assertThat(locks.holds()
                        .renew(held.stream()
                                .map(receipt -> Heartbeat.of(receipt, true))
                                .toList()))
                .hasSizeGreaterThan(1)
                .allMatch(renewal -> renewal.hold().isPresent());
        held.forEach(receipt -> assertThat(locks.holds().release(receipt)).isTrue());
        assertThat(locks.view("a").free()).isTrue();
    }

    @Test
    @DisplayName("What others add to the records of several locks keeps no caller from releasing them in one call")
    default void release_ofRecordsThatOthersMadeLarge_isDone() throws Exception {
        LockManager one = manager();
        LockManager two = manager();
        List<String> names = names(40);
        Grant own = one.holds().grant(LockRequest.of(names).mode(Mode.SHARED));
        for (String name : names) {
            assertThat(two.holds().grant(Samples.largestRequest(1, name)).granted())
                    .isTrue();
        }
        assertThat(one.holds().release(own.receipts())).isTrue();
        assertThat(one.list(""))
                .hasSize(40)
                .allSatisfy(view -> assertThat(view.holders()).hasSize(1));
    }

    @Test
    default void release_ofHundredsOfReceipts_isOneCall() throws Exception {
        LockManager locks = manager();
        List<Receipt> all = new ArrayList<>();
        for (int i = 0; i < 300; i += 50) {
            all.addAll(locks.holds()
                    .grant(LockRequest.of(names(300).subList(i, i + 50)))
                    .receipts());
        }
        assertThat(all).hasSize(300);
        assertThat(locks.holds().release(all)).isTrue();
        assertThat(locks.list("")).isEmpty();
    }

    @Test
    @DisplayName("Several locks are granted together, or a sentence says that they are too large for that")
    default void several_asLargeAsTheyMayBe_areGrantedOrRefusedAsAWhole() throws Exception {
        LockManager locks = manager();
        int count = Bounds.NAMES / 4; // That is beyond what some stores take, and quickly done on a busy machine.
        LockRequest largest = Samples.largestRequest(1, names(count).toArray(new String[0]));
        try {
            Grant grant = locks.holds().grant(largest);
            assertThat(grant.granted()).isTrue();
            assertThat(locks.list("")).hasSize(count);
            assertThat(locks.holds().release(grant.receipts())).isTrue();
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageContaining("name fewer resources");
        }
        assertThat(locks.list("")).extracting(LockView::resource).isEmpty();
        assertThat(locks.tryAcquire("r1").granted()).isTrue();
    }
}
