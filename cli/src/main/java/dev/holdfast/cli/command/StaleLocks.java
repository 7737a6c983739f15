package dev.holdfast.cli.command;

import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.LockView.Verdict;
import java.util.List;

/** Locks that look left over: stale ones, and those whose time or process has ended. */
final class StaleLocks {
    private static final String REASON = "it looked left over";

    private StaleLocks() {}

    /** Returns the resources that have such holds, with these alone. */
    static List<LockView> of(List<LockView> views) {
        return views.stream()
                .map(StaleLocks::stale)
                .filter(view -> !view.holders().isEmpty())
                .toList();
    }

    private static LockView stale(LockView view) {
        List<LockView.Holder> left = view.holders().stream()
                .filter(judged -> judged.state() != Verdict.LIVE)
                .toList();
        return new LockView(view.resource(), view.version(), left, view.queue(), view.requests(), view.asOf());
    }

    /** Ends the holds of these views that still look left over. One that was renewed or released meanwhile is left alone. */
    static int end(LockManager manager, List<LockView> views, String actor) {
        int ended = 0;
        for (LockView seen : views) {
            List<Long> fences =
                    seen.holders().stream().map(judged -> judged.hold().fence()).toList();
            for (LockView.Holder judged : stale(manager.view(seen.resource())).holders()) {
                Hold hold = judged.hold();
                if (fences.contains(hold.fence())) {
                    manager.admin().forceRelease(seen.resource(), hold.fence(), actor, REASON);
                    ended++;
                }
            }
        }
        return ended;
    }
}
