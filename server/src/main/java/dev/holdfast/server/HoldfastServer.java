package dev.holdfast.server;

import dev.holdfast.LockManager;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.manager.AsyncGrants;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.server.access.JwtOptions;
import dev.holdfast.server.access.SignInOptions;
import dev.holdfast.server.api.Api;
import dev.holdfast.server.api.Failures;
import dev.holdfast.server.api.Metrics;
import dev.holdfast.server.audit.AuditOptions;
import dev.holdfast.server.audit.AuditTrail;
import dev.holdfast.server.events.EventStream;
import dev.holdfast.server.events.Hub;
import dev.holdfast.server.http.AccessLog;
import dev.holdfast.server.http.Dispatcher;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.http.Workers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A running server. It keeps no state itself: several servers on one store act as one. */
public final class HoldfastServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.holdfast.server");
    private static final Duration AUDIT_CHECK = Duration.ofMillis(250);
    private static final Duration FIRST_REQUEST = Duration.ofSeconds(10);
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final LockManager locks;
    private final AsyncGrants async;
    private final Workers workers;
    private final Hub hub;
    private final Metrics metrics = new Metrics();
    private final Application application;
    private final @Nullable AuditTrail audit;
    private final RequestHandler requests;
    private final @Nullable PortServer port;
    private final @Nullable SocketServer socket;
    private final ServerOptions options;
    private final AtomicBoolean closed = new AtomicBoolean();

    private HoldfastServer(Vertx vertx, LockManager locks, Function<Vertx, Application> within, ServerOptions options) {
        this.vertx = vertx;
        this.locks = locks;
        this.options = options;
        this.async = AsyncGrants.of(locks);
        this.workers = new Workers(vertx);
        this.hub = new Hub(vertx, locks);
        ServedConnections connections = new ServedConnections(vertx, options.limits(), FIRST_REQUEST.toNanos());
        this.application = within.apply(vertx);
        List<Route> routes = Stream.concat(
                        Api.routes(
                                locks,
                                async,
                                metrics,
                                application::isPresent,
                                options.limits().quotas())
                                .stream(),
                        application.routes().stream())
                .toList();
        this.port = options.hasPort() ? new PortServer(vertx, options, connections) : null;
        SocketOptions local = options.socket();
        this.socket = local == null ? null : new SocketServer(vertx, local, PortServer.settings(), connections);
        // Last of what can fail: otherwise the file would stay locked.
        this.audit = audit(options, routes);
        Dispatcher dispatcher = new Dispatcher(
                vertx,
                routes,
                workers,
                caller -> options.limits().quotas().of(caller).waits(),
                Failures::problem,
                audit);
        this.requests =
                new RequestHandler(vertx, options, connections, new EventStream(hub), metrics, application, dispatcher);
    }

    private static @Nullable AuditTrail audit(ServerOptions options, List<Route> routes) {
        AuditOptions wanted = options.audit();
        if (wanted == null) {
            return null;
        }
        SignInOptions signIn = options.signIn();
        JwtOptions jwt = signIn == null ? null : signIn.jwt();
        try {
            return AuditTrail.open(wanted, routes, jwt == null ? "" : jwt.issuer());
        } catch (IOException e) {
            throw new AuditLogException(wanted.file(), e);
        }
    }

    /** Starts a server on these locks without sign-in, for this machine only. */
    public static HoldfastServer start(LockManager locks, ServerOptions options) {
        return start(locks, null, options);
    }

    /**
     * Starts a server on these locks, which stay open when it is closed. Removes expired locks before it answers the first
     * request.
     *
     * @param tokens the tokens of the same store, for sign-in; null without sign-in
     * @throws ServerException if the server cannot be started
     */
    public static HoldfastServer start(LockManager locks, @Nullable AccessTokens tokens, ServerOptions options) {
        if (options.signIn() == null && options.hasPort()) {
            PortServer.requireLoopback(options.host());
        } else if (options.signIn() != null && tokens == null) {
            throw new IllegalArgumentException("Sign-in needs the tokens of a store.");
        }
        if (options.signIn() == null && !options.web().origins().known().isEmpty()) {
            throw new ServerException(
                    "Pages of other origins need a token, and this server has no sign-in: turn sign-in on, or name no"
                            + " origins.",
                    null);
        }
        return startWithin(locks, vertx -> new Standalone(vertx, locks, tokens, options), options);
    }

    /**
     * Starts a server within an application, at the same address: the application authenticates callers and gives them rights.
     *
     * @throws ServerException if the server cannot be started
     */
    public static HoldfastServer startWithin(
            LockManager locks, Function<Vertx, Application> application, ServerOptions options) {
        Vertx vertx = Vertx.builder()
                .with(new VertxOptions()
                        .setEventLoopPoolSize(Math.max(2, Runtime.getRuntime().availableProcessors())))
                .withTransport(new CountingTransport(new AcceptedConnections(options.limits())))
                .build();
        // For failures that no handler has answered.
        vertx.exceptionHandler(failure -> Log.broke("An event of the server has failed.", failure));
        HoldfastServer started;
        try {
            started = new HoldfastServer(vertx, locks, application, options);
        } catch (RuntimeException e) {
            await(vertx.close());
            throw e;
        }
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

    private void begin() {
        AuditTrail trail = audit;
        if (trail != null) {
            AccessLog.recordBy(vertx, trail);
            metrics.auditLog(trail::writable, trail::missed);
            vertx.setPeriodic(AUDIT_CHECK.toMillis(), fired -> trail.look());
        }
        Sweeper sweeper = new Sweeper(locks, metrics, trail);
        sweeper.sweep();
        metrics.listeners(hub::listeners);
        if (port != null) {
            requests.attach(port.server(), application.authenticator());
            port.listen();
        }
        if (socket != null) {
            requests.attach(socket.server(), application.socketAuthenticator());
            socket.listen();
        }
        sweeper.start(vertx);
    }

    private static <T> T await(Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }

    /** Returns the address of its port, or of its socket if it has no port. */
    public String address() {
        return port == null ? socketAddress() : port.address();
    }

    /** Returns the address of its Unix socket; empty if it has none. */
    public String socketAddress() {
        SocketOptions local = options.socket();
        return local == null ? "" : local.address();
    }

    /** Returns how the audit log of a closed server ends, for its operator to keep. Empty if it has no audit log. */
    public String closingMessage() {
        return audit == null ? "" : audit.closingMessage();
    }

    private static void end(HttpServer listening) {
        try {
            await(listening.shutdown(SHUTDOWN_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS));
        } catch (CompletionException e) {
            LOG.log(Level.DEBUG, "The server did not end in time.", e);
        }
    }

    /** Completes the requests under way, and tells the clients of event streams to reconnect. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        hub.close();
        if (socket != null) {
            end(socket.server());
            socket.close();
        }
        if (port != null) {
            end(port.server());
        }
        async.close();
        workers.close();
        application.close();
        if (audit != null) {
            audit.close();
        }
        await(vertx.close());
        AccessLog.forget(vertx);
    }
}
