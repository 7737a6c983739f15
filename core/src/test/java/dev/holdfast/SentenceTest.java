package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.rules.Hold;
import dev.holdfast.rules.HoldId;
import dev.holdfast.rules.Lease;
import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Outcome;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.ProcessId;
import dev.holdfast.rules.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P16: a refusal tells a person who, since when, until when, why, and what next")
class SentenceTest {
    private static final Instant NOW = Instant.parse("2026-03-02T10:50:00Z");
    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final Owner BOB =
            new Owner("session-1", "Bob Smith", "bob", List.of(new ProcessId("desk-7", "b", "n", 4711, "1")));

    private static Outcome.Judged held(Mode mode, Instant since, Lease lease, String note, Verdict verdict) {
        Hold hold = new Hold(List.of(new HoldId(1, 2)), BOB, mode, 7, since, since, since, lease, note, "", true);
        return new Outcome.Judged(hold, verdict);
    }

    private static String sentence(ZoneId zone, Outcome.Reason reason, Instant retryAt, Outcome.Judged... holders) {
        return new Refusal("Policy 12345", reason, List.of(holders), retryAt, NOW).sentence(zone);
    }

    @Test
    void held_inTheReadersZone() {
        Outcome.Judged bob = held(
                Mode.EXCLUSIVE,
                NOW.minus(Duration.ofMinutes(3)),
                new Lease(Duration.ofHours(2), null, null),
                "renewal",
                Verdict.LIVE);
        assertThat(sentence(
                        ZoneId.of("Asia/Kolkata"),
                        Outcome.Reason.HELD,
                        bob.hold().until(),
                        bob))
                .isEqualTo(
                        "Policy 12345 has been held by Bob Smith (process 4711 on desk-7) since 16:17, 3 minutes ago,"
                                + " until 18:17 at the latest (renewal); wait for it, or try again at 18:17.");
    }

    @Test
    void held_withSignsOfLife_endsUnlessRenewed() {
        Lease lease = new Lease(Duration.ofHours(2), null, Duration.ofMinutes(5));
        Outcome.Judged bob = held(Mode.EXCLUSIVE, NOW.minusSeconds(20), lease, "", Verdict.LIVE);
        assertThat(sentence(UTC, Outcome.Reason.HELD, null, bob)).contains("until 10:54 unless renewed;");
        Lease nearlyOver = new Lease(Duration.ofMinutes(5), null, Duration.ofMinutes(5));
        Outcome.Judged last = held(Mode.EXCLUSIVE, NOW.minusSeconds(20), nearlyOver, "", Verdict.LIVE);
        assertThat(sentence(UTC, Outcome.Reason.HELD, null, last)).contains("until 10:54 at the latest;");
    }

    @Test
    void held_sinceAnotherDay_namesTheDay() {
        Outcome.Judged bob = held(Mode.EXCLUSIVE, NOW.minus(Duration.ofHours(30)), Lease.NONE, "", Verdict.SUSPECT);
        assertThat(sentence(UTC, Outcome.Reason.HELD, null, bob))
                .isEqualTo("Policy 12345 has been held by Bob Smith (process 4711 on desk-7) since 2026-03-01 04:50,"
                        + " 30 hours ago; it may be left over from a crash: take it over if you are sure, or wait.");
    }

    @Test
    void shared_countsTheOthers() {
        Outcome.Judged one = held(Mode.SHARED, NOW.minusSeconds(20), Lease.NONE, "", Verdict.LIVE);
        assertThat(sentence(UTC, Outcome.Reason.HELD, null, one, one, one))
                .startsWith(
                        "Policy 12345 has been shared by Bob Smith (process 4711 on desk-7) and 2 others since 10:49, 20 s ago;");
    }

    @Test
    void future_hasNoNegativeAge() {
        Outcome.Judged bob = held(Mode.EXCLUSIVE, NOW.plusSeconds(90), Lease.NONE, "", Verdict.LIVE);
        assertThat(sentence(UTC, Outcome.Reason.HELD, null, bob)).contains("since 10:51, 0 s ago");
    }

    @Test
    void tooSoon_tellsTheSecond() {
        assertThat(sentence(UTC, Outcome.Reason.TOO_SOON, NOW.plusSeconds(3)))
                .isEqualTo("Policy 12345 cannot be acquired so soon after your last lock; wait for it, or try again at"
                        + " 10:50:03.");
    }

    @Test
    void everyReason_hasASentence() {
        for (Outcome.Reason reason : Outcome.Reason.values()) {
            assertThat(sentence(UTC, reason, null)).startsWith("Policy 12345 ").endsWith(".");
        }
    }

    @Test
    void view_held_saysWhoWithoutAdvice() {
        Outcome.Judged bob = held(Mode.EXCLUSIVE, NOW.minusSeconds(20), Lease.NONE, "", Verdict.SUSPECT);
        Outcome.Judged gone = held(Mode.EXCLUSIVE, NOW.minusSeconds(30), Lease.NONE, "", Verdict.DEAD);
        assertThat(new LockView("a", 1, List.of(gone, bob), List.of(), NOW).sentence(UTC))
                .isEqualTo("a has been held by Bob Smith (process 4711 on desk-7) since 10:49, 20 s ago;"
                        + " it may be left over from a crash.");
        assertThat(new LockView("a", 1, List.of(gone), List.of(), NOW).sentence(UTC))
                .isEqualTo("a is free.");
    }
}
