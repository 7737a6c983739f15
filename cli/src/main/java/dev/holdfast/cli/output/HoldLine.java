package dev.holdfast.cli.output;

import dev.holdfast.Hold;
import dev.holdfast.LockView;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.Mode;
import dev.holdfast.Preset;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.base.Times;
import java.time.Instant;

/** A hold as a line of a list. */
record HoldLine(Preset preset, Palette palette, Times times) {
    String of(LockView view, LockView.Holder judged) {
        Hold hold = judged.hold();
        StringBuilder line =
                new StringBuilder("- ").append(Text.name(view.resource())).append(": ");
        line.append(preset == Preset.BOOK ? age(hold) : term(hold));
        if (judged.state() != Verdict.LIVE) {
            line.append(' ').append(palette.warning("(STALE)")).append(why(judged.state()));
        }
        if (hold.mode() == Mode.SHARED) {
            line.append(", shared");
        }
        if (!hold.note().isEmpty()) {
            line.append(", note: ").append(hold.note());
        }
        if (!view.queue().isEmpty()) {
            line.append(", ").append(view.waiting()).append(" waiting");
        }
        return line.toString();
    }

    private String age(Hold hold) {
        return "Locked " + times.ago(hold.since()) + " by "
                + Text.name(hold.owner().name());
    }

    private String term(Hold hold) {
        StringBuilder term =
                new StringBuilder("held by ").append(Text.name(hold.owner().name()));
        if (!hold.owner().processes().isEmpty()) {
            ProcessId process = hold.owner().processes().get(0);
            term.append(" (process ").append(process.pid());
            term.append(process.host().isEmpty() ? ")" : " on " + Text.shown(process.host()) + ")");
        }
        term.append(" since ").append(times.atAndAgo(hold.since()));
        Instant until = hold.until();
        if (until != null) {
            term.append(", until ")
                    .append(times.at(until))
                    .append(hold.renewable() ? " unless renewed" : " at the latest");
        }
        return term.toString();
    }

    private static String why(Verdict verdict) {
        return switch (verdict) {
            case DEAD -> ", its process has ended: free to take";
            case EXPIRED -> ", its time is over: free to take";
            case SUSPECT, LIVE -> "";
        };
    }
}
