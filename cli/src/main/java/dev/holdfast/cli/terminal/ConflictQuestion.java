package dev.holdfast.cli.terminal;

import dev.holdfast.Hold;
import dev.holdfast.LockView;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.Policy;
import dev.holdfast.Refusal;
import dev.holdfast.internal.base.Text;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The question to the user when a lock is refused: the details of the lock, and the choices.
 *
 * @param choices in the order of their numbers, from 1
 */
public record ConflictQuestion(List<String> lines, List<ConflictChoice> choices) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final DateTimeFormatter DAY_AND_TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);

    public ConflictQuestion {
        lines = List.copyOf(lines);
        choices = List.copyOf(choices);
    }

    /** Returns the question about a lock that is held. */
    public static ConflictQuestion of(Refusal refusal, Policy policy, ZoneId zone) {
        List<String> lines = new ArrayList<>();
        String resource = Text.name(refusal.resource());
        if (stale(refusal)) {
            Duration trust = policy.suspectAfter();
            lines.add("⚠️ " + resource + " has a stale lock"
                    + (trust == null ? "." : ": it is older than " + minutes(trust.toMinutes()) + "."));
            details(lines, refusal, zone);
            lines.add("It may be left over from an instance that crashed.");
            return options(lines, List.of(ConflictChoice.OVERRIDE, ConflictChoice.CANCEL), true, policy, "Wait");
        }
        lines.add("⚠️ " + resource
                + (refusal.holders().isEmpty()
                        ? " is free, but other callers have waited for it longer."
                        : " is locked by another instance right now."));
        details(lines, refusal, zone);
        return options(
                lines,
                List.of(ConflictChoice.WAIT, ConflictChoice.CANCEL, ConflictChoice.OVERRIDE),
                false,
                policy,
                "Wait");
    }

    /** Returns the question after the wait has timed out. Cancel has the same number as in the other two. */
    public static ConflictQuestion afterWaiting(Refusal refusal, Policy policy, Duration waited, ZoneId zone) {
        List<String> lines = new ArrayList<>();
        String time = waited.toMinutes() > 0 ? minutes(waited.toMinutes()) : waited.toSeconds() + " s";
        lines.add("⚠️ " + Text.name(refusal.resource()) + " is still locked after " + time + " of waiting.");
        details(lines, refusal, zone);
        return options(
                lines,
                List.of(ConflictChoice.WAIT, ConflictChoice.CANCEL, ConflictChoice.OVERRIDE),
                stale(refusal),
                policy,
                "Wait on");
    }

    /** Returns whether only stale locks are in the way. */
    public static boolean stale(Refusal refusal) {
        return !refusal.holders().isEmpty()
                && refusal.holders().stream().allMatch(judged -> judged.state() != Verdict.LIVE);
    }

    private static void details(List<String> lines, Refusal refusal, ZoneId zone) {
        lines.add("");
        lines.add("Lock details:");
        lines.add("- Resource: " + Text.name(refusal.resource()));
        for (LockView.Holder judged : refusal.holders()) {
            Hold hold = judged.hold();
            long age =
                    Math.max(0, Duration.between(hold.since(), refusal.asOf()).toMinutes());
            lines.add("- Locked at: " + time(hold.since(), refusal.asOf(), zone) + " (" + minutes(age) + " ago)");
            lines.add("- Instance: " + Text.name(hold.owner().name()));
            if (!hold.note().isEmpty()) {
                lines.add("- Note: " + hold.note());
            }
        }
        lines.add("");
    }

    private static ConflictQuestion options(
            List<String> lines, List<ConflictChoice> choices, boolean stale, Policy policy, String wait) {
        lines.add("Options:");
        for (int i = 0; i < choices.size(); i++) {
            String words = switch (choices.get(i)) {
                case WAIT ->
                    wait + " until it is free (looks at least every "
                            + policy.waiting().look().toSeconds() + " seconds)";
                case CANCEL -> "Cancel, and change nothing";
                case OVERRIDE ->
                    stale
                            ? "Override the stale lock and go on"
                            : "Override the lock (not recommended: the other instance may be at work)";
            };
            lines.add((i + 1) + ". " + words);
        }
        lines.add("");
        return new ConflictQuestion(lines, choices);
    }

    private static String minutes(long count) {
        return count == 1 ? "1 minute" : count + " minutes";
    }

    private static String time(Instant moment, Instant now, ZoneId zone) {
        ZonedDateTime local = moment.atZone(zone);
        boolean today = local.toLocalDate().equals(now.atZone(zone).toLocalDate());
        return local.format(today ? TIME : DAY_AND_TIME);
    }
}
