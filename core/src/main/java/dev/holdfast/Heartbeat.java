package dev.holdfast;

import dev.holdfast.rules.Bounds;
import dev.holdfast.rules.DraftText;
import dev.holdfast.rules.ProcessId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A heartbeat for one hold.
 *
 * @param activity whether the user or program did something since the last one, and is not merely present
 * @param processes the processes that the hold is bound to from now on; none unbinds it; null leaves it as it is
 * @param draft the author's text so far, saved in the same step; or null
 */
public record Heartbeat(
        Receipt receipt,
        boolean activity,
        @Nullable List<ProcessId> processes,
        @Nullable DraftText draft) {
    public Heartbeat {
        processes = processes == null ? null : List.copyOf(processes);
        if (processes != null) {
            Bounds.processes(processes);
        }
    }

    /**
     * Returns a heartbeat from elsewhere, which unbinds the hold: its former process no longer says anything about its owner.
     */
    public static Heartbeat of(Receipt receipt, boolean activity) {
        return new Heartbeat(receipt, activity, List.of(), null);
    }

    public Heartbeat draft(DraftText newDraft) {
        return new Heartbeat(receipt, activity, processes, newDraft);
    }
}
