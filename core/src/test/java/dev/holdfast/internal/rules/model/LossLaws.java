package dev.holdfast.internal.rules.model;

import dev.holdfast.Hold;
import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.Mode;
import dev.holdfast.internal.base.Closed;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Decision;
import dev.holdfast.internal.rules.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The check of resources that stay closed for a while after a loss. */
final class LossLaws {
    private final HandOverSetting setting;

    LossLaws(HandOverSetting setting) {
        this.setting = setting;
    }

    /** Returns whether that is no hold of a person, but the mark of a closed resource. */
    static boolean isClosure(Hold hold) {
        return Closed.is(hold.entries(), hold.owner().id());
    }

    /** Returns the law that a step breaks, or null. */
    @Nullable
    HandOverLaw brokenBy(HandOverWorld before, Command command, Decision decision, HandOverWorld after) {
        Instant end = closedUntil(before, decision);
        List<Hold> holds = after.lock().holds();
        Instant marked = closure(holds);
        boolean takesOver = command instanceof Command.Acquire acquire && acquire.takeover() != null;
        if (end != null && end.isAfter(before.now())) {
            boolean closed = holds.size() == 1 && end.equals(marked);
            return closed || (takesOver && marked == null && !holds.isEmpty()) ? null : HandOverLaw.CLOSED;
        }
        // What is over may stay until a command changes the record.
        boolean stays = marked != null && (end == null || !decision.next().equals(before.lock()));
        return stays ? HandOverLaw.OPEN : null;
    }

    /** Returns until when the resource is closed after that decision, or null if nothing has closed it. */
    private @Nullable Instant closedUntil(HandOverWorld before, Decision decision) {
        Duration delay = setting.policy().lockDelay();
        if (delay == null) {
            return null;
        }
        for (Notice notice : decision.notices()) {
            Hold lost = notice.hold();
            if (lost.mode() == Mode.EXCLUSIVE && lost.claimed() && !isClosure(lost)) {
                if (notice.kind() == EventKind.EXPIRED) {
                    return lost.until().plus(delay);
                } else if (notice.kind() == EventKind.DIED) {
                    return lost.seen().plus(delay);
                } else if (notice.kind() == EventKind.FORCED) {
                    return before.now().plus(delay);
                }
            }
        }
        return closure(before.lock().holds());
    }

    private static @Nullable Instant closure(List<Hold> holds) {
        return holds.stream()
                .filter(LossLaws::isClosure)
                .map(Hold::until)
                .findFirst()
                .orElse(null);
    }
}
