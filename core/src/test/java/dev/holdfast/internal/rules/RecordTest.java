package dev.holdfast.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.LockEvent;
import dev.holdfast.Loss.Ending;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policy.Scope;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.Stamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What records say about themselves: whose they are, when a sweep looks at them, and what they refuse. */
class RecordTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private static Claim claim(int number, String owner, String user, Lease lease) {
        return new Claim(Given.id(number), Owner.of(owner).user(user), Mode.EXCLUSIVE, lease);
    }

    private static LockState held(Claim claim) {
        return new LockState(List.of(HoldChanges.granted(claim)), List.of(), null);
    }

    @Test
    void state_isFoundUnderAllItsOwnersAndUsers() {
        LockState one = held(claim(1, "tab-1", "mia", Lease.NONE));
        assertThat(one.owners()).containsExactly("tab-1");
        assertThat(one.users()).containsExactly("mia");
        LockState waiting = one.withQueue(List.of(
                Ticket.drawn(claim(2, "tab-2", "", Lease.NONE), 0),
                Ticket.drawn(claim(3, "tab-3", "noa", Lease.NONE), 0)));
        assertThat(waiting.owners()).containsExactly("tab-1", "tab-2", "tab-3");
        assertThat(waiting.users()).containsExactly("mia", "noa");
        assertThat(held(claim(1, "tab-1", "", Lease.NONE)).users()).isEmpty();
    }

    @Test
    void hold_notYetStamped_isDueAtTheEarliestOfItsLimits() {
        assertThat(held(claim(1, "ann", "", new Lease(HOUR, MINUTE, HOUR)))
                        .due()
                        .at(Given.T0))
                .isEqualTo(Given.T0.plus(MINUTE));
        assertThat(held(claim(1, "ann", "", new Lease(MINUTE, HOUR, null)))
                        .due()
                        .at(Given.T0))
                .isEqualTo(Given.T0.plus(MINUTE));
        assertThat(held(claim(1, "ann", "", new Lease(null, null, MINUTE)))
                        .due()
                        .at(Given.T0))
                .isEqualTo(Given.T0.plus(MINUTE));
    }

    @Test
    void hold_renewedButNotYetStamped_isDueAtTheEarliestOfItsLimits() {
        Hold stamped = HoldChanges.granted(claim(1, "ann", "", new Lease(HOUR, null, MINUTE)))
                .stamped(7, Given.T0);
        Hold renewed = HoldChanges.renewed(stamped, Given.id(1), false, null);
        Instant late = Given.T0.plus(HOUR).minusSeconds(1);
        assertThat(HoldChanges.due(renewed).at(Given.T0)).isEqualTo(Given.T0.plus(MINUTE));
        assertThat(HoldChanges.due(renewed).at(late)).isEqualTo(Given.T0.plus(HOUR));
    }

    @Test
    void hold_isRenewableUnlessItsAbsoluteLimitComesFirst() {
        assertThat(HoldChanges.granted(claim(1, "ann", "", new Lease(HOUR, null, MINUTE)))
                        .stamped(7, Given.T0)
                        .renewable())
                .isTrue();
        assertThat(HoldChanges.granted(claim(1, "ann", "", new Lease(MINUTE, null, HOUR)))
                        .stamped(7, Given.T0)
                        .renewable())
                .isFalse();
        assertThat(HoldChanges.granted(claim(1, "ann", "", Lease.of(MINUTE)))
                        .stamped(7, Given.T0)
                        .renewable())
                .isTrue();
        assertThat(HoldChanges.granted(claim(1, "ann", "", Lease.NONE))
                        .stamped(7, Given.T0)
                        .renewable())
                .isFalse();
    }

    @Test
    void lease_afterRenewal_isTheShorterOfIdleAndGrace() {
        assertThat(new Lease(null, HOUR, MINUTE).afterRenewal()).isEqualTo(MINUTE);
        assertThat(new Lease(null, MINUTE, HOUR).afterRenewal()).isEqualTo(MINUTE);
        assertThat(new Lease(null, HOUR, null).afterRenewal()).isEqualTo(HOUR);
        assertThat(new Lease(HOUR, null, MINUTE).afterRenewal()).isEqualTo(MINUTE);
        assertThat(Lease.NONE.afterRenewal()).isNull();
    }

    @Test
    void lease_withALimitOfNoTime_isRefused() {
        for (Duration none : new Duration[] {Duration.ZERO, Duration.ofSeconds(-1)}) {
            assertThatIllegalArgumentException().isThrownBy(() -> new Lease(none, null, null));
            assertThatIllegalArgumentException().isThrownBy(() -> new Lease(null, none, null));
            assertThatIllegalArgumentException().isThrownBy(() -> new Lease(null, null, none));
        }
    }

    @Test
    void owner_thatDoesNotFitIntoARecord_isRefused() {
        String longest = "x".repeat(Bounds.PERSON);
        assertThat(new Owner(longest, longest, longest, List.of()).id()).isEqualTo(longest);
        for (String unfit : new String[] {longest + "x", "a\nb"}) {
            assertThatIllegalArgumentException().isThrownBy(() -> Owner.of(unfit));
            assertThatIllegalArgumentException().isThrownBy(() -> Owner.of("a").named(unfit));
            assertThatIllegalArgumentException().isThrownBy(() -> Owner.of("a").user(unfit));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Owner.of(""));
        assertThatIllegalArgumentException().isThrownBy(() -> Owner.of("a").named(""));
    }

    @Test
    void note_hasALongestLength() {
        String longest = "x".repeat(Hold.MAX_NOTE);
        assertThat(new Claim(Given.id(1), Owner.of("a"), Mode.SHARED, Lease.NONE, longest, "").note())
                .hasSize(Hold.MAX_NOTE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Claim(Given.id(1), Owner.of("a"), Mode.SHARED, Lease.NONE, longest + "x", ""));
    }

    @Test
    void markOfAnEndedOwner_isStampedFoundAndEnds() {
        OwnerEnded ended = new OwnerEnded("ann", Stamp.TIME).stamped(7, Given.T0);
        assertThat(ended).isEqualTo(new OwnerEnded("ann", Given.T0));
        assertThat(ended.owners()).containsExactly("ann");
        assertThat(ended.due().at(Given.T0)).isEqualTo(Given.T0.plus(OwnerEnded.LIFE));
    }

    @Test
    void ending_isFoundUnderItsOwnerAndEnds() {
        Hold hold = HoldChanges.granted(claim(1, "ann", "", Lease.NONE)).stamped(7, Given.T0);
        Ending taken = EndedHold.of(new LockEvent("r", LockEvent.EventKind.OVERRIDDEN, hold, "bob", "urgent"))
                .ending()
                .stamped(Given.T0);
        assertThat(new EndedHold(taken).owners()).containsExactly("ann");
        assertThat(new EndedHold(taken).due().at(Given.T0)).isEqualTo(Given.T0.plus(EndedHold.LIFE));
        assertThat(taken.anonymous().actor()).isEmpty();
        assertThat(taken.anonymous().reason()).isEqualTo("urgent");
        Ending forced = EndedHold.of(new LockEvent("r", LockEvent.EventKind.FORCED, hold, "bob", "urgent"))
                .ending();
        assertThat(forced.anonymous()).isEqualTo(forced);
    }

    @Test
    void pace_isFoundUnderItsUserAndEnds() {
        Cooldown cooldown = new Cooldown("mia", Given.T0, MINUTE);
        assertThat(cooldown.users()).containsExactly("mia");
        assertThat(cooldown.due().at(Given.T0)).isEqualTo(Given.T0.plus(MINUTE));
    }

    @Test
    void holdId_isReadAsItIsWritten_andOrderedWithoutSigns() {
        HoldId id = new HoldId(-1, 0x123456789abcdefL);
        assertThat(id.toString()).isEqualTo("ffffffffffffffff0123456789abcdef");
        assertThat(HoldId.parse(id.toString())).isEqualTo(id);
        assertThatIllegalArgumentException().isThrownBy(() -> HoldId.parse(id + "0"));
        assertThat(id).isGreaterThan(new HoldId(1, 1)).isGreaterThan(new HoldId(-1, 1));
        assertThat(new HoldId(1, -1)).isGreaterThan(new HoldId(1, 1)).isLessThan(new HoldId(2, 0));
    }

    @Test
    void scope_ofNamesThatBeginWithASlash_limitsThemToo() {
        assertThat(new Scope("/game", false).slotFor("/game/4", "")).isEqualTo("/game");
        assertThat(new Scope("/game", true).slotFor("/game/4", "mia")).isEqualTo("/game\nmia");
    }
}
