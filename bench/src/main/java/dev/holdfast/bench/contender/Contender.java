package dev.holdfast.bench.contender;

import java.time.Duration;

/**
 * One way to lock on a server, as one process of an application would use it: opened once, shared by all its threads, set up
 * as its documentation recommends for short locks that time out.
 */
public interface Contender extends AutoCloseable {
    /** How long every contender's locks last if they are not given back. */
    Duration LEASE = Duration.ofSeconds(60);

    /** How long {@link Lock#take} waits; nobody should ever have to. */
    Duration PATIENCE = Duration.ofSeconds(30);

    /** The lock of that name, for one thread. */
    Lock exclusive(String name) throws Exception;

    /** The same, to be held by many at once. */
    default Lock shared(String name) throws Exception {
        throw new UnsupportedOperationException("There are no shared locks here.");
    }

    @Override
    void close();

    /** A lock as one thread sees it. */
    interface Lock {
        /** Takes it at once, or says that somebody else has it. */
        boolean tryTake() throws Exception;

        /** Takes it, and waits for it while somebody else has it if the contender knows waiting. */
        default void take() throws Exception {
            if (!tryTake()) {
                throw new IllegalStateException("A lock that nobody should have was refused.");
            }
        }

        /** Gives a sign of life while it is held; false if it is lost. */
        default boolean renew() throws Exception {
            throw new UnsupportedOperationException("Nobody can renew a lock here.");
        }

        void giveBack() throws Exception;
    }
}
