package dev.holdfast.server;

import dev.holdfast.LockManager;
import dev.holdfast.server.api.Api;
import dev.holdfast.server.api.Failures;
import dev.holdfast.server.api.Metrics;
import dev.holdfast.server.events.EventStream;
import dev.holdfast.server.events.Hub;
import dev.holdfast.server.http.Front;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Workers;
import dev.holdfast.server.pages.Pages;
import dev.holdfast.store.StoreException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A running server. It keeps nothing itself: several on one store act as one. */
public final class HoldfastServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.holdfast.server");
    private static final Duration SWEEP = Duration.ofSeconds(30);
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final LockManager locks;
    private final Workers workers;
    private final Hub hub;
    private final Metrics metrics = new Metrics();
    private final Connections connections;
    private final HttpServer server;
    private final ServerOptions options;
    private final AtomicBoolean closed = new AtomicBoolean();

    private HoldfastServer(Vertx vertx, LockManager locks, ServerOptions options) {
        this.vertx = vertx;
        this.locks = locks;
        this.options = options;
        this.workers = new Workers(vertx);
        this.hub = new Hub(vertx, locks);
        this.connections = new Connections(vertx);
        this.server = vertx.createHttpServer(new HttpServerOptions()
                .setHost(options.host())
                .setPort(options.port())
                .setTcpNoDelay(true));
    }

    /**
     * Starts a server on these locks, which stay open when it is closed. What expired while nobody was there is cleared away
     * before the first request is answered.
     *
     * @throws ServerException if it cannot listen there
     */
    public static HoldfastServer start(LockManager locks, ServerOptions options) {
        requireLoopback(options.host());
        Vertx vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(Math.max(1, Runtime.getRuntime().availableProcessors() / 2)));
        HoldfastServer started = new HoldfastServer(vertx, locks, options);
        boolean sound = false;
        try {
            started.begin();
            sound = true;
            return started;
        } finally {
            if (!sound) {
                started.close();
            }
        }
    }

    /** Without sign-in nobody else may get in. */
    private static void requireLoopback(String host) {
        try {
            if (InetAddress.getByName(host).isLoopbackAddress()) {
                return;
            }
        } catch (UnknownHostException e) {
            throw new ServerException("There is no host " + host + ": give an address of this machine.", e);
        }
        throw new ServerException(
                "Without sign-in the server listens on this machine only, and " + host
                        + " can be reached from others: use 127.0.0.1.",
                null);
    }

    private void begin() {
        metrics.swept(locks.sweep());
        metrics.listeners(hub::listeners);
        hub.start();
        Front front = new Front(vertx, Api.routes(locks, metrics), workers, Failures::problem);
        EventStream events = new EventStream(hub);
        Pages pages = new Pages();
        server.connectionHandler(connections::opened);
        server.requestHandler(request -> {
            if (!connections.asked(request)) {
                return;
            }
            String path = request.path();
            if (path == null || !path.startsWith("/")) {
                Front.write(
                        request.response(), new Problem(400, "Malformed address", "The path must begin with a slash."));
            } else if (path.equals(EventStream.PATH)) {
                events.handle(request);
            } else if (path.equals("/metrics")) {
                Front.show(
                        request,
                        caller -> request.response()
                                .putHeader("Content-Type", Metrics.MEDIA_TYPE)
                                .end(metrics.text()));
            } else if (pages.has(path)) {
                pages.handle(request);
            } else {
                front.handle(request);
            }
        });
        server.invalidRequestHandler(HoldfastServer::refuseInvalid);
        try {
            await(server.listen());
        } catch (CompletionException e) {
            throw cannotListen(e.getCause() == null ? e : e.getCause());
        }
        vertx.setPeriodic(SWEEP.toMillis(), fired -> vertx.executeBlocking(this::sweep, false));
    }

    private static void refuseInvalid(HttpServerRequest request) {
        Front.write(
                request.response(),
                new Problem(400, "Malformed request", "This is not a request that HTTP allows.")
                        .header("Connection", "close"));
    }

    /** Several servers may do so at once. */
    private Integer sweep() {
        try {
            int swept = locks.sweep();
            metrics.swept(swept);
            return swept;
        } catch (StoreException e) {
            LOG.log(Level.WARNING, e.getMessage());
            return 0;
        }
    }

    private ServerException cannotListen(Throwable cause) {
        String where = options.host() + ":" + options.port();
        if (cause instanceof BindException) {
            return new ServerException(
                    "Another program listens on " + where + " already, perhaps another Holdfast: stop it, or choose"
                            + " another port by --port.",
                    cause);
        }
        return new ServerException("The server cannot listen on " + where + ": " + cause.getMessage(), cause);
    }

    private static <T> T await(Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }

    /** Where it can be reached. */
    public String address() {
        return "http://" + options.host() + ":" + server.actualPort();
    }

    /** Lets requests under way finish, and tells those who listen to come again. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        hub.close();
        try {
            await(server.shutdown(FAREWELL.toMillis(), TimeUnit.MILLISECONDS));
        } catch (CompletionException e) {
            LOG.log(Level.DEBUG, "The server did not end in time.", e);
        }
        workers.close();
        await(vertx.close());
    }
}
