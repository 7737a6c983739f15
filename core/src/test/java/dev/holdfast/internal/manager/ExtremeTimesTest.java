package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HistoryEntry;
import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.LockEvent;
import dev.holdfast.LockView;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policy;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Preset;
import dev.holdfast.Refusal;
import dev.holdfast.check.Extent;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.codec.Codec;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.manager.Clocks.Moment;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Decision;
import dev.holdfast.internal.rules.Evidence;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Rules;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.internal.views.LockJson;
import dev.holdfast.spi.Key.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Times and durations at the ends of what can be written go through everything that handles records, without a failure. */
final class ExtremeTimesTest {
    private static final List<Instant> TIMES = List.of(
            Instant.MIN,
            Instant.MIN.plusNanos(1),
            Instant.parse("-9999-01-01T00:00:00Z"),
            Instant.parse("0000-01-01T00:00:00Z"),
            Moments.FIRST,
            Instant.EPOCH,
            Instant.parse("2026-11-17T02:00:00Z"),
            Moments.LAST,
            Instant.parse("+10000-01-01T00:00:00Z"),
            Instant.MAX.minusNanos(1),
            Instant.MAX);
    private static final List<Duration> DURATIONS = List.of(
            Duration.ofNanos(1),
            Duration.ofMinutes(5),
            Duration.ofNanos(Long.MAX_VALUE),
            Duration.ofMillis(Long.MAX_VALUE),
            Duration.between(Instant.MIN, Instant.MAX),
            Duration.ofSeconds(Long.MAX_VALUE, 999_999_999));
    private static final List<ZoneId> ZONES =
            List.of(ZoneId.of("UTC"), ZoneId.of("+18:00"), ZoneId.of("-18:00"), ZoneId.of("Asia/Kolkata"));

    private final Random random = new Random(7);

    private <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private @Nullable Duration limit() {
        return random.nextInt(3) == 0 ? null : any(DURATIONS);
    }

    private Claim claim(int id) {
        return new Claim(
                new HoldId(1, id),
                Owner.of("o" + id),
                Mode.EXCLUSIVE,
                new Lease(limit(), limit(), limit()),
                "note",
                "");
    }

    private Hold hold(int id) {
        Claim claim = claim(id);
        return new Hold(
                List.of(claim.id()),
                claim.owner(),
                claim.mode(),
                7,
                any(TIMES),
                any(TIMES),
                any(TIMES),
                claim.lease(),
                claim.note(),
                "",
                random.nextBoolean());
    }

    private Policy policy() {
        Policy preset = any(List.of(Preset.values())).policy();
        return Policy.reported(preset.preset())
                .heartbeat(limit())
                .suspectAfter(limit())
                .reclaimAfter(limit())
                .cooldown(limit())
                .debounce(any(DURATIONS))
                .warning(any(DURATIONS))
                .build();
    }

    @Test
    void recordsWithExtremeTimes_areDecidedAboutStoredAndShown() {
        for (int i = 0; i < Extent.of(3_000, 200_000); i++) {
            Instant now = any(TIMES);
            Ticket ticket = new Ticket(claim(2), any(TIMES), any(TIMES));
            LockState state = new LockState(List.of(hold(1)), List.of(ticket), random.nextBoolean() ? any(TIMES) : null)
                    .stamped(9, now);
            assertThat(Codec.decode(Kind.LOCK, Codec.encode(state))).isEqualTo(state);
            decideAndShow(state, policy(), now);
            count(state, now);
        }
    }

    private void decideAndShow(LockState state, Policy policy, Instant now) {
        List<Command> commands = List.of(
                new Command.Acquire(claim(3), random.nextBoolean(), null),
                new Command.Renew(new HoldId(1, 1), true, null),
                new Command.Release(new HoldId(1, 1)),
                new Command.Tidy());
        Evidence evidence = Evidence.NONE.on(state);
        Decision decision = Rules.decide(state, any(commands), policy, evidence, now);
        decision.next().due().at(now);
        List<LockView.Holder> judged = Rules.judge(state, policy, evidence, now);
        LockView view = new LockView("r", 9, judged, List.of(), now);
        Refusal refusal = new Refusal("r", Refusal.Reason.HELD, judged, any(TIMES), now);
        for (ZoneId zone : ZONES) {
            assertThat(view.sentence(zone)).isNotEmpty();
            assertThat(refusal.sentence(zone)).contains("r ");
            assertThat(refusal.sentence(zone, Privacy.NAME_ONLY)).contains("r ");
        }
        Json.write(LockJson.lock(view));
        Json.write(LockJson.refusal(refusal));
        Hold hold = state.holds().get(0);
        HistoryEntry past =
                new HistoryEntry(3, now, new LockEvent("r", LockEvent.EventKind.EXPIRED, hold, "", "")).stamped();
        Json.write(LockJson.event(past));
        for (ZoneId zone : ZONES) {
            assertThat(past.at().atZone(zone).getYear()).isBetween(0, 9999);
        }
    }

    private static void count(LockState state, Instant now) {
        Clocks clocks = new Clocks(() -> 5_000_000_000L, InstantSource.fixed(Instant.EPOCH));
        Moment before = clocks.now();
        Countdown countdown = Countdown.of(state.holds(), now, before);
        Duration left = countdown.left(clocks);
        if (left != null) {
            assertThat(Moments.nanos(left)).isLessThanOrEqualTo(Moments.MAX.toNanos());
        }
    }

    @Test
    void sumsStopAtTheEndsOfTime() {
        for (Instant time : TIMES) {
            for (Duration duration : DURATIONS) {
                assertThat(Moments.plus(time, duration)).isBetween(Moments.FIRST, Moments.LAST);
                assertThat(Moments.minus(time, duration)).isBetween(Moments.FIRST, Moments.LAST);
            }
        }
        Instant usual = Instant.parse("2026-11-17T02:00:00Z");
        assertThat(Moments.plus(usual, Duration.ofMinutes(1))).isEqualTo("2026-11-17T02:01:00Z");
        assertThat(Moments.minus(usual, Duration.ofSeconds(Long.MIN_VALUE))).isAfter(usual);
        assertThat(Moments.plus(Instant.MAX, Duration.ofDays(1))).isEqualTo(Moments.LAST);
    }
}
