package dev.holdfast.cli.serve;

import dev.holdfast.LockManager;

/** Serves locks over HTTP. What does it is large, and lies in a file of its own. */
public interface Serving {
    /**
     * Starts.
     *
     * @param port 0 for any that is free
     * @throws dev.holdfast.cli.CommandFailure if it cannot listen there
     */
    Running start(LockManager locks, String host, int port);

    /** Something that serves until it is closed. */
    interface Running extends AutoCloseable {
        /** Where it can be reached. */
        String address();

        @Override
        void close();
    }
}
