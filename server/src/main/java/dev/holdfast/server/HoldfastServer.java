package dev.holdfast.server;

import dev.holdfast.LockManager;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.manager.AsyncGrants;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.server.api.Api;
import dev.holdfast.server.api.Failures;
import dev.holdfast.server.api.Metrics;
import dev.holdfast.server.api.ToolLockCalls;
import dev.holdfast.server.audit.AuditTrail;
import dev.holdfast.server.events.EventStream;
import dev.holdfast.server.events.Hub;
import dev.holdfast.server.http.AccessLog;
import dev.holdfast.server.http.Dispatcher;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.http.ToolRoute;
import dev.holdfast.server.http.Workers;
import dev.holdfast.server.options.AuditOptions;
import dev.holdfast.server.options.JwtOptions;
import dev.holdfast.server.options.Quotas;
import dev.holdfast.server.options.SignInOptions;
import dev.holdfast.server.protocol.ProtocolContext;
import dev.holdfast.server.protocol.Protocols;
import dev.holdfast.server.webhooks.WebhookMetrics;
import dev.holdfast.server.webhooks.WebhookRoutes;
import dev.holdfast.server.webhooks.Webhooks;
import dev.holdfast.spi.LockStore;
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
    private final Webhooks webhooks;
    private final Metrics metrics = new Metrics();
    private final Application application;
    private final @Nullable AuditTrail audit;
    private final Protocols protocols;
    private final Dispatcher dispatcher;
    private final RequestHandler requests;
    private final @Nullable PortServer port;
    private final @Nullable SocketServer socket;
    private final ServerOptions options;
    private final AtomicBoolean closed = new AtomicBoolean();

    private HoldfastServer(
            Vertx vertx,
            LockManager locks,
            Function<Vertx, Application> within,
            ServerOptions options,
            Protocols protocols) {
        this.protocols = protocols;
        this.vertx = vertx;
        this.locks = locks;
        this.options = options;
        this.async = AsyncGrants.of(locks);
        this.workers = new Workers(vertx);
        this.hub = new Hub(vertx, locks);
        this.webhooks = new Webhooks(vertx, locks, options.webhooks());
        ServedConnections connections = new ServedConnections(vertx, options.limits(), FIRST_REQUEST.toNanos());
        this.application = within.apply(vertx);
        List<Route> routes = Stream.of(
                        Api.routes(
                                locks,
                                async,
                                metrics,
                                application::isPresent,
                                options.limits().quotas()),
                        new WebhookRoutes(webhooks).routes(),
                        application.routes())
                .flatMap(List::stream)
                .toList();
        Quotas quotas = options.limits().quotas();
        ToolLockCalls tools = new ToolLockCalls(locks, async, metrics, quotas);
        List<ToolRoute> toolRoutes = protocols.open(settings -> new ProtocolContext(settings, tools, locks, quotas));
        this.port = options.hasPort() ? new PortServer(vertx, options, connections) : null;
        SocketOptions local = options.socket();
        this.socket = local == null ? null : new SocketServer(vertx, local, PortServer.settings(), connections);
        // Last of what can fail: otherwise the file would stay locked.
        this.audit = audit(options, routes);
        this.dispatcher = new Dispatcher(
                vertx,
                routes,
                workers,
                caller -> options.limits().quotas().of(caller).waits(),
                Failures::problem,
                audit,
                protocols.forms(),
                toolRoutes);
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
     * @param store the store of these locks, with the tokens for sign-in; null without sign-in
     * @throws ServerException if the server cannot be started
     */
    public static HoldfastServer start(LockManager locks, @Nullable LockStore store, ServerOptions options) {
        StartChecks.require(options, store != null);
        Protocols protocols = StartChecks.protocols(options);
        AccessTokens tokens = store == null ? null : new AccessTokens(store);
        return startWithin(
                locks, vertx -> new Standalone(vertx, locks, tokens, options, protocols.forms()), options, protocols);
    }

    /**
     * Starts a server within an application, at the same address: the application authenticates callers and gives them rights.
     *
     * @throws ServerException if the server cannot be started
     */
    public static HoldfastServer startWithin(
            LockManager locks, Function<Vertx, Application> application, ServerOptions options) {
        if (!options.protocols().isEmpty()) {
            throw new IllegalArgumentException("Protocols need the sign-in of a server of its own.");
        }
        return startWithin(locks, application, options, Protocols.NONE);
    }

    private static HoldfastServer startWithin(
            LockManager locks, Function<Vertx, Application> application, ServerOptions options, Protocols protocols) {
        Vertx vertx = Vertx.builder()
                .with(new VertxOptions()
                        .setEventLoopPoolSize(Math.max(2, Runtime.getRuntime().availableProcessors())))
                .withTransport(new CountingTransport(new AcceptedConnections(options.limits())))
                .build();
        // For failures that no handler has answered.
        vertx.exceptionHandler(failure -> Log.broke("An event of the server has failed.", failure));
        HoldfastServer started;
        try {
            started = new HoldfastServer(vertx, locks, application, options, protocols);
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
        metrics.add(new WebhookMetrics(webhooks));
        webhooks.start();
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
        webhooks.close();
        if (socket != null) {
            end(socket.server());
            socket.close();
        }
        if (port != null) {
            end(port.server());
        }
        async.close();
        workers.close();
        dispatcher.close();
        protocols.close();
        application.close();
        if (audit != null) {
            audit.close();
        }
        await(vertx.close());
        AccessLog.forget(vertx);
    }
}
