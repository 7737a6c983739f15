package dev.holdfast.bench.http;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.io.IOException;

/** The floor of every server: reads JSON and sends it back, with the same options of Vert.x as Holdfast's. */
public final class EchoServer implements AutoCloseable {
    private final Vertx vertx;
    private final HttpServer server;

    private EchoServer(Vertx vertx, HttpServer server) {
        this.vertx = vertx;
        this.server = server;
    }

    /** Listens on a port, or on any free one if it is 0. */
    public static EchoServer start(int port) {
        Vertx vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(Math.max(1, Runtime.getRuntime().availableProcessors() / 2)));
        HttpServer server = vertx.createHttpServer(new HttpServerOptions()
                        .setHost("127.0.0.1")
                        .setPort(port)
                        .setTcpNoDelay(true))
                .requestHandler(EchoServer::answer);
        server.listen().toCompletionStage().toCompletableFuture().join();
        return new EchoServer(vertx, server);
    }

    private static void answer(HttpServerRequest request) {
        request.body()
                .onSuccess(body -> request.response()
                        .putHeader("Content-Type", "application/json")
                        .end(echo(body)));
    }

    private static Buffer echo(Buffer body) {
        return (body.length() == 0 ? new JsonObject() : new JsonObject(body)).toBuffer();
    }

    /** Returns the port that it listens on. */
    public int port() {
        return server.actualPort();
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    /** Listens on the named port, else on any. */
    public static void main(String[] arguments) throws IOException {
        try (EchoServer server = start(arguments.length == 0 ? 0 : Integer.parseInt(arguments[0]))) {
            Remote.obey(server.port());
        }
    }
}
