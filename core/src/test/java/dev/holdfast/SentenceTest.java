package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockView.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P16: a refusal tells a person who, since when, until when, why, and what next")
class SentenceTest {
    private static final Instant NOW = Instant.parse("2026-03-02T10:50:00Z");
    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final Owner BOB =
            new Owner("session-1", "Bob Smith", "bob", List.of(new ProcessId("desk-7", "b", "n", 4711, "1")));

    private static LockView.Holder held(Mode mode, Instant since, Lease lease, String note, Verdict verdict) {
        Hold hold = new Hold(List.of(new HoldId(1, 2)), BOB, mode, 7, since, since, since, lease, note, "", true);
        return new LockView.Holder(hold, verdict);
    }

    private static String sentence(ZoneId zone, Refusal.Reason reason, Instant retryAt, LockView.Holder... holders) {
        return new Refusal("Policy 12345", reason, List.of(holders), retryAt, NOW).sentence(zone);
    }

    @Test
    void held_inTheReadersZone() {
        LockView.Holder bob = held(
                Mode.EXCLUSIVE,
                NOW.minus(Duration.ofMinutes(3)),
                new Lease(Duration.ofHours(2), null, null),
                "renewal",
                Verdict.LIVE);
        assertThat(sentence(
                        ZoneId.of("Asia/Kolkata"),
                        Refusal.Reason.HELD,
                        bob.hold().until(),
                        bob))
                .isEqualTo(
                        "Policy 12345 has been held by Bob Smith (process 4711 on desk-7) since 16:17 (3 minutes ago)."
                                + " Its lease ends at 18:17 at the latest. Note: \"renewal\". Wait for it, or try again at"
                                + " 18:17.");
    }

    @Test
    void held_withHeartbeats_endsUnlessRenewed() {
        Lease lease = new Lease(Duration.ofHours(2), null, Duration.ofMinutes(5));
        LockView.Holder bob = held(Mode.EXCLUSIVE, NOW.minusSeconds(20), lease, "", Verdict.LIVE);
        assertThat(sentence(UTC, Refusal.Reason.HELD, null, bob))
                .contains("Its lease ends at 10:54 unless it is renewed.");
        Lease nearlyOver = new Lease(Duration.ofMinutes(5), null, Duration.ofMinutes(5));
        LockView.Holder last = held(Mode.EXCLUSIVE, NOW.minusSeconds(20), nearlyOver, "", Verdict.LIVE);
        assertThat(sentence(UTC, Refusal.Reason.HELD, null, last)).contains("Its lease ends at 10:54 at the latest.");
    }

    @Test
    void held_sinceAnotherDay_namesTheDay() {
        LockView.Holder bob = held(Mode.EXCLUSIVE, NOW.minus(Duration.ofHours(30)), Lease.NONE, "", Verdict.SUSPECT);
        assertThat(sentence(UTC, Refusal.Reason.HELD, null, bob))
                .isEqualTo("Policy 12345 has been held by Bob Smith (process 4711 on desk-7) since 2026-03-01 04:50"
                        + " (30 hours ago). It may be left over from a crash. Take it over if you are sure that its"
                        + " holder is gone, or wait.");
    }

    @Test
    void shared_namesAllHolders() {
        LockView.Holder one = held(Mode.SHARED, NOW.minusSeconds(20), Lease.NONE, "", Verdict.LIVE);
        String bob = "Bob Smith (process 4711 on desk-7)";
        assertThat(sentence(UTC, Refusal.Reason.HELD, null, one, one, one))
                .startsWith("Policy 12345 has been shared by " + bob + ", " + bob + " and " + bob
                        + " since 10:49 (20 seconds ago).");
        LockView.Holder[] many = new LockView.Holder[10];
        Arrays.fill(many, one);
        assertThat(sentence(UTC, Refusal.Reason.HELD, null, many)).contains(bob + " and 2 others since");
    }

    @Test
    void future_hasNoNegativeAge() {
        LockView.Holder bob = held(Mode.EXCLUSIVE, NOW.plusSeconds(90), Lease.NONE, "", Verdict.LIVE);
        assertThat(sentence(UTC, Refusal.Reason.HELD, null, bob)).contains("since 10:51 (0 seconds ago)");
    }

    @Test
    void tooSoon_tellsTheSecond() {
        assertThat(sentence(UTC, Refusal.Reason.TOO_SOON, NOW.plusSeconds(3)))
                .isEqualTo(
                        "Policy 12345 cannot be acquired so soon after your last lock. You can try again at 10:50:03.");
    }

    @Test
    @DisplayName("C1: a taken slot is reported as the hold of another resource, not of the wanted one")
    void slotTaken_saysThatAnotherOneIsHeld() {
        LockView.Holder bob = held(Mode.EXCLUSIVE, NOW.minusSeconds(20), Lease.NONE, "", Verdict.LIVE);
        assertThat(sentence(UTC, Refusal.Reason.SLOT_TAKEN, NOW.plusSeconds(300), bob))
                .isEqualTo(
                        "Policy 12345 was not acquired, because only one lock at a time is allowed here. Another one has"
                                + " been held by Bob Smith (process 4711 on desk-7) since 10:49 (20 seconds ago). Release the"
                                + " other one, or try again at 10:55.");
    }

    @Test
    void everyReason_hasASentence() {
        for (Refusal.Reason reason : Refusal.Reason.values()) {
            assertThat(sentence(UTC, reason, null)).startsWith("Policy 12345 ").endsWith(".");
        }
    }

    @Test
    void view_held_saysWhoWithoutAdvice() {
        LockView.Holder bob = held(Mode.EXCLUSIVE, NOW.minusSeconds(20), Lease.NONE, "", Verdict.SUSPECT);
        LockView.Holder gone = held(Mode.EXCLUSIVE, NOW.minusSeconds(30), Lease.NONE, "", Verdict.DEAD);
        assertThat(new LockView("a", 1, List.of(gone, bob), List.of(), NOW).sentence(UTC))
                .isEqualTo("a has been held by Bob Smith (process 4711 on desk-7) since 10:49 (20 seconds ago)."
                        + " It may be left over from a crash.");
        assertThat(new LockView("a", 1, List.of(gone), List.of(), NOW).sentence(UTC))
                .isEqualTo("a is free.");
    }
}
