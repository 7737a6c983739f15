package dev.holdfast.servers;

/**
 * A real server on this machine, with data of its own in a folder of its test. It listens on loopback alone, on the same port
 * for its whole life.
 */
public interface Server extends AutoCloseable {

    /** Returns the address of a store on it. */
    String address();

    /** Returns the address of a store via another port of this machine, such as that of a {@link Wire}. */
    String address(int port);

    int port();

    /** Kills it with SIGKILL. Its data stay as they are at that moment. */
    void kill();

    /** Starts it again on its data after {@link #kill}, and returns when it answers. */
    void restart();

    /** Stops it with SIGSTOP. */
    void pause();

    /** Lets it go on after {@link #pause}. */
    void resume();

    /** Ends it; its folder may be deleted. Closing twice is harmless. */
    @Override
    void close();
}
