package dev.holdfast.session;

import dev.holdfast.Holds.Grant;
import dev.holdfast.Refusal;
import java.util.Collection;
import java.util.List;

/** Counts what happens to locks. Does nothing by default. */
public interface LockMeters {
    /** Meters that count nothing. */
    LockMeters NONE = new LockMeters() {};

    /** An owner acquired these locks. */
    default void acquired(String owner, Grant grant) {}

    /** A request was refused. */
    default void refused(List<Refusal> refusals) {}

    /** An owner released these locks. */
    default void released(String owner, Collection<String> resources) {}

    /** An owner ended, with this number of holds. */
    default void ended(String owner, int holds) {}

    /** A page believed to hold this number of locks that were lost. */
    default void lost(int holds) {}

    /** Another user ended this number of holds. */
    default void forced(int holds) {}

    /** Data was to be changed or read without its lock. */
    default void forgotten() {}
}
