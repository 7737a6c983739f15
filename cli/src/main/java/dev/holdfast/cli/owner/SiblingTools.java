package dev.holdfast.cli.owner;

import dev.holdfast.Hold;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.process.ProcessTable;
import org.jspecify.annotations.Nullable;

/**
 * The processes of one assistant: it starts its tools, its hooks and its shell commands. So whatever started the process that
 * holds something is what this process descends from.
 */
public final class SiblingTools {
    private SiblingTools() {}

    /**
     * Returns whether tools acquired the hold that an ancestor of this process started. Other children of the same shell, such
     * as a {@code holdfast run}, are other owners.
     */
    public static boolean took(Hold hold) {
        if (!hold.owner().id().contains(AssistantOwner.TOOLS)) {
            return false;
        }
        for (ProcessId bound : hold.owner().processes()) {
            boolean here = bound.equals(ProcessTable.system().of(bound.pid()));
            ProcessHandle parent = here ? parent(ProcessHandle.of(bound.pid()).orElse(null)) : null;
            if (parent != null && isAbove(parent)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAbove(ProcessHandle one) {
        ProcessHandle at = ProcessHandle.current();
        while (at != null && at.pid() > 1) {
            if (at.equals(one)) {
                return true;
            }
            at = parent(at);
        }
        return false;
    }

    private static @Nullable ProcessHandle parent(@Nullable ProcessHandle process) {
        return process == null ? null : process.parent().orElse(null);
    }
}
