package dev.holdfast.server;

/**
 * Where a server listens.
 *
 * @param port 0 for any that is free
 */
public record ServerOptions(String host, int port) {
    public static final int USUAL_PORT = 7420;
    public static final ServerOptions USUAL = new ServerOptions("127.0.0.1", USUAL_PORT);

    public ServerOptions {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("A port is between 0 and 65535, not " + port + ".");
        }
    }

    public ServerOptions port(int newPort) {
        return new ServerOptions(host, newPort);
    }
}
