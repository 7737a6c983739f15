package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Mode;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.spi.Key;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The first of those that wait in memory gets what a release hands over, is told once, and leaves nothing behind. */
class CohortTest {
    private static final Key KEY = Key.lock("r");

    private final AtomicInteger emptied = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();
    private final Cohort cohort = new Cohort(new Clocks(nanos::get, InstantSource.system()), emptied::incrementAndGet);

    private static Claim claim(int id) {
        return Scenes.claim(id, Scenes.owner("o" + id, ""), Mode.EXCLUSIVE, "");
    }

    private Cohort.Member joined(int id) {
        return cohort.join(claim(id), true, false, () -> {});
    }

    private Cohort.Member joined(int id, String owner) {
        return cohort.join(Scenes.claim(id, Scenes.owner(owner, ""), Mode.EXCLUSIVE, ""), true, false, () -> {});
    }

    /** Joins with a receipt that its caller made. */
    private Cohort.Member joinedWithReceipt(int id) {
        return cohort.join(claim(id), true, true, () -> {});
    }

    private Offer offer() {
        return Objects.requireNonNull(cohort.offer());
    }

    private static LockState heldBy(Cohort.Member member) {
        return Scenes.state(hold(member));
    }

    /** Answers as if the change had been applied that made this state. */
    private static void answer(Offer offer, LockState state) {
        offer.answer(Scenes.seen(Scenes.entry(KEY, 7, state)), KEY, true);
    }

    private Cohort.Member reader(int id) {
        return cohort.join(Scenes.claim(id, Scenes.owner("o" + id, ""), Mode.SHARED, ""), true, false, () -> {});
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
        Thread leaves = new Thread(() -> last.leave(false));
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
        Offer offer = offer();
        assertThat(offer.relay().next()).isEqualTo(one.claim());
        assertThat(offer.relay().behind()).isEqualTo(1);

        answer(offer, heldBy(one));

        assertThat(one.handedOver()).isNotNull();
        assertThat(offer().relay().next()).isEqualTo(two.claim());
    }

    @Test
    void memberThatAsksByItself_isHandedNothing_norIsOneBehindIt() {
        cohort.join(claim(1), false, false, () -> {});
        joined(2);
        assertThat(cohort.offer()).isNull();
    }

    @Test
    void offerThatIsDeclined_callsTheFirst() {
        Cohort.Member one = joined(1);
        Offer offer = offer();
        answer(offer, LockState.FREE);
        assertThat(one.isCalled()).isTrue();
        assertThat(one.handedOver()).isNull();
    }

    @Test
    void answerOnItsWay_isWaitedFor_andItsEndIsAReasonToAsk() {
        Cohort.Member one = joined(1);
        Offer offer = offer();
        assertThat(one.awaitsAnswer()).isTrue();
        assertThat(one.mayAsk()).isFalse();
        offer.withdraw();
        assertThat(one.mayAsk()).isTrue();
        assertThat(one.awaitsAnswer()).isFalse();
    }

    @Test
    void memberThatLeaves_waitsForAHandOverUnderWay_andHasIt() throws Exception {
        Cohort.Member one = joined(1);
        Offer offer = offer();
        Thread leaves = leaving(one);
        answer(offer, heldBy(one));
        leaves.join(60_000);
        assertThat(leaves.isAlive()).isFalse();
        assertThat(one.handedOver()).isNotNull();
    }

    @Test
    void lostAnswer_thatIsSettled_isToldToOneThatWaits() {
        Cohort.Member one = joined(1);
        Offer offer = offer();
        offer.withdraw();
        assertThat(offer.settle(heldBy(one), Snapshot.ASSUMED_ABSENT)).isEmpty();
        assertThat(one.handedOver()).isNotNull();
    }

    @Test
    void lostAnswer_thatIsSettled_tellsOfNothingThatIsNotConfirmed() {
        Cohort.Member one = joined(1);
        Offer offer = offer();
        offer.withdraw();
        LockState handedByTheQueue = Scenes.state(hold(one, false));
        assertThat(offer.settle(handedByTheQueue, Snapshot.ASSUMED_ABSENT)).isEmpty();
        assertThat(one.handedOver()).isNull();
        one.leave(false);
        assertThat(offer.settle(handedByTheQueue, Snapshot.ASSUMED_ABSENT))
                .containsExactly(one.claim().id());
    }

    @Test
    void lostAnswer_thatIsSettled_namesTheHoldOfOneThatHasLeft() {
        Cohort.Member one = joined(1);
        Offer offer = offer();
        offer.decided(heldBy(one));
        offer.withdraw();
        assertThat(one.leave(false)).as("the store may have more of it").isTrue();
        List<HoldId> left = offer.settle(heldBy(one), Snapshot.ASSUMED_ABSENT);
        assertThat(left).containsExactly(one.claim().id());
    }

    @Test
    void lostAnswer_thatIsSettled_leavesAloneWhoFoundItsGrantItself() {
        Cohort.Member one = joined(1);
        Offer offer = offer();
        offer.withdraw();
        one.leaveGranted();
        assertThat(offer.settle(heldBy(one), Snapshot.ASSUMED_ABSENT)).isEmpty();
    }

    /** Its owner may enter past all that wait. */
    @Test
    void memberOfTheOwnerThatHasIt_asksByItself() {
        Cohort.Member one = joined(1);
        one.saw(heldBy(new Cohort(Plans.CLOCKS, () -> {}).join(claim(7), true, false, () -> {})));
        assertThat(joined(2).mayAsk()).isFalse();
        assertThat(joined(7).mayAsk()).isTrue();

        Offer offer = offer();
        answer(offer, heldBy(one));
        assertThat(joined(8, "o7").mayAsk()).isFalse();
        assertThat(joined(9, "o1").mayAsk()).isTrue();
    }

    @Test
    void lostAnswer_thatIsSettled_leavesAloneWhoWasHandedItLater() throws Exception {
        Cohort.Member one = joined(1);
        Offer lost = offer();
        lost.withdraw();
        Offer later = offer();
        Thread leaves = leaving(one);
        answer(later, heldBy(one));
        leaves.join(60_000);
        assertThat(one.handedOver()).isNotNull();

        assertThat(lost.settle(heldBy(one), Snapshot.ASSUMED_ABSENT)).isEmpty();
    }

    @Test
    void memberThatWasOfferedNothing_leavesNothing() {
        joined(1);
        assertThat(joined(2).leave(false)).isFalse();
    }

    @Test
    void readers_areOfferedItTogether_upToTheFirstWriter() {
        Cohort.Member one = reader(1);
        Cohort.Member two = reader(2);
        Cohort.Member three = reader(3);
        joined(4);
        reader(5);

        Offer released = offer();
        assertThat(released.relay().next()).isEqualTo(one.claim());
        assertThat(released.relay().readers()).containsExactly(two.claim(), three.claim());
        released.withdraw();

        Offer acquired = Objects.requireNonNull(cohort.offerBehind(one.claim()));
        assertThat(acquired.relay().readers()).containsExactly(two.claim(), three.claim());
        assertThat(cohort.offerBehind(two.claim())).as("it is not the first").isNull();

        acquired.answer(
                Scenes.seen(Scenes.entry(
                        KEY, 7, new LockState(List.of(hold(one), hold(two), hold(three)), List.of(), null))),
                KEY,
                false);
        assertThat(one.handedOver()).as("it asked by itself").isNull();
        assertThat(two.handedOver()).isNotNull();
        assertThat(three.handedOver()).isNotNull();
        one.leaveGranted();
        assertThat(offer().relay().readers()).as("a writer comes in alone").isEmpty();
    }

    /** Its time would be counted from too late. */
    @Test
    void holdOfAnEarlierChange_isNotToldAsTheOneOfThisChange() {
        Cohort.Member one = reader(1);
        Cohort.Member two = reader(2);
        Offer offer = Objects.requireNonNull(cohort.offerBehind(one.claim()));
        offer.answer(Scenes.seen(Scenes.entry(KEY, 8, heldBy(two))), KEY, false);
        assertThat(two.handedOver()).isNull();
    }

    @Test
    void readersBehindOneThatIsQueued_haveNothingToLeave() {
        Cohort.Member one = reader(1);
        Cohort.Member two = reader(2);
        Offer offer = Objects.requireNonNull(cohort.offerBehind(one.claim()));
        offer.decided(LockState.FREE);
        offer.answer(Snapshot.ASSUMED_ABSENT, KEY, false);
        assertThat(two.leave(false)).isFalse();
    }

    @Test
    void memberBehindOneThatPassesItsPlaceOn_leavesTheStoreAlone() {
        Cohort.Member one = joined(1);
        Cohort.Member two = joined(2);
        one.leave(true);
        assertThat(two.mayAsk()).isFalse();
        nanos.addAndGet(Duration.ofMillis(250).toNanos());
        assertThat(two.mayAsk()).isTrue();
    }

    @Test
    void memberThatGotItFromTheQueue_takesItUp() {
        Cohort.Member one = joined(1);
        Offer offer = offer();
        offer.answer(Scenes.seen(Scenes.entry(KEY, 7, Scenes.state(hold(one, false)))), KEY, false);
        assertThat(one.handedOver()).isNull();
        assertThat(one.isCalled()).isTrue();
    }

    @Test
    void memberWithAReceipt_isHandedNothing_beforeItHasLooked() {
        Cohort.Member one = joined(1);
        Cohort.Member two = joinedWithReceipt(2);
        assertThat(two.mayAsk()).isTrue();
        assertThat(two.looksOnly()).isTrue();
        one.leave(false);
        assertThat(two.looksOnly()).as("it is the first, and asks for a place").isFalse();
        assertThat(cohort.offer()).isNull();

        assertThat(two.waitsAfter(LockState.FREE)).isTrue();

        assertThat(offer().relay().next()).isEqualTo(two.claim());
    }

    @Test
    void memberWithAReceipt_thatHasLooked_waitsInMemory() {
        joined(1);
        Cohort.Member two = joinedWithReceipt(2);
        assertThat(two.waitsAfter(heldBy(joined(3)))).isTrue();
        assertThat(two.mayAsk()).isFalse();
        assertThat(offer().relay().behind()).isEqualTo(2);
    }

    @Test
    void memberWithAReceipt_thatHasAPlaceInTheQueue_keepsIt() {
        joined(1);
        Cohort.Member two = joinedWithReceipt(2);
        LockState queued = new LockState(List.of(), List.of(new Ticket(two.claim(), Scenes.NOW, Scenes.NOW)), null);
        assertThat(two.waitsAfter(queued)).isFalse();
        assertThat(two.mayAsk()).isTrue();
        assertThat(offer().relay().behind()).as("it is not in memory").isZero();
    }

    @Test
    void membersWithOneReceipt_areOneInMemory() {
        Cohort.Member one = joinedWithReceipt(1);
        one.hasLooked();
        Cohort.Member again = joinedWithReceipt(1);
        assertThat(again.mayAsk()).isTrue();
        again.hasLooked();
        Offer offer = offer();
        assertThat(offer.relay().behind()).isZero();
        answer(offer, heldBy(one));
        assertThat(one.handedOver()).isNotNull();
        assertThat(again.handedOver()).as("it finds the hold by itself").isNull();
        assertThat(again.isCalled()).as("its owner has it").isTrue();
        again.leaveGranted();
        assertThat(cohort.isEmpty()).isTrue();
    }

    /** An earlier request may have got it: its time would be counted from too late. */
    @Test
    void lostAnswer_thatIsSettled_makesAMemberWithAReceiptAsk() {
        Cohort.Member one = joinedWithReceipt(1);
        one.hasLooked();
        Offer offer = offer();
        one.asks();
        offer.withdraw();
        assertThat(offer.settle(heldBy(one), Snapshot.ASSUMED_ABSENT)).isEmpty();
        assertThat(one.handedOver()).isNull();
        assertThat(one.isCalled()).isTrue();
    }

    @Test
    void lostAnswer_thatIsSettled_leavesAloneWhatALaterRequestAsksForAgain() {
        Cohort.Member one = joinedWithReceipt(1);
        one.hasLooked();
        Offer offer = offer();
        offer.withdraw();
        one.leave(false);
        assertThat(offer.settle(heldBy(one), Snapshot.ASSUMED_ABSENT))
                .containsExactly(one.claim().id());
        one.askedAgain();
        assertThat(offer.settle(heldBy(one), Snapshot.ASSUMED_ABSENT)).isEmpty();
    }

    @Test
    void readerThatIsFirstAfterAnother_asksImmediately() {
        Cohort.Member one = reader(1);
        Cohort.Member two = reader(2);
        assertThat(two.mayAsk()).isFalse();
        one.leaveGranted();
        assertThat(two.mayAsk()).isTrue();
    }
}
