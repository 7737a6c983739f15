package dev.holdfast.internal.rules;

import static dev.holdfast.internal.rules.Given.acquire;
import static dev.holdfast.internal.rules.Given.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.LockEvent;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policy;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.rules.Given.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How holds go on, end, and are judged. */
class EndingRulesTest {
    private final Resource resource = new Resource(Given.OFFLINE);

    private static Command.Acquire with(Lease lease) {
        return new Command.Acquire(Given.claim(1, "ann", Mode.EXCLUSIVE, lease), false, null);
    }

    private static Command.Renew heartbeat() {
        return new Command.Renew(id(1), false, null);
    }

    private static Command.Renew activity() {
        return new Command.Renew(id(1), true, null);
    }

    private Verdict verdict(Policy policy, Evidence evidence) {
        return Rules.judge(resource.state(), policy, evidence.on(resource.state()), resource.now())
                .get(0)
                .state();
    }

    @Test
    @DisplayName("P8: a sign of life extends the grace; nothing extends the absolute limit")
    void grace_isExtendedAndAbsoluteIsNot() {
        resource.on(with(new Lease(Duration.ofMinutes(10), null, Duration.ofMinutes(4))));
        for (int i = 0; i < 3; i++) {
            assertThat(resource.after(Duration.ofMinutes(3)).on(heartbeat())).isInstanceOf(Outcome.Renewed.class);
        }
        assertThat(resource.after(Duration.ofMinutes(1)).on(heartbeat())).isInstanceOf(Outcome.NotHeld.class);
        assertThat(resource.told()).containsExactly(LockEvent.EventKind.EXPIRED);
    }

    @Test
    @DisplayName("C5, C8: activity extends the idle limit, a heartbeat alone does not; over after exactly the limit")
    void idle_isExtendedByActivityOnly() {
        resource.on(with(new Lease(null, Duration.ofMinutes(10), null)));
        resource.after(Duration.ofMinutes(9)).on(activity());
        resource.after(Duration.ofMinutes(9)).on(heartbeat());
        resource.after(Duration.ofSeconds(59));
        assertThat(verdict(Given.OFFLINE, Evidence.NONE)).isEqualTo(Verdict.LIVE);
        resource.after(Duration.ofSeconds(1));
        assertThat(verdict(Given.OFFLINE, Evidence.NONE)).isEqualTo(Verdict.EXPIRED);
    }

    @Test
    void noLease_neverExpires() {
        resource.on(with(Lease.NONE));
        resource.after(Duration.ofDays(3650));
        assertThat(verdict(Given.BOARD, Evidence.NONE)).isEqualTo(Verdict.LIVE);
    }

    @Test
    @DisplayName("Dead before expired before suspect before live")
    void verdicts_inTheirOrder() {
        resource.on(with(Lease.of(Duration.ofHours(2))));
        assertThat(verdict(Given.BOOK, Evidence.NONE)).isEqualTo(Verdict.LIVE);
        resource.after(Duration.ofMinutes(15));
        assertThat(verdict(Given.BOOK, Evidence.NONE)).isEqualTo(Verdict.SUSPECT);
        resource.after(Duration.ofMinutes(105));
        assertThat(verdict(Given.BOOK, Evidence.alive(id(1))))
                .as("the lease is over whatever its process does")
                .isEqualTo(Verdict.EXPIRED);
        assertThat(verdict(Given.BOOK, Evidence.gone(id(1)))).isEqualTo(Verdict.DEAD);
    }

    @Test
    @DisplayName("R4: a hold whose processes have probably ended is suspect, never free")
    void doubtful_isSuspect() {
        resource.on(with(Lease.of(Duration.ofHours(2))));
        Evidence doubtful = new Evidence(resource.state(), Set.of(), Set.of(), Set.of(), Map.of(), Set.of(id(1)));
        assertThat(verdict(Given.BOARD, doubtful)).isEqualTo(Verdict.SUSPECT);
        resource.knowing(doubtful);
        assertThat(resource.on(acquire(2, "bob"))).isInstanceOf(Outcome.Refused.class);
        resource.after(Duration.ofHours(2));
        assertThat(verdict(Given.BOARD, doubtful)).isEqualTo(Verdict.EXPIRED);
    }

    @Test
    @DisplayName("M7: a hold of an unknown holder is suspect where age makes none so, and is never free by itself")
    void unknownHolder_isSuspectWhereAgeMakesNoneSo() {
        Hold nameless = new Hold(
                List.of(), Owner.UNKNOWN, Mode.EXCLUSIVE, 7, Given.T0, Given.T0, Given.T0, Lease.NONE, "", "", true);
        assertThat(Judgement.of(nameless, Given.BOARD, Evidence.NONE, Given.T0)).isEqualTo(Verdict.SUSPECT);
        assertThat(Judgement.of(nameless, Given.BOARD, Evidence.NONE, Given.T0.plus(Duration.ofDays(9))))
                .isEqualTo(Verdict.SUSPECT);
        assertThat(Judgement.of(nameless, Given.BOOK, Evidence.NONE, Given.T0))
                .as("a registry that names no instance")
                .isEqualTo(Verdict.LIVE);
    }

    @Test
    @DisplayName("B5, B20: suspect after 15 min, cleaned up after 1 h unless renewed or proven alive")
    void book_cleansUpWhatNothingProvesAlive() {
        resource.on(with(Lease.NONE));
        Evidence alive = Evidence.alive(id(1));
        resource.after(Duration.ofMinutes(60));
        assertThat(verdict(Given.BOOK, Evidence.NONE)).isEqualTo(Verdict.EXPIRED);
        assertThat(verdict(Given.BOOK, alive)).isEqualTo(Verdict.LIVE);
        assertThat(verdict(Given.BOOK.toBuilder().reclaimAfter(null).build(), Evidence.NONE))
                .isEqualTo(Verdict.SUSPECT);
    }

    @Test
    @DisplayName("B5: a hold that was asked for without heartbeats lasts as long as its lease, however silent")
    void leaseWithoutHeartbeats_isNoReasonForSuspicion() {
        Lease week = new Lease(null, Duration.ofDays(7), null);
        resource.on(with(week));
        resource.after(Duration.ofDays(6));
        assertThat(verdict(Given.BOOK, Evidence.NONE)).isEqualTo(Verdict.LIVE);
        assertThat(verdict(Given.BOOK.toBuilder().lease(week).build(), Evidence.NONE))
                .as("a lease of the policy goes with its other limits")
                .isEqualTo(Verdict.EXPIRED);
        assertThat(verdict(Given.BOOK, Evidence.gone(id(1)))).isEqualTo(Verdict.DEAD);
        resource.after(Duration.ofDays(1));
        assertThat(verdict(Given.BOOK, Evidence.NONE)).isEqualTo(Verdict.EXPIRED);
    }

    @Test
    @DisplayName("B4, B5: a suspect hold is not taken by itself, only by a deliberate take-over")
    void suspect_isNotTakenByItself() {
        Resource book = new Resource(Given.BOOK);
        book.on(with(Lease.NONE));
        book.after(Duration.ofMinutes(20));
        assertThat(book.on(acquire(2, "bob"))).isInstanceOf(Outcome.Refused.class);
        Claim claim = Given.claim(2, "bob", Mode.EXCLUSIVE, Lease.NONE);
        assertThat(book.on(new Command.Acquire(claim, false, new Command.Takeover("Bob", "crashed"))))
                .isInstanceOf(Outcome.Granted.class);
    }

    @Test
    @DisplayName("M7, R4: a hold whose processes are proven gone is taken, no other ever is")
    void dead_isTaken() {
        Resource board = new Resource(Given.BOARD);
        board.on(with(Lease.NONE));
        board.after(Duration.ofDays(1));
        assertThat(board.on(acquire(2, "bob"))).isInstanceOf(Outcome.Refused.class);
        board.knowing(Evidence.gone(id(1)));
        assertThat(board.on(acquire(2, "bob"))).isInstanceOf(Outcome.Granted.class);
        assertThat(board.told()).containsExactly(LockEvent.EventKind.DIED, LockEvent.EventKind.ACQUIRED);
    }

    @Test
    @DisplayName("Times in the future have age 0")
    void clockSetBack_endsNothingEarly() {
        resource.on(with(Lease.of(Duration.ofMinutes(5))));
        resource.after(Duration.ofHours(-1));
        assertThat(verdict(Given.BOOK, Evidence.NONE)).isEqualTo(Verdict.LIVE);
    }

    @Test
    void renew_canBindElsewhere() {
        resource.on(acquire(1, "ann"));
        ProcessId here = new ProcessId("desk", "b", "n", 7, "1");
        Outcome.Renewed renewed = (Outcome.Renewed) resource.on(new Command.Renew(id(1), true, List.of(here)));
        assertThat(renewed.hold().owner().processes()).containsExactly(here);
        renewed = (Outcome.Renewed) resource.on(new Command.Renew(id(1), true, List.of()));
        assertThat(renewed.hold().owner().processes()).isEmpty();
    }

    @Test
    void release_byAnOldReceipt_leavesTheNewHold() {
        resource.on(acquire(1, "ann"));
        resource.on(new Command.Release(id(1)));
        resource.on(acquire(2, "bob"));
        assertThat(resource.on(new Command.Release(id(1)))).isInstanceOf(Outcome.NotHeld.class);
        assertThat(resource.holders()).containsExactly("bob");
    }

    @Test
    void releaseOwner_endsHoldAndTickets() {
        resource.on(acquire(1, "ann"));
        resource.on(Given.inLine(2, "bob", Mode.EXCLUSIVE));
        resource.on(Given.inLine(3, "bob", Mode.EXCLUSIVE));
        resource.on(new Command.ReleaseOwner("bob"));
        assertThat(resource.queue()).isEmpty();
        resource.on(new Command.ReleaseOwner("ann"));
        assertThat(resource.state().isFree()).isTrue();
    }

    @Test
    @DisplayName("P17: force release ends every hold and says who and why")
    void force_endsAll() {
        resource.on(acquire(1, "ann", Mode.SHARED));
        resource.on(acquire(2, "bob", Mode.SHARED));
        Outcome.Released released = (Outcome.Released) resource.on(new Command.Force("Ada", "maintenance"));
        assertThat(released.holds()).hasSize(2);
        assertThat(resource.notices())
                .allMatch(notice -> notice.actor().equals("Ada")
                        && notice.reason().equals("maintenance")
                        && notice.kind() == LockEvent.EventKind.FORCED);
        assertThat(resource.state().isFree()).isTrue();
    }

    @Test
    @DisplayName("P17: force release of one hold leaves those of others")
    void force_ofOneFence_endsThatHoldAlone() {
        Outcome.Granted ann = (Outcome.Granted) resource.on(acquire(1, "ann", Mode.SHARED));
        resource.on(acquire(2, "bob", Mode.SHARED));
        Command.Force force =
                new Command.Force("Ada", "maintenance").only(ann.hold().fence());
        assertThat(((Outcome.Released) resource.on(force)).holds())
                .extracting(hold -> hold.owner().id())
                .containsExactly("ann");
        assertThat(resource.on(force)).isInstanceOf(Outcome.NotHeld.class);
        assertThat(resource.state().holds())
                .extracting(hold -> hold.owner().id())
                .containsExactly("bob");
    }
}
