package dev.holdfast;

import dev.holdfast.rules.Bounds;
import dev.holdfast.rules.DraftText;
import dev.holdfast.rules.ProcessId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sign of life for one hold.
 *
 * @param activity whether the person or program behind it did something, or only is there
 * @param processes those that the hold is bound to from now on; none unbinds it; null leaves it as it is
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

    /** From elsewhere: whatever process the hold was bound to says nothing about its owner any more. */
    public static Heartbeat of(Receipt receipt, boolean activity) {
        return new Heartbeat(receipt, activity, List.of(), null);
    }

    public Heartbeat draft(DraftText newDraft) {
        return new Heartbeat(receipt, activity, processes, newDraft);
    }
}
