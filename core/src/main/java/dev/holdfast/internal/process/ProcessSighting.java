package dev.holdfast.internal.process;

import dev.holdfast.ProcessId;

/**
 * The result of a look at one pid: whether a process has it, and when that process started.
 *
 * @param start as in {@link ProcessId#start()}, empty when unknown
 */
record ProcessSighting(Liveness liveness, String start) {
    static final ProcessSighting NONE = new ProcessSighting(Liveness.GONE, "");
    static final ProcessSighting UNCLEAR = new ProcessSighting(Liveness.UNKNOWN, "");

    /** Returns the verdict on the process that had this pid and started at {@code recorded}. */
    Liveness judge(String recorded) {
        boolean reused =
                liveness == Liveness.ALIVE && !start.isEmpty() && !recorded.isEmpty() && !start.equals(recorded);
        return reused ? Liveness.GONE : liveness;
    }
}
