package dev.holdfast.internal.process;

/** The knowledge about a process. Only {@link #GONE} allows any action against its holds. */
public enum Liveness {
    /** A process with this identity, or one that cannot be told from it, is there now. */
    ALIVE,
    /** Proven: the process has ended and will not come back. */
    GONE,
    /**
     * The process has ended, unless the record was made on a clone of this machine: boot and namespace are those of this
     * machine, the host name is another one, and other machines use the store too. Such a hold is suspect, never dead.
     */
    DOUBTFUL,
    /** Nothing is proven: another host, another namespace, a hidden process, an unreadable process table. */
    UNKNOWN
}
