package dev.holdfast.server;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletionException;

/** The part of a server that listens on a TCP port. */
final class PortServer {
    private static final int SEND_BUFFER = 128 << 10;

    private final ServerOptions options;
    private final HttpServer server;

    /** @throws ServerException if the certificate or its key cannot be used */
    PortServer(Vertx vertx, ServerOptions options, ServedConnections connections) {
        this.options = options;
        HttpServerOptions settings =
                settings().setHost(options.host()).setPort(options.port()).setTcpNoDelay(true);
        TlsOptions tls = options.tls();
        this.server = vertx.createHttpServer(tls == null ? settings : tls.applyTo(settings, vertx));
        server.connectionHandler(connections::opened);
    }

    /** Returns the settings of every connection, over TCP and over a Unix socket. */
    static HttpServerOptions settings() {
        return new HttpServerOptions()
                // The system would buffer megabytes for a client that reads nothing.
                .setSendBufferSize(SEND_BUFFER)
                // No client needs it, and a connection would not be counted before its first bytes.
                .setHttp2ClearTextEnabled(false)
                // The server has no WebSockets, and their handler fails when 128 requests are ahead of their answers.
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false);
    }

    /**
     * Without sign-in, only programs of this machine may connect.
     *
     * @throws ServerException if the host is not a loopback address
     */
    static void requireLoopback(String host) {
        if (!isLoopback(host)) {
            throw new ServerException(
                    "Without sign-in the server listens on this machine only, and " + host
                            + " can be reached from others: use 127.0.0.1, or turn sign-in on in holdfast.yaml.",
                    null);
        }
    }

    /** @throws ServerException if the host is unknown */
    static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new ServerException("The host " + host + " is unknown: use an address of this machine.", e);
        }
    }

    HttpServer server() {
        return server;
    }

    /** @throws ServerException if it cannot listen on its address */
    void listen() {
        try {
            server.listen().toCompletionStage().toCompletableFuture().join();
        } catch (CompletionException e) {
            throw cannotListen(e.getCause() == null ? e : e.getCause());
        }
    }

    private ServerException cannotListen(Throwable cause) {
        String where = options.host() + ":" + options.port();
        if (cause instanceof BindException) {
            return new ServerException(
                    "Another program, perhaps another Holdfast server, already listens on " + where
                            + ": stop it, or choose another port with --port.",
                    cause);
        }
        return new ServerException("The server cannot listen on " + where + ": " + cause.getMessage(), cause);
    }

    /** Returns the address that clients connect to. */
    String address() {
        String host = options.host();
        // An IPv6 address needs brackets before a port.
        String shown = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        return (options.tls() == null ? "http://" : "https://") + shown + ":" + server.actualPort();
    }
}
