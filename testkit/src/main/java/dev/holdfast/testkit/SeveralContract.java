package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Receipt;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several resources in one request. */
interface SeveralContract extends ManagerPart {

    @Test
    @DisplayName("P12: several locks in one canonical order, all or none")
    default void several_oneHeld_noneIsAcquired() {
        LockManager one = manager();
        LockManager two = manager();
        one.acquire("b");
        Acquisition refused = two.tryAcquire("c", "b", "a");
        assertThat(refused.granted()).isFalse();
        assertThat(refused.refusals())
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.resource()).isEqualTo("b"));
        assertThat(two.view("a").free()).isTrue();
        assertThat(two.view("c").free()).isTrue();
    }

    @Test
    @DisplayName("P12: several locks in one canonical order, all or none")
    default void several_allFree_areAcquiredAndGivenBackTogether() {
        LockManager locks = manager();
        LockHandle handle = locks.acquire("c", "a", "b");
        assertThat(handle.resources()).containsExactly("a", "b", "c");
        assertThat(locks.list("")).extracting(LockView::resource).containsExactly("a", "b", "c");
        assertThat(List.of(handle.fence("a"), handle.fence("b"), handle.fence("c")))
                .allMatch(fence -> fence > 0);
        handle.close();
        assertThat(locks.list("")).isEmpty();
    }

    @Test
    @DisplayName("P12: all or none, also when a part of an earlier grant is lost meanwhile")
    default void several_retriedAfterALoss_keepsNoPart() throws Exception {
        LockManager one = manager();
        LockManager two = manager();
        Receipt receipt = Receipt.create("a");
        one.acquire(LockRequest.of("a", "b").receipt(receipt)).detach();
        two.admin().forceRelease("a", "Ada", "needed elsewhere");
        two.acquire("a");
        assertThat(one.tryAcquire(LockRequest.of("a", "b").receipt(receipt)).granted())
                .isFalse();
        assertThat(one.view("b").free()).isTrue();
    }

    @Test
    default void several_namedTwice_areAcquiredOnce() {
        LockManager locks = manager();
        assertThat(locks.acquire("a", "a").resources()).containsExactly("a");
    }

    @Test
    @Timeout(600)
    @Tag("safety")
    default void several_wantedCrosswise_neverDeadlockAndExclude() throws Exception {
        List<LockManager> managers = List.of(realTimeManager(), realTimeManager(), realTimeManager());
        List<List<String>> wishes = List.of(List.of("a", "b"), List.of("b", "c"), List.of("c", "a"));
        int[] counters = new int[3];
        Race.run(3, runner -> () -> {
            for (int i = 0; i < 10; i++) {
                List<String> wish = wishes.get(runner);
                try (LockHandle handle = managers.get(runner)
                        .acquire(LockRequest.of(wish.toArray(new String[0])).timeout(PATIENCE))) {
                    for (String resource : handle.resources()) {
                        counters[resource.charAt(0) - 'a']++;
                    }
                }
            }
            return null;
        });
        assertThat(counters).containsExactly(20, 20, 20);
    }
}
