package dev.holdfast.cli.servers;

import dev.holdfast.LockManager;
import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.serve.Serving;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerException;
import dev.holdfast.server.ServerOptions;

/** Serves by the server. */
public final class HttpServing implements Serving {
    @Override
    public Running start(LockManager locks, String host, int port) {
        try {
            HoldfastServer server = HoldfastServer.start(locks, new ServerOptions(host, port));
            return new Running() {
                @Override
                public String address() {
                    return server.address();
                }

                @Override
                public void close() {
                    server.close();
                }
            };
        } catch (ServerException e) {
            throw CommandFailure.unreachable(String.valueOf(e.getMessage()));
        }
    }
}
