package dev.holdfast.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.Hold;
import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.Mode;
import dev.holdfast.Policy;
import dev.holdfast.Refusal;
import dev.holdfast.internal.base.Closed;
import dev.holdfast.internal.rules.Given.Resource;
import java.time.Duration;
import java.time.ZoneOffset;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** After a loss a resource stays closed for a while, if the policy says so. */
class LockDelayTest {
    private static final Duration DELAY = Duration.ofSeconds(15);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Policy POLICY =
            Given.OFFLINE.toBuilder().lockDelay(DELAY).build();

    private final Resource book = new Resource(POLICY);

    private Outcome.Refused refused(Command command) {
        return (Outcome.Refused) book.on(command);
    }

    @Test
    void release_leavesItOpen() {
        book.on(Given.acquire(1, "ann"));
        book.on(new Command.Release(Given.id(1)));
        assertThat(book.on(Given.acquire(2, "ben"))).isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void handOver_leavesItOpen() {
        book.on(Given.acquire(1, "ann"));
        book.on(new Command.Ask(Given.claim(2, "ben", Mode.EXCLUSIVE, POLICY.lease()), ""));
        book.on(new Command.Respond("ann", Given.id(2), Reply.now()));
        assertThat(book.holders()).containsExactly("ben");
    }

    @Test
    void force_closesIt_forAll_andSaysSinceWhenUntilWhenAndWhy() {
        book.on(Given.acquire(1, "ann"));
        book.on(new Command.Force("root", "urgent"));
        assertThat(book.told()).containsExactly(EventKind.FORCED);
        book.after(SECOND);
        for (String owner : new String[] {"ben", "ann"}) {
            Outcome.Refused refused = refused(Given.acquire(2, owner));
            assertThat(refused.reason()).isEqualTo(Refusal.Reason.HELD);
            assertThat(refused.retryAt()).isEqualTo(Given.T0.plus(DELAY));
            Refusal refusal = new Refusal("book", refused.reason(), refused.holders(), refused.retryAt(), book.now());
            assertThat(refusal.sentence(ZoneOffset.UTC, Policy.Privacy.HIDDEN))
                    .startsWith("book is closed for a while, because its last lock was lost.")
                    .doesNotContain("force", "since");
            assertThat(refusal.sentence(ZoneOffset.UTC))
                    .startsWith("book has been closed since 09:00")
                    .contains("because its last lock was lost: it was released by force. It opens at 09:00");
        }
        book.after(DELAY.minus(SECOND));
        assertThat(book.on(Given.acquire(2, "ben"))).isInstanceOf(Outcome.Granted.class);
        assertThat(book.told()).as("its end is no event").containsExactly(EventKind.ACQUIRED);
    }

    @Test
    @DisplayName("A loss that is noticed late closes it from the moment of the loss")
    void expiry_closesIt_fromTheEndOfTheLease() {
        book.on(Given.acquire(1, "ann"));
        Hold hold = book.state().holds().get(0);
        book.after(Duration.between(book.now(), hold.until()).plus(SECOND));
        Outcome.Refused refused = refused(Given.acquire(2, "ben"));
        assertThat(refused.retryAt()).isEqualTo(hold.until().plus(DELAY));
        assertThat(book.on(Given.inLine(3, "cid", Mode.EXCLUSIVE))).isInstanceOf(Outcome.Queued.class);
        book.after(DELAY).on(new Command.Tidy());
        assertThat(book.state().holds()).isEmpty();
        assertThat(book.on(Given.acquire(2, "ben"))).isInstanceOf(Outcome.Granted.class);

        Resource late = new Resource(POLICY);
        late.on(Given.acquire(1, "ann"));
        late.after(Duration.ofHours(3));
        assertThat(late.on(Given.acquire(2, "ben"))).isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void death_closesIt_fromTheLastHeartbeat() {
        book.on(Given.acquire(1, "ann"));
        book.after(Duration.ofSeconds(5)).knowing(Evidence.gone(Given.id(1)));
        assertThat(refused(Given.acquire(2, "ben")).retryAt()).isEqualTo(Given.T0.plus(DELAY));
        book.after(DELAY);
        assertThat(book.on(Given.acquire(2, "ben"))).isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void waiter_getsItWhenItOpens() {
        book.on(Given.acquire(1, "ann"));
        book.on(Given.inLine(2, "ben", Mode.EXCLUSIVE));
        book.on(new Command.Force("root", "urgent"));
        assertThat(book.queue()).containsExactly("ben");
        book.after(Duration.ofSeconds(10)).on(Given.inLine(2, "ben", Mode.EXCLUSIVE));
        book.after(Duration.ofSeconds(5)).on(new Command.Tidy());
        assertThat(book.holders()).containsExactly("ben");
    }

    @Test
    void handOver_thatIsNotTakenUp_leavesItOpen() {
        book.on(Given.acquire(1, "ann"));
        book.on(Given.inLine(2, "ben", Mode.EXCLUSIVE));
        book.on(new Command.Release(Given.id(1)));
        assertThat(book.holders()).containsExactly("ben");
        book.after(Hold.TAKE_UP);
        assertThat(book.on(Given.acquire(3, "cid"))).isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void handOver_thatItsOwnerHasEntered_closesItWhenLost() {
        book.on(Given.acquire(1, "ann"));
        book.on(Given.inLine(2, "ben", Mode.EXCLUSIVE));
        book.on(new Command.Release(Given.id(1)));
        book.on(Given.acquire(3, "ben"));
        book.on(new Command.Force("root", "urgent"));
        assertThat(refused(Given.acquire(4, "cid")).reason()).isEqualTo(Refusal.Reason.HELD);
    }

    @Test
    @DisplayName("A caller that gives itself the name of the mark has no part in it")
    void nameOfTheMark_passesNothing() {
        book.on(Given.acquire(1, "ann"));
        book.on(new Command.Force("root", "urgent"));
        LockState closed = book.state();
        assertThat(refused(Given.acquire(2, Closed.OWNER)).reason()).isEqualTo(Refusal.Reason.HELD);
        assertThat(book.on(new Command.ReleaseOwner(Closed.OWNER))).isInstanceOf(Outcome.NotHeld.class);
        assertThat(book.state()).isEqualTo(closed);
        book.after(DELAY.minus(SECOND));
        book.on(Given.inLine(2, Closed.OWNER, Mode.EXCLUSIVE));
        book.on(Given.inLine(3, "ben", Mode.EXCLUSIVE));
        book.after(SECOND).on(new Command.Tidy());
        assertThat(book.holders()).containsExactly(Closed.OWNER);
        assertThat(book.queue()).containsExactly("ben");
    }

    @Test
    void takeover_passesIt_andASecondForcedReleaseDoesNot() {
        book.on(Given.acquire(1, "ann"));
        book.on(new Command.Force("root", "urgent"));
        LockState closed = book.state();
        assertThat(book.on(new Command.Acquire(
                        Given.claim(2, "ben", Mode.EXCLUSIVE, POLICY.lease()),
                        false,
                        new Command.Takeover("ben", "I know"))))
                .isInstanceOf(Outcome.Granted.class);
        Decision again = Rules.decide(closed, new Command.Force("root", "again"), POLICY, Evidence.NONE, book.now());
        assertThat(again.outcome()).isInstanceOf(Outcome.NotHeld.class);
        assertThat(again.next()).isEqualTo(closed);
    }

    @Test
    void readers_closeNothing() {
        book.on(Given.acquire(1, "ann", Mode.SHARED));
        book.on(new Command.Force("root", "urgent"));
        assertThat(book.on(Given.acquire(2, "ben"))).isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void aSweepLooksAtIt_andItIsNotSuspect() {
        book.on(Given.acquire(1, "ann"));
        book.on(new Command.Force("root", "urgent"));
        assertThat(book.state().due().at(book.now())).isEqualTo(Given.T0.plus(DELAY));
        assertThat(Rules.judge(book.state(), POLICY, Evidence.NONE.on(book.state()), book.now()))
                .extracting(judged -> judged.state())
                .containsExactly(Verdict.LIVE);
    }

    @Test
    void longDelays_areRefused() {
        assertThatThrownBy(() -> POLICY.toBuilder().lockDelay(Duration.ofHours(2)))
                .hasMessageContaining("at most 60 minutes");
        assertThat(POLICY.toBuilder().lockDelay(Duration.ZERO).build().lockDelay())
                .isNull();
    }

    @Test
    void closedResource_hasNoHolderToAsk() {
        book.on(Given.acquire(1, "ann"));
        book.on(new Command.Force("root", "urgent"));
        LockState closed = book.state();
        assertThat(book.on(new Command.Ask(Given.claim(2, "ben", Mode.EXCLUSIVE, POLICY.lease()), "")))
                .isInstanceOf(Outcome.NotRequested.class);
        assertThat(book.state()).isEqualTo(closed);
    }
}
