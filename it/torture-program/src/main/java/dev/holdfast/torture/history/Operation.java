package dev.holdfast.torture.history;

import dev.holdfast.Mode;
import java.util.List;

/**
 * One operation of one process. Times are those of {@link System#nanoTime}, which all processes of a Linux machine share.
 *
 * @param process the name of the process, unique in a run
 * @param id the number of the operation in its process
 * @param of the id of the acquiring or attaching operation whose handle it used, or 0
 * @param begin a moment before it
 * @param end a moment after it; {@link Long#MAX_VALUE} if it never ended
 * @param hold names the entry that was granted
 * @param fences those of the resources, in their order
 * @param checked a moment right before the worker last found that it still holds; 0 if it did not
 * @param count what was found, for operations that count
 * @param note what went wrong
 */
public record Operation(
        String process,
        long id,
        Kind kind,
        Outcome outcome,
        long of,
        String owner,
        String user,
        Mode mode,
        List<String> resources,
        long begin,
        long end,
        String hold,
        List<Long> fences,
        long checked,
        long count,
        String note) {
    public Operation {
        resources = List.copyOf(resources);
        fences = List.copyOf(fences);
    }

    /** Returns whether it gave its worker a handle. */
    public boolean granted() {
        return outcome == Outcome.GRANTED;
    }

    /** Returns a short text for reports. */
    @Override
    public String toString() {
        return process + "#" + id + " " + kind + " " + outcome + " " + String.join("+", resources)
                + (owner.isEmpty() ? "" : " by " + owner)
                + (user.isEmpty() ? "" : " for " + user)
                + (mode == Mode.SHARED ? " shared" : "")
                + (fences.isEmpty() ? "" : " fences " + fences)
                + (of == 0 ? "" : " of #" + of)
                + " [" + begin + ", " + (end == Long.MAX_VALUE ? "never" : end) + "]"
                + (checked == 0 ? "" : " held at " + checked)
                + (count == 0 ? "" : " count " + count)
                + (note.isEmpty() ? "" : " (" + note + ")");
    }
}
