package dev.holdfast.session;

import dev.holdfast.Grant;
import dev.holdfast.Refusal;
import java.util.Collection;
import java.util.List;

/** Counts what is done. By default nobody does. */
public interface LockMeters {
    LockMeters NONE = new LockMeters() {};

    default void acquired(String owner, Grant grant) {}

    default void refused(List<Refusal> refusals) {}

    /** An owner gave these back. */
    default void released(String owner, Collection<String> resources) {}

    /** An owner ended, and with it so many holds. */
    default void ended(String owner, int holds) {}

    /** Somebody believed to hold so many that were lost. */
    default void lost(int holds) {}

    /** Somebody else ended so many holds. */
    default void forced(int holds) {}

    /** Something was to be changed, or shown, without its lock. */
    default void forgotten() {}
}
