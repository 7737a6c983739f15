package dev.holdfast.cli.output;

import dev.holdfast.LockView;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.Policy;
import dev.holdfast.internal.base.Ages;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.base.Times;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All locks at a glance: the active ones, then the stale ones, or that the project is free.
 *
 * @param policy whose words and whose idea of stale are used
 */
public record Dashboard(Policy policy, Palette palette) {
    public List<String> lines(List<LockView> views) {
        List<String> active = holds(views, verdict -> verdict == Verdict.LIVE);
        List<String> stale = holds(views, verdict -> verdict != Verdict.LIVE);
        List<String> lines = new ArrayList<>();
        if (active.isEmpty()) {
            lines.add(palette.good("No active locks")
                    + (stale.isEmpty() ? ": the project is free, ready for concurrent editing." : "."));
        }
        add(lines, active, stale);
        if (!stale.isEmpty()) {
            lines.add("");
            lines.add("To remove them: holdfast clear --stale");
        }
        return lines;
    }

    /** Returns the lines about resources that the user has named: nothing about others. */
    public List<String> linesOfNamed(List<LockView> views) {
        List<String> lines = new ArrayList<>();
        add(lines, holds(views, verdict -> verdict == Verdict.LIVE), holds(views, verdict -> verdict != Verdict.LIVE));
        for (LockView view : views) {
            if (view.holders().isEmpty()) {
                lines.add(Text.name(view.resource()) + " is free.");
            }
        }
        return lines;
    }

    private void add(List<String> lines, List<String> active, List<String> stale) {
        if (!active.isEmpty()) {
            lines.add(palette.heading("Active Locks:"));
            lines.addAll(active);
            lines.add("");
            lines.add("Total: " + active.size() + " active locks");
        }
        if (!stale.isEmpty()) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.add(palette.heading("Stale Locks" + limit(policy.suspectAfter()) + ":"));
            lines.addAll(stale);
        }
    }

    /** Returns one line for each hold. */
    public List<String> holds(List<LockView> views) {
        return holds(views, verdict -> true);
    }

    private List<String> holds(List<LockView> views, Predicate<Verdict> wanted) {
        List<String> lines = new ArrayList<>();
        for (LockView view : views) {
            HoldLine line = new HoldLine(policy.preset(), palette, Times.seenAt(view.asOf()));
            for (LockView.Holder judged : view.holders()) {
                if (wanted.test(judged.state())) {
                    lines.add(line.of(view, judged));
                }
            }
        }
        return lines;
    }

    private static String limit(@Nullable Duration trust) {
        return trust == null ? "" : " (>" + Ages.words(trust) + ")";
    }
}
