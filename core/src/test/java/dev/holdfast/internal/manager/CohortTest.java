package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Mode;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.LockState;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The first of those that wait in memory gets what a release hands over, is told once, and leaves nothing behind. */
class CohortTest {
    private final AtomicInteger emptied = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();
    private final Cohort cohort = new Cohort(new Clocks(nanos::get, InstantSource.system()), emptied::incrementAndGet);

    private static Claim claim(int id) {
        return Scenes.claim(id, Scenes.owner("o" + id, ""), Mode.EXCLUSIVE, "");
    }

    private Cohort.Member joined(int id) {
        return cohort.join(claim(id), true, () -> {});
    }

    private Cohort.Offer offer() {
        return Objects.requireNonNull(cohort.offer());
    }

    private static LockState heldBy(Cohort.Member member) {
        return Scenes.state(hold(member));
    }

    private static Hold hold(Cohort.Member member) {
        return hold(member, true);
    }

    private static Hold hold(Cohort.Member member, boolean claimed) {
        return new Hold(
                List.of(member.claim().id()),
                member.claim().owner(),
                Mode.EXCLUSIVE,
                7,
                Scenes.NOW,
                Scenes.NOW,
                Scenes.NOW,
                member.claim().lease(),
                "",
                "",
                claimed);
    }

    /** Returns a thread in which the last member leaves, and that waits for the end of an offer. */
    private Thread leaving(Cohort.Member last) throws InterruptedException {
        Thread leaves = new Thread(last::leave);
        leaves.start();
        while (emptied.get() == 0) {
            Thread.sleep(1);
        }
        return leaves;
    }

    @Test
    void first_isToldOnce_andTheNextIsFirst() {
        Cohort.Member one = joined(1);
        Cohort.Member two = joined(2);
        Cohort.Offer offer = offer();
        assertThat(offer.relay().next()).isEqualTo(one.claim());
        assertThat(offer.relay().behind()).isEqualTo(1);

        offer.answer(hold(one), Snapshot.ASSUMED_ABSENT);

        assertThat(one.handedOver()).isNotNull();
        assertThat(offer().relay().next()).isEqualTo(two.claim());
    }

    @Test
    void memberThatAsksByItself_isHandedNothing_norIsOneBehindIt() {
        cohort.join(claim(1), false, () -> {});
        joined(2);
        assertThat(cohort.offer()).isNull();
    }

    @Test
    void offerThatIsDeclined_callsTheFirst() {
        Cohort.Member one = joined(1);
        Cohort.Offer offer = offer();
        offer.answer(null, Snapshot.ASSUMED_ABSENT);
        assertThat(one.isCalled()).isTrue();
        assertThat(one.handedOver()).isNull();
    }

    @Test
    void answerOnItsWay_isWaitedFor_andItsEndIsAReasonToAsk() {
        Cohort.Member one = joined(1);
        Cohort.Offer offer = offer();
        assertThat(one.awaitsAnswer()).isTrue();
        assertThat(one.mayAsk()).isFalse();
        offer.withdraw();
        assertThat(one.mayAsk()).isTrue();
        assertThat(one.awaitsAnswer()).isFalse();
    }

    @Test
    void memberThatLeaves_waitsForAHandOverUnderWay_andHasIt() throws Exception {
        Cohort.Member one = joined(1);
        Cohort.Offer offer = offer();
        Thread leaves = leaving(one);
        offer.answer(hold(one), Snapshot.ASSUMED_ABSENT);
        leaves.join(60_000);
        assertThat(leaves.isAlive()).isFalse();
        assertThat(one.handedOver()).isNotNull();
    }

    @Test
    void lostAnswer_thatIsSettled_isToldToOneThatWaits() {
        Cohort.Member one = joined(1);
        Cohort.Offer offer = offer();
        offer.withdraw();
        assertThat(offer.settle(heldBy(one), Snapshot.ASSUMED_ABSENT)).isNull();
        assertThat(one.handedOver()).isNotNull();
    }

    @Test
    void lostAnswer_thatIsSettled_tellsOfNothingThatIsNotConfirmed() {
        Cohort.Member one = joined(1);
        Cohort.Offer offer = offer();
        offer.withdraw();
        LockState handedByTheQueue = Scenes.state(hold(one, false));
        assertThat(offer.settle(handedByTheQueue, Snapshot.ASSUMED_ABSENT)).isNull();
        assertThat(one.handedOver()).isNull();
        one.leave();
        assertThat(offer.settle(handedByTheQueue, Snapshot.ASSUMED_ABSENT))
                .isEqualTo(one.claim().id());
    }

    @Test
    void lostAnswer_thatIsSettled_namesTheHoldOfOneThatHasLeft() {
        Cohort.Member one = joined(1);
        Cohort.Offer offer = offer();
        offer.withdraw();
        assertThat(one.leave()).as("the store may have more of it").isTrue();
        HoldId left = offer.settle(heldBy(one), Snapshot.ASSUMED_ABSENT);
        assertThat(left).isEqualTo(one.claim().id());
    }

    @Test
    void lostAnswer_thatIsSettled_leavesAloneWhoFoundItsGrantItself() {
        Cohort.Member one = joined(1);
        Cohort.Offer offer = offer();
        offer.withdraw();
        one.leaveGranted();
        assertThat(offer.settle(heldBy(one), Snapshot.ASSUMED_ABSENT)).isNull();
    }

    /** Its owner may enter past all that wait. */
    @Test
    void memberOfTheOwnerThatHasIt_asksByItself() {
        Cohort.Member one = joined(1);
        one.saw(heldBy(new Cohort(Plans.CLOCKS, () -> {}).join(claim(7), true, () -> {})));
        assertThat(joined(2).mayAsk()).isFalse();
        assertThat(joined(7).mayAsk()).isTrue();

        Cohort.Offer offer = offer();
        offer.answer(hold(one), Snapshot.ASSUMED_ABSENT);
        assertThat(joined(7).mayAsk()).isFalse();
        assertThat(joined(1).mayAsk()).isTrue();
    }

    @Test
    void lostAnswer_thatIsSettled_leavesAloneWhoWasHandedItLater() throws Exception {
        Cohort.Member one = joined(1);
        Cohort.Offer lost = offer();
        lost.withdraw();
        Cohort.Offer later = offer();
        Thread leaves = leaving(one);
        later.answer(hold(one), Snapshot.ASSUMED_ABSENT);
        leaves.join(60_000);
        assertThat(one.handedOver()).isNotNull();

        assertThat(lost.settle(heldBy(one), Snapshot.ASSUMED_ABSENT)).isNull();
    }

    @Test
    void memberThatWasOfferedNothing_leavesNothing() {
        joined(1);
        assertThat(joined(2).leave()).isFalse();
    }
}
