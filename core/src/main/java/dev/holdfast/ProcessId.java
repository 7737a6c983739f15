package dev.holdfast;

import dev.holdfast.internal.base.Bounds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One process of one machine, told apart from any other that ever gets the same number. Unknown parts are empty.
 *
 * @param host the machine's name
 * @param boot names this run of the machine's kernel
 * @param namespace the process-id namespace the number belongs to
 * @param pid the process number
 * @param start when it started, in a unit that setting the clock does not move
 */
public record ProcessId(String host, String boot, String namespace, long pid, String start) {
    /** The namespace of a process that Holdfast recorded without learning where it runs. */
    public static final String UNKNOWN_NAMESPACE = "unknown";

    /**
     * Checks the processes that a caller binds a hold to.
     *
     * @throws IllegalArgumentException if there are too many of them, or one has a text that is too long
     */
    public static void requireBounded(List<ProcessId> processes) {
        Bounds.count("The processes that a hold is bound to", processes.size(), Bounds.PROCESSES);
        for (ProcessId process : processes) {
            Bounds.text("The host of a process", process.host, Bounds.PROCESS_TEXT);
            Bounds.text("The boot of a process", process.boot, Bounds.PROCESS_TEXT);
            Bounds.text("The namespace of a process", process.namespace, Bounds.PROCESS_TEXT);
            Bounds.text("The start of a process", process.start, Bounds.PROCESS_TEXT);
        }
    }

    /** Returns whether another program recorded it, which names no more than a number and perhaps a host. */
    public boolean isForeign() {
        return boot.isEmpty() && namespace.isEmpty() && start.isEmpty();
    }

    /** Compares field by field. The methods that a record gets by itself take ten milliseconds when they are first used. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ProcessId id
                && pid == id.pid
                && start.equals(id.start)
                && host.equals(id.host)
                && boot.equals(id.boot)
                && namespace.equals(id.namespace);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(pid) + start.hashCode();
    }

    /** Returns the text that names shown to people are made of: it must stay as it is. */
    @Override
    public String toString() {
        return "ProcessId[host=" + host + ", boot=" + boot + ", namespace=" + namespace + ", pid=" + pid + ", start="
                + start + "]";
    }
}
