package dev.holdfast.cli.serve;

import dev.holdfast.LockManager;
import dev.holdfast.cli.project.ServeSettings;
import dev.holdfast.spi.LockStore;

/** Serves locks over HTTP. The implementation is large, and therefore in the second jar. */
public interface ServerLauncher {
    /**
     * Starts.
     *
     * @param store the store of the locks, with the tokens
     * @throws dev.holdfast.cli.base.CommandFailure if it cannot listen there
     */
    Running start(LockManager locks, LockStore store, ServeSettings settings);

    /** A server that runs until it is closed. */
    interface Running extends AutoCloseable {
        /** Returns where it can be reached: at its port, or at its socket if it has no port. */
        String address();

        /** Returns the address of its Unix socket; empty if it has none. */
        String socketAddress();

        @Override
        void close();

        /** Returns a sentence to be logged after it was closed; empty if there is none. */
        String farewell();
    }
}
