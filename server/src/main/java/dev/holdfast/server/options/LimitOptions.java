package dev.holdfast.server.options;

/**
 * The limits per client, and of all clients together.
 *
 * @param requestsPerSecond of one client on average; 0 for no limit
 * @param burst of one client in one burst
 * @param eventStreams of one client at a time; 0 for no limit
 * @param connections of all clients at a time
 * @param connectionsPerAddress of one address at a time
 * @param quotas the quotas of signed-in users
 */
public record LimitOptions(
        int requestsPerSecond, int burst, int eventStreams, int connections, int connectionsPerAddress, Quotas quotas) {
    private static final int MAX_CONNECTIONS = 30_000;
    /** A proxy is one address for all its clients. */
    private static final int MAX_PER_ADDRESS = 10_000;

    /** On this machine, without sign-in. */
    public static final LimitOptions LOCAL = new LimitOptions(0, 0, 0, MAX_CONNECTIONS);

    /** With sign-in. */
    public static final LimitOptions SIGNED_IN =
            new LimitOptions(100, 500, 100, MAX_CONNECTIONS, MAX_PER_ADDRESS, Quotas.DEFAULT);

    /** Creates limits with the default quotas, and none for an address. */
    public LimitOptions(int requestsPerSecond, int burst, int eventStreams, int connections) {
        this(requestsPerSecond, burst, eventStreams, connections, Integer.MAX_VALUE, Quotas.DEFAULT);
    }

    public LimitOptions {
        if (requestsPerSecond < 0 || eventStreams < 0) {
            throw new IllegalArgumentException("A limit cannot be negative; 0 stands for none.");
        }
        if (connections < 1 || connectionsPerAddress < 1) {
            throw new IllegalArgumentException("A server needs at least one connection, not " + connections + ".");
        }
        if (requestsPerSecond > 0 && burst < 1) {
            throw new IllegalArgumentException("A burst must allow at least one request, not " + burst + ".");
        }
    }

    /** Returns a copy with other quotas. */
    public LimitOptions quotas(Quotas newQuotas) {
        return new LimitOptions(requestsPerSecond, burst, eventStreams, connections, connectionsPerAddress, newQuotas);
    }
}
