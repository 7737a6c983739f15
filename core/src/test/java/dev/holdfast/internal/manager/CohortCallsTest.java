package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.Mode;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Queue;
import dev.holdfast.spi.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Which of those that wait in memory has a reason to ask the store, and when. */
class CohortCallsTest {
    private static final Duration OWNERS_EVERY = Duration.ofSeconds(4);
    private static final Instant NOW = Scenes.NOW;

    private final AtomicInteger emptied = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong(1);
    private final Cohort cohort = new Cohort(new Clocks(nanos::get, () -> NOW), emptied::incrementAndGet);
    private final List<String> woken = new ArrayList<>();

    private Cohort.Member joined(int id, String owner, Mode mode) {
        Claim claim = Scenes.claim(id, Scenes.owner(owner, ""), mode, "");
        return cohort.join(claim, true, false, () -> woken.add(owner));
    }

    private Cohort.Member joined(int id, String owner) {
        return joined(id, owner, Mode.EXCLUSIVE);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    /** Owners may have been ended, and then no release comes to them. One of all looks, from time to time. */
    @Test
    void first_looksAfterTheOwnersBehindIt_fromTimeToTime() {
        Cohort.Member first = joined(1, "ann");
        pass(OWNERS_EVERY);
        assertThat(first.mustCheckOwners()).as("alone").isFalse();
        Cohort.Member second = joined(2, "ben");
        assertThat(first.mustCheckOwners()).isTrue();
        assertThat(second.mustCheckOwners()).as("behind it").isFalse();
        Offer offer = Objects.requireNonNull(cohort.offer());
        assertThat(first.mustCheckOwners()).as("a release is on its way").isFalse();
        offer.withdraw();
        assertThat(first.ownersToCheck()).containsExactlyInAnyOrder("ann", "ben");
        assertThat(first.mustCheckOwners()).as("done").isFalse();
        assertThat(first.ownersToCheck()).isEmpty();
        pass(OWNERS_EVERY.minusNanos(1));
        assertThat(first.mustCheckOwners()).isFalse();
        pass(Duration.ofNanos(1));
        assertThat(first.mustCheckOwners()).isTrue();
        second.leave(false);
        assertThat(first.ownersToCheck()).as("of those that wait").containsExactly("ann");
    }

    @Test
    void owner_withTwoWaiters_isLookedAfterUntilBothHaveLeft() {
        joined(1, "ann");
        Cohort.Member one = joined(2, "ben");
        Cohort.Member other = joined(3, "ben");
        one.leave(false);
        assertThat(emptied).hasValue(0);
        pass(OWNERS_EVERY);
        assertThat(other.ownersToCheck()).containsExactlyInAnyOrder("ann", "ben");
    }

    @Test
    void behind_countsForTheFirst() {
        Cohort.Member first = joined(1, "ann");
        Cohort.Member second = joined(2, "ben");
        joined(3, "carl");
        assertThat(first.behind()).isEqualTo(2);
        assertThat(second.behind()).isZero();
        assertThat(first.since()).isEqualTo(NOW);
    }

    /** The first found the store away. The others must not wait for an answer that does not come. */
    @Test
    void failureOfTheStore_callsThoseThatDoNotAskThemselves() {
        Cohort.Member first = joined(1, "ann");
        Cohort.Member second = joined(2, "ben");
        first.asks();
        first.failed();
        assertThat(second.isCalled()).isTrue();
        assertThat(first.isCalled()).isFalse();
        assertThat(woken).containsExactly("ben");
    }

    @Test
    void callAll_callsAll() {
        List<Cohort.Member> members = List.of(joined(1, "ann"), joined(2, "ben"));
        cohort.callAll();
        assertThat(members).allMatch(Cohort.Member::isCalled);
        assertThat(woken).containsExactly("ann", "ben");
    }

    /** An owner that holds the lock may enter it once more, whatever its place. */
    @Test
    void ownerOfAHolder_isCalled_nowAndWhenItJoins() {
        Cohort.Member first = joined(1, "ann");
        Cohort.Member second = joined(2, "ben");
        first.saw(Scenes.state(Scenes.hold(9, Scenes.owner("ben", ""))));
        assertThat(second.isCalled()).isTrue();
        assertThat(first.isCalled()).isFalse();
        assertThat(joined(3, "ben").isCalled()).isTrue();
        assertThat(joined(4, "carl").isCalled()).isFalse();
        first.saw(LockState.FREE);
        assertThat(joined(5, "ben").isCalled()).isFalse();
    }

    @Test
    void nap_endsAtTheDeadline_orWhenTheFirstIsToAsk() {
        Cohort.Member first = joined(1, "ann");
        Cohort.Member second = joined(2, "ben");
        Cohort.Member third = joined(3, "carl");
        long deadline = nanos.get() + 1_000_000_000;
        assertThat(second.nap(deadline)).isEqualTo(1_000_000_000);
        assertThat(first.nap(deadline)).as("it may ask already").isEqualTo(1);
        assertThat(woken).isEmpty();
        first.leaveGranted();
        assertThat(woken).as("it is the first now").containsExactly("ben");
        assertThat(second.nap(deadline)).as("until it is handed the lock").isBetween(2L, 999_999_999L);
        assertThat(second.mayAsk()).isFalse();
        pass(Duration.ofNanos(second.nap(deadline)));
        assertThat(second.mayAsk()).isTrue();
        assertThat(third.nap(nanos.get() - 5)).as("its time is over").isEqualTo(1);
    }

    /** With the last, the resource is forgotten. */
    @Test
    void lastThatIsHandedTheLock_leavesNothingBehind() {
        Cohort.Member only = joined(1, "ann");
        Offer offer = Objects.requireNonNull(cohort.offer());
        Key key = Key.lock("r");
        Claim claim = only.claim();
        Hold hold = new Hold(
                List.of(claim.id()), claim.owner(), Mode.EXCLUSIVE, 7, NOW, NOW, NOW, claim.lease(), "", "", true);
        offer.answer(Scenes.seen(Scenes.entry(key, 7, Scenes.state(hold))), key, true);
        assertThat(only.handedOver()).isNotNull();
        assertThat(woken).containsExactly("ann");
        assertThat(emptied).hasValue(1);
        assertThat(cohort.members()).isEmpty();
    }

    @Test
    void readers_areOfferedItTogether_upToABound() {
        for (int i = 1; i <= Queue.MAX_TOGETHER + 3; i++) {
            joined(i, "o" + i, Mode.SHARED);
        }
        assertThat(Objects.requireNonNull(cohort.offer()).relay().readers()).hasSize(Queue.MAX_TOGETHER - 1);
    }
}
