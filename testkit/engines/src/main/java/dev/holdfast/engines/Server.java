package dev.holdfast.engines;

import org.jspecify.annotations.Nullable;

/**
 * A real server on this machine, with data of its own in a folder of its test. It listens on loopback alone, on the same port
 * for its whole life.
 */
public abstract class Server implements AutoCloseable {
    private final int port;
    private @Nullable ServerProcess process;

    Server(int port) {
        this.port = port;
    }

    /** Starts a process on the data of the server. */
    abstract ServerProcess launch();

    /** Waits until the process, which listens, also answers. */
    abstract void awaitAnswer();

    /** Starts the process for the first time. */
    final void begin() {
        process = launch();
    }

    final ServerProcess process() {
        if (process == null) {
            throw new IllegalStateException("The server was not started.");
        }
        return process;
    }

    /** Returns the address of a store on it. */
    public final String address() {
        return address(port);
    }

    /** Returns the address of a store via another port of this machine, such as that of a {@link Wire}. */
    public abstract String address(int other);

    public final int port() {
        return port;
    }

    /** Returns its output since it was first started. */
    public final String said() {
        return process().said();
    }

    /** Kills it with SIGKILL. Its data stay as they are at that moment. */
    public final void kill() {
        process().end();
    }

    /** Starts it again on its data after {@link #kill}, and returns when it answers. */
    public final void restart() {
        process().end();
        begin();
        awaitAnswer();
    }

    /** Stops it with SIGSTOP. */
    public final void pause() {
        process().stop();
    }

    /** Lets it go on after {@link #pause}. */
    public final void resume() {
        process().signal("CONT");
    }

    /** Ends it; its folder may be deleted. Closing twice is harmless. */
    @Override
    public final void close() {
        process().end();
    }
}
