package dev.holdfast.example.picking;

import java.time.Duration;

/**
 * How the application is started.
 *
 * @param database {@code postgresql://user:password@host:port/database}
 * @param port 0 for any that is free
 * @param lease how long a picker has an order at most
 */
public record PickingOptions(String database, int port, Duration lease) {
    public static final int USUAL_PORT = 7433;

    public static PickingOptions at(String database) {
        return new PickingOptions(database, USUAL_PORT, Duration.ofMinutes(30));
    }

    public PickingOptions port(int newPort) {
        return new PickingOptions(database, newPort, lease);
    }

    public PickingOptions lease(Duration newLease) {
        return new PickingOptions(database, port, newLease);
    }
}
