package dev.holdfast.bench.contender;

import java.time.Duration;

/**
 * One way to lock on a server, as one process of an application would use it: opened once, shared by all its threads, set up
 * as its documentation recommends for short locks that time out.
 */
public interface Contender extends AutoCloseable {
    /** The lease of every contender's locks. */
    Duration LEASE = Duration.ofSeconds(60);

    /** The time that {@link Lock#take} waits, which should never be needed. */
    Duration PATIENCE = Duration.ofSeconds(30);

    /** Returns the exclusive lock with a name, for one thread. */
    Lock exclusive(String name) throws Exception;

    /** Returns the shared lock with a name, for one thread. */
    default Lock shared(String name) throws Exception {
        throw new UnsupportedOperationException("There are no shared locks here.");
    }

    @Override
    void close();

    /** A lock as one thread sees it. */
    interface Lock {
        /** Acquires it without waiting; false if another owner has it. */
        boolean tryTake() throws Exception;

        /** Acquires it, and waits while another owner has it, if the contender supports that. */
        default void take() throws Exception {
            if (!tryTake()) {
                throw new IllegalStateException("A lock without contention was refused.");
            }
        }

        /** Renews it while it is held; false if it is lost. */
        default boolean renew() throws Exception {
            throw new UnsupportedOperationException("Locks cannot be renewed here.");
        }

        void release() throws Exception;
    }
}
