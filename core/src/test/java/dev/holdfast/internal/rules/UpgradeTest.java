package dev.holdfast.internal.rules;

import static dev.holdfast.Mode.EXCLUSIVE;
import static dev.holdfast.Mode.SHARED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HandOverRequest.NotAsked;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.Hold;
import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.LockView;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.Refusal;
import dev.holdfast.internal.rules.Given.Resource;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A shared hold becomes an exclusive one. */
class UpgradeTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Resource book = new Resource(Given.OFFLINE);

    private static Command ask(int number, String owner) {
        return new Command.Ask(Given.claim(number, owner, EXCLUSIVE, Given.OFFLINE.lease()), "");
    }

    private static Command answer(String holder, int request, Reply reply) {
        return new Command.Respond(holder, Given.id(request), reply);
    }

    private Outcome.Refused refused(Command command) {
        return (Outcome.Refused) book.on(command);
    }

    private Hold only() {
        assertThat(book.state().holds()).hasSize(1);
        return book.state().holds().get(0);
    }

    /** Ann and Ben read it, with the ids 1 and 2. */
    private void read() {
        book.on(Given.acquire(1, "ann", SHARED));
        book.on(Given.acquire(2, "ben", SHARED));
    }

    @Test
    void soleHolder_becomesExclusive_withALargerFence_andKeepsItsAge() {
        book.on(Given.acquire(1, "ann", SHARED));
        Hold before = only();
        book.after(MINUTE);
        Outcome outcome = book.on(Given.acquire(1, "ann"));
        assertThat(outcome).isEqualTo(new Outcome.Granted(only(), false));
        assertThat(only().mode()).isEqualTo(EXCLUSIVE);
        assertThat(only().fence()).isGreaterThan(before.fence());
        assertThat(only().since()).isEqualTo(before.since());
        assertThat(only().seen()).isEqualTo(book.now());
        assertThat(only().entries()).isEqualTo(before.entries());
        assertThat(book.told()).containsExactly(EventKind.ACQUIRED);
        assertThat(book.on(Given.acquire(1, "ann"))).as("again").isEqualTo(new Outcome.Granted(only(), true));
        book.on(new Command.Release(Given.id(1)));
        assertThat(book.state().isFree()).isTrue();
    }

    @Test
    @DisplayName("Those who wait for this very hold are passed: else both would wait for each other")
    void soleHolder_passesTheQueue() {
        book.on(Given.acquire(1, "ann", SHARED));
        book.on(Given.inLine(2, "ben", EXCLUSIVE));
        assertThat(book.on(Given.acquire(1, "ann"))).isInstanceOf(Outcome.Granted.class);
        assertThat(book.queue()).containsExactly("ben");
    }

    @Test
    void oneOfSeveral_isToldOfTheOthers_andStaysShared() {
        read();
        LockState before = book.state();
        Outcome.Refused refused = refused(Given.inLine(1, "ann", EXCLUSIVE));
        assertThat(refused.reason()).isEqualTo(Refusal.Reason.UPGRADE);
        assertThat(refused.holders())
                .extracting(judged -> judged.hold().owner().id())
                .containsExactly("ben");
        assertThat(book.state()).isEqualTo(before);
    }

    @Test
    void holdThatWasEnteredTwice_isNotUpgraded() {
        book.on(Given.acquire(1, "ann", SHARED));
        book.on(Given.acquire(2, "ann", SHARED));
        assertThat(refused(Given.acquire(1, "ann")).reason()).isEqualTo(Refusal.Reason.UPGRADE);
        assertThat(book.on(ask(1, "ann"))).isEqualTo(new Outcome.NotRequested(NotAsked.OWN, null));
    }

    @Test
    void ownerWithAnotherReceipt_isToldOfOthers_neverOfItself() {
        book.on(Given.acquire(1, "ann", SHARED));
        assertThat(refused(Given.acquire(2, "ann")).holders()).isEmpty();
        book.on(Given.acquire(3, "ben", SHARED));
        assertThat(refused(Given.acquire(2, "ann")).holders())
                .extracting(judged -> judged.hold().owner().id())
                .containsExactly("ben");
    }

    @Test
    void endedOwner_isNotUpgraded() {
        book.on(Given.acquire(1, "ann", SHARED));
        book.knowing(Evidence.about(Given.id(1), new Standing(true, null, null)));
        assertThat(refused(Given.acquire(1, "ann")).reason()).isEqualTo(Refusal.Reason.OWNER_ENDED);
    }

    @Test
    void asked_othersHandOver_andTheLastOneMakesItExclusive_inTheSameChange() {
        read();
        book.on(Given.acquire(3, "cid", SHARED));
        long fence = book.state().holdOf(Given.id(1)).fence();
        assertThat(book.on(ask(1, "ann"))).isInstanceOf(Outcome.Requested.class);
        assertThat(book.state().requests().list())
                .extracting(request -> request.holder().id())
                .containsExactly("ben", "cid");
        book.on(answer("ben", 1, Reply.now()));
        assertThat(book.state().holdOf(Given.id(1)).mode()).isEqualTo(SHARED);
        Outcome last = book.on(answer("cid", 1, Reply.now()));
        assertThat(((Outcome.Answered) last).change().state()).isEqualTo(RequestState.HANDED);
        assertThat(only().owner().id()).isEqualTo("ann");
        assertThat(only().mode()).isEqualTo(EXCLUSIVE);
        assertThat(only().fence()).isGreaterThan(fence);
        assertThat(book.state().requests().list()).isEmpty();
    }

    @Test
    void asked_aReleaseOrAnEndByTime_makesItExclusive_too() {
        for (Command ending : List.of(new Command.Release(Given.id(2)), new Command.Tidy())) {
            Resource one = new Resource(Given.OFFLINE);
            one.on(Given.acquire(1, "ann", SHARED));
            one.on(Given.acquire(2, "ben", SHARED));
            one.on(ask(1, "ann"));
            one.after(Duration.ofMinutes(4)).on(new Command.Renew(Given.id(1), true, null));
            one.after(MINUTE).on(ending);
            assertThat(one.holders()).as("%s", ending).containsExactly("ann");
            assertThat(one.state().holds().get(0).mode()).isEqualTo(EXCLUSIVE);
        }
    }

    @Test
    @DisplayName("Two who both want to be alone: the second is told who was first, and neither waits for the other")
    void twoWhoAsk_theSecondIsToldOfTheFirst() {
        read();
        book.on(ask(1, "ann"));
        assertThat(book.on(ask(2, "ben"))).isEqualTo(new Outcome.NotRequested(NotAsked.UPGRADING, null));
        Outcome.Refused refused = refused(Given.acquire(2, "ben"));
        assertThat(refused.reason()).isEqualTo(Refusal.Reason.UPGRADING);
        assertThat(refused.holders())
                .extracting(LockView.Holder::hold)
                .extracting(hold -> hold.owner().id())
                .containsExactly("ann");
    }

    @Test
    @DisplayName("The processes that a request names say nothing about the hold")
    void asked_theClaimIsBoundToNoProcess() {
        read();
        Owner gone = Owner.of("ann").bound(List.of(new ProcessId("host", "boot", "pid", 7, "start")));
        book.on(new Command.Ask(new Claim(Given.id(1), gone, EXCLUSIVE, Given.OFFLINE.lease()), ""));
        assertThat(book.state().requests().list())
                .extracting(request -> request.claim().owner())
                .containsExactly(Owner.of("ann"));
    }

    @Test
    void asked_aHoldThatEnds_asksNoMore() {
        read();
        book.on(ask(1, "ann"));
        book.on(new Command.Release(Given.id(1)));
        assertThat(book.state().requests().list()).isEmpty();
        assertThat(book.told()).contains(EventKind.LAPSED);
        book.on(new Command.Release(Given.id(2)));
        assertThat(book.state().isFree()).isTrue();
    }

    @Test
    @DisplayName("No holder hands over to an asker whose own hold has expired, though that was not noticed yet")
    void asked_aHoldThatIsOver_isHandedNothing() {
        read();
        book.on(Given.acquire(3, "cid", SHARED));
        book.on(ask(1, "ann"));
        book.after(MINUTE.multipliedBy(4));
        book.on(new Command.Renew(Given.id(2), true, null));
        book.on(new Command.Renew(Given.id(3), true, null));
        book.after(MINUTE.multipliedBy(4));

        Outcome outcome = book.on(answer("ben", 1, Reply.now()));

        assertThat(outcome).isNotInstanceOf(Outcome.Answered.class);
        assertThat(book.state().holds())
                .extracting(hold -> hold.owner().id())
                .as("ann's hold has expired, the others stay")
                .containsExactly("ben", "cid");
        assertThat(book.told()).contains(EventKind.EXPIRED).doesNotContain(EventKind.YIELDED);
    }

    @Test
    @DisplayName("A promise to a holder that leaves meanwhile ends no hold any more")
    void promised_anAskerThatReleases_givesTheOtherItsLeaseBack() {
        read();
        book.on(ask(1, "ann"));
        book.on(answer("ben", 1, Reply.promise(MINUTE.multipliedBy(5))));
        assertThat(book.state().holdOf(Given.id(2)).lease()).isNotEqualTo(Given.OFFLINE.lease());
        book.on(new Command.Release(Given.id(1)));
        assertThat(only().owner().id()).isEqualTo("ben");
        assertThat(only().lease()).isEqualTo(Given.OFFLINE.lease());
    }

    @Test
    @DisplayName("A holder that has promised, and upgrades, is still asked and still hands over")
    void promised_anUpgrade_keepsThePromise() {
        book.on(Given.acquire(1, "ann", SHARED));
        book.on(ask(2, "ben"));
        book.on(answer("ann", 2, Reply.promise(MINUTE.multipliedBy(5))));
        assertThat(book.on(Given.acquire(1, "ann"))).isInstanceOf(Outcome.Granted.class);
        assertThat(book.told()).doesNotContain(EventKind.LAPSED);
        assertThat(book.state().requests().to(only()))
                .extracting(OpenRequest::promised)
                .containsExactly(true);
        book.after(MINUTE.multipliedBy(4)).on(new Command.Renew(Given.id(1), true, null));
        book.after(MINUTE).on(new Command.Tidy());
        assertThat(book.holders()).containsExactly("ben");
    }

    @Test
    @DisplayName("An upgrade after the end of a reader that was promised something ends when its own lease does")
    void promised_anUpgradeAfterTheAsker_hasItsLease() {
        read();
        book.on(ask(1, "ann"));
        book.on(answer("ben", 1, Reply.promise(MINUTE.multipliedBy(6))));
        book.after(MINUTE.multipliedBy(4)).on(new Command.Renew(Given.id(2), true, null));
        book.after(MINUTE);
        assertThat(book.on(Given.acquire(2, "ben"))).isInstanceOf(Outcome.Granted.class);
        assertThat(book.state().requests().list()).isEmpty();
        assertThat(only().lease()).isEqualTo(Given.OFFLINE.lease());
    }
}
