package dev.holdfast.server.access;

/**
 * How much one client, and all together, may ask for.
 *
 * @param requestsPerSecond of one client in the long run; 0 for any number
 * @param burst of one client at once
 * @param eventStreams of one client at a time; 0 for any number
 * @param connections of all clients at a time
 */
public record LimitOptions(int requestsPerSecond, int burst, int eventStreams, int connections) {
    private static final int MOST_CONNECTIONS = 30_000;

    /** On this machine, without sign-in. */
    public static final LimitOptions LOCAL = new LimitOptions(0, 0, 0, MOST_CONNECTIONS);

    /** With sign-in. */
    public static final LimitOptions SIGNED_IN = new LimitOptions(100, 500, 100, MOST_CONNECTIONS);

    public LimitOptions {
        if (requestsPerSecond < 0 || eventStreams < 0) {
            throw new IllegalArgumentException("A limit cannot be negative; 0 stands for none.");
        }
        if (connections < 1) {
            throw new IllegalArgumentException("A server needs at least one connection, not " + connections + ".");
        }
        if (requestsPerSecond > 0 && burst < 1) {
            throw new IllegalArgumentException("At least one request at once must be allowed, not " + burst + ".");
        }
    }
}
