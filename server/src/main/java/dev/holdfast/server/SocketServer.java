package dev.holdfast.server;

import dev.holdfast.server.access.PeerAccounts;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SocketAddress;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** The part of a server that listens on a Unix socket. */
final class SocketServer implements AutoCloseable {
    private static final int THREADS = 4;

    private final SocketOptions options;
    private final HttpServer server;
    private @Nullable SocketFile file;

    SocketServer(Vertx vertx, SocketOptions options, HttpServerOptions how, ServedConnections connections) {
        this.options = options;
        this.server = vertx.createHttpServer(how);
        WorkerExecutor threads = vertx.createSharedWorkerExecutor("holdfast-accounts", THREADS);
        server.connectionHandler(
                connection -> connections.openedAtSocket(connection, PeerAccounts.find(connection, threads)));
    }

    HttpServer server() {
        return server;
    }

    /** @throws ServerException if it cannot listen there */
    void listen() {
        SocketFile claimed = SocketFile.claim(options);
        file = claimed;
        try {
            server.listen(SocketAddress.domainSocketAddress(claimed.fresh().toString()))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new ServerException(
                    "The server cannot listen on " + options.address() + ": " + cause.getMessage() + ".", cause);
        }
        claimed.show();
    }

    /** Removes the socket's file; called when the server has ended. */
    @Override
    public void close() {
        if (file != null) {
            file.close();
        }
    }
}
