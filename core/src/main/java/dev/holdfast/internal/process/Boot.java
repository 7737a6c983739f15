package dev.holdfast.internal.process;

import dev.holdfast.ProcessId;

/**
 * One start of one machine, as {@link ProcessId#boot()} spells it.
 *
 * @param id the kernel's boot id, new at every start and unique in the world; empty when unknown
 * @param machine a digest of the machine's own id, the same at every start; empty when unknown, and in
 *     containers, which may share the id of their image across machines
 */
record Boot(String id, String machine) {
    static final Boot UNKNOWN = new Boot("", "");

    static Boot parse(String text) {
        int at = text.indexOf('@');
        return at < 0 ? new Boot(text, "") : new Boot(text.substring(0, at), text.substring(at + 1));
    }

    @Override
    public String toString() {
        return machine.isEmpty() ? id : id + "@" + machine;
    }

    /** Returns whether the machine of {@code earlier} is this one, restarted since. */
    boolean isRestartOf(Boot earlier) {
        return !id.isEmpty()
                && !earlier.id.isEmpty()
                && !id.equals(earlier.id)
                && !machine.isEmpty()
                && machine.equals(earlier.machine);
    }
}
