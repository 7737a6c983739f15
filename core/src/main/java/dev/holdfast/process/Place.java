package dev.holdfast.process;

import dev.holdfast.rules.ProcessId;

/** Where a process runs: the processes of one place see each other under the same pids. */
record Place(String host, Boot boot, String namespace) {
    static Place of(ProcessId id) {
        return new Place(id.host(), Boot.parse(id.boot()), id.namespace());
    }

    boolean hasHost(String name) {
        return !host.isEmpty() && host.equalsIgnoreCase(name);
    }

    boolean isSameAs(Place other) {
        return hasHost(other.host) && boot.id().equals(other.boot.id()) && namespace.equals(other.namespace);
    }

    /** Whether everything that ran at {@code earlier} ended when the machine was started anew. */
    boolean isRestartOf(Place earlier) {
        return hasHost(earlier.host) && boot.isRestartOf(earlier.boot);
    }
}
