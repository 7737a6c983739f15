package dev.holdfast.example.picking;

import java.time.Duration;

/**
 * The options of the application.
 *
 * @param database {@code postgresql://user:password@host:port/database}
 * @param port 0 for any that is free
 * @param lease how long a picker has an order at most
 */
public record PickingOptions(String database, int port, Duration lease) {
    public static final int DEFAULT_PORT = 7433;

    public static PickingOptions at(String database) {
        return new PickingOptions(database, DEFAULT_PORT, Duration.ofMinutes(30));
    }

    public PickingOptions port(int newPort) {
        return new PickingOptions(database, newPort, lease);
    }

    public PickingOptions lease(Duration newLease) {
        return new PickingOptions(database, port, newLease);
    }
}
