package dev.holdfast.internal.process;

import dev.holdfast.ProcessId;

/** The place where a process runs. The processes of one place see each other under the same pids. */
record Place(String host, Boot boot, String namespace) {
    static Place of(ProcessId id) {
        return new Place(id.host(), Boot.parse(id.boot()), id.namespace());
    }

    boolean hasHost(String name) {
        return !host.isEmpty() && host.equalsIgnoreCase(name);
    }

    /** Returns whether both have the same boot and pid namespace. Their host names do not matter. */
    boolean sharesPidsWith(Place other) {
        return boot.id().equals(other.boot.id()) && namespace.equals(other.namespace);
    }

    /** Returns whether both are known to be outside of containers, in different boots. */
    boolean isOtherBootOutsideContainers(Place other) {
        return !boot.id().isEmpty()
                && !other.boot.id().isEmpty()
                && !boot.id().equals(other.boot.id())
                && namespace.equals(LinuxPlace.INITIAL_PIDS)
                && other.namespace.equals(LinuxPlace.INITIAL_PIDS);
    }
}
