package dev.holdfast.session;

import dev.holdfast.Holds.Grant;
import dev.holdfast.Refusal;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** Counts what happens to locks. Does nothing by default. */
public interface LockMeters {
    /** Meters that count nothing. */
    LockMeters NONE = new LockMeters() {};

    /**
     * Runs an acquire, to measure how long it takes.
     *
     * @param refusals returns the refusals of an answer; empty if it was granted
     */
    default <T, E extends Exception> T acquiring(
            List<String> resources, Function<T, List<Refusal>> refusals, Acquire<T, E> acquire) throws E {
        return acquire.call();
    }

    /**
     * A call that acquires locks.
     *
     * @param <T> its answer
     * @param <E> its checked exception
     */
    interface Acquire<T, E extends Exception> {

        /** Acquires, or answers with refusals. */
        T call() throws E;
    }

    /** An owner acquired these locks. */
    default void acquired(String owner, Grant grant) {}

    /** A request was refused. */
    default void refused(List<Refusal> refusals) {}

    /** An owner released these locks. */
    default void released(String owner, Collection<String> resources) {}

    /** An owner ended, with this number of holds. */
    default void ended(String owner, int holds) {}

    /** A page of an owner believed to hold these locks, which were lost. Called again with every heartbeat of the page. */
    default void lost(String owner, Collection<String> resources) {}

    /** Another user ended this number of holds. */
    default void forced(int holds) {}

    /** Data was to be changed or read without its lock. */
    default void forgotten() {}
}
