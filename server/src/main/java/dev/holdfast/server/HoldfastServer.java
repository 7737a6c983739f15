package dev.holdfast.server;

import dev.holdfast.AsyncLocks;
import dev.holdfast.LockManager;
import dev.holdfast.access.Passes;
import dev.holdfast.server.access.Authenticator;
import dev.holdfast.server.access.ClientKey;
import dev.holdfast.server.access.JwtOptions;
import dev.holdfast.server.access.SignInOptions;
import dev.holdfast.server.access.StreamLimits;
import dev.holdfast.server.api.Api;
import dev.holdfast.server.api.Failures;
import dev.holdfast.server.api.Metrics;
import dev.holdfast.server.audit.AuditOptions;
import dev.holdfast.server.audit.AuditTrail;
import dev.holdfast.server.events.EventStream;
import dev.holdfast.server.events.Hub;
import dev.holdfast.server.http.AccessLog;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Dispatcher;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.http.SecurityHeaders;
import dev.holdfast.server.http.Verb;
import dev.holdfast.server.http.Workers;
import dev.holdfast.server.pages.Pages;
import dev.holdfast.store.Log;
import dev.holdfast.store.StoreException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A running server. It keeps nothing itself: several on one store act as one. */
public final class HoldfastServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.holdfast.server");
    private static final Duration SWEEP = Duration.ofSeconds(30);
    private static final Duration AUDIT_LOOK = Duration.ofMillis(250);
    private static final int SEND_BUFFER = 128 << 10;
    private static final Duration FIRST_REQUEST = Duration.ofSeconds(10);
    private static final Duration RECHECK = Duration.ofSeconds(5);
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final LockManager locks;
    private final AsyncLocks async;
    private final Workers workers;
    private final Hub hub;
    private final Metrics metrics = new Metrics();
    private final Pages scripts = Pages.ofClient();
    private final EventStream events;
    private final ServedConnections connections;
    private final StreamLimits streams;
    private final Application application;
    private final @Nullable AuditTrail audit;
    private final Dispatcher front;
    private final @Nullable HttpServer server;
    private final @Nullable SocketServer socket;
    private final ServerOptions options;
    private final AtomicBoolean closed = new AtomicBoolean();

    private HoldfastServer(Vertx vertx, LockManager locks, Function<Vertx, Application> within, ServerOptions options) {
        this.vertx = vertx;
        this.locks = locks;
        this.options = options;
        this.async = AsyncLocks.of(locks);
        this.workers = new Workers(vertx);
        this.hub = new Hub(vertx, locks);
        this.events = new EventStream(hub);
        this.connections = new ServedConnections(vertx, options.limits(), FIRST_REQUEST.toNanos());
        this.streams = new StreamLimits(options.limits());
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
        HttpServerOptions how =
                common().setHost(options.host()).setPort(options.port()).setTcpNoDelay(true);
        TlsOptions tls = options.tls();
        this.server = options.hasPort() ? vertx.createHttpServer(tls == null ? how : tls.applyTo(how, vertx)) : null;
        SocketOptions local = options.socket();
        this.socket = local == null ? null : new SocketServer(vertx, local, common(), connections);
        // The last that can fail: else the file would stay locked.
        this.audit = audit(options, routes);
        this.front = new Dispatcher(
                vertx,
                routes,
                workers,
                caller -> options.limits().quotas().of(caller).waits(),
                Failures::problem,
                audit);
    }

    /** Returns what applies to every connection, over TCP and the Unix socket. */
    private static HttpServerOptions common() {
        return new HttpServerOptions()
                // The system would take megabytes for a client that reads nothing.
                .setSendBufferSize(SEND_BUFFER)
                // No client needs it, and a connection would not be counted before its first bytes.
                .setHttp2ClearTextEnabled(false)
                // There are no WebSockets, and their part fails when 128 requests are ahead of their answers.
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false);
    }

    private static @Nullable AuditTrail audit(ServerOptions options, List<Route> routes) {
        AuditOptions how = options.audit();
        if (how == null) {
            return null;
        }
        SignInOptions signIn = options.signIn();
        JwtOptions jwt = signIn == null ? null : signIn.jwt();
        try {
            return AuditTrail.open(how, routes, jwt == null ? "" : jwt.issuer());
        } catch (IOException e) {
            throw new AuditLogException(how.file(), e);
        }
    }

    /** Starts a server on these locks without sign-in, for this machine only. */
    public static HoldfastServer start(LockManager locks, ServerOptions options) {
        return start(locks, null, options);
    }

    /**
     * Starts a server on these locks, which stay open when it is closed. What expired while nobody was there is cleared away
     * before the first request is answered.
     *
     * @param passes those of the same store, by which one signs in; null without sign-in
     * @throws ServerException if it cannot listen there
     */
    public static HoldfastServer start(LockManager locks, @Nullable Passes passes, ServerOptions options) {
        if (options.signIn() == null && options.hasPort()) {
            requireLoopback(options.host());
        } else if (options.signIn() != null && passes == null) {
            throw new IllegalArgumentException("Sign-in needs the passes of a store.");
        }
        return startWithin(locks, vertx -> new Standalone(vertx, locks, passes, options), options);
    }

    /**
     * Starts a server within an application, at one address with it: people sign in there, and may do with locks what it says.
     *
     * @throws ServerException if it cannot listen there
     */
    public static HoldfastServer startWithin(
            LockManager locks, Function<Vertx, Application> application, ServerOptions options) {
        Vertx vertx = Vertx.builder()
                .with(new VertxOptions()
                        .setEventLoopPoolSize(Math.max(2, Runtime.getRuntime().availableProcessors())))
                .withTransport(new CountingTransport(new AcceptedConnections(options.limits())))
                .build();
        // The last net: what no handler has answered.
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
                        + " can be reached from others: use 127.0.0.1, or turn sign-in on in holdfast.yaml.",
                null);
    }

    private void begin() {
        AuditTrail trail = audit;
        if (trail != null) {
            AccessLog.recordBy(vertx, trail);
            metrics.auditLog(trail::writable, trail::missed);
            vertx.setPeriodic(AUDIT_LOOK.toMillis(), fired -> trail.look());
        }
        sweptAway(locks.sweep());
        metrics.listeners(hub::listeners);
        HttpServer port = server;
        if (port != null) {
            port.connectionHandler(connections::opened);
            answering(port, application.authenticator());
            try {
                await(port.listen());
            } catch (CompletionException e) {
                throw cannotListen(e.getCause() == null ? e : e.getCause());
            }
        }
        if (socket != null) {
            answering(socket.server(), application.socketAuthenticator());
            socket.listen();
        }
        vertx.setPeriodic(SWEEP.toMillis(), fired -> vertx.executeBlocking(this::sweep, false));
    }

    private void answering(HttpServer listening, Authenticator authenticator) {
        listening.requestHandler(request -> {
            try {
                asked(request, authenticator);
            } catch (Throwable e) {
                front.refuse(request, Caller.STRANGER, e);
            }
        });
        listening.invalidRequestHandler(this::refuseInvalid);
    }

    private void asked(HttpServerRequest request, Authenticator authenticator) {
        SecurityHeaders.apply(request.response(), options.tls() != null);
        if (!connections.asked(request)) {
            return;
        }
        String path = request.path();
        if (path == null || !path.startsWith("/")) {
            Dispatcher.write(
                    request.response(), new Problem(400, "Malformed address", "The path must begin with a slash."));
        } else {
            authenticator.admit(request, caller -> serve(request, path, caller, authenticator));
        }
    }

    private void serve(HttpServerRequest request, String path, Caller caller, Authenticator authenticator) {
        try {
            if (path.equals(EventStream.PATH)) {
                listen(request, caller.doing(Verb.LOOK), authenticator);
            } else if (path.equals("/metrics")) {
                caller.doing(Verb.LOOK).require(Caller.Role.READER);
                Dispatcher.show(
                        request,
                        () -> request.response()
                                .putHeader("Content-Type", Metrics.MEDIA_TYPE)
                                .end(metrics.text()));
            } else if (scripts.has(path)) {
                scripts.handle(request);
            } else if (!application.show(request, path, caller)) {
                front.handle(request, caller);
            }
        } catch (Throwable e) {
            front.refuse(request, caller, e);
        }
    }

    private void listen(HttpServerRequest request, Caller caller, Authenticator authenticator) {
        String prefix = Dispatcher.query(request).getOrDefault("prefix", "");
        if (!caller.may(Caller.Role.READER, prefix)) {
            throw new Problem(
                    403,
                    "Not permitted",
                    "This needs the role reader for all that begins with '" + prefix
                            + "': ask for a longer prefix, or whoever runs this server for the role.");
        }
        String client = ClientKey.of(request, caller);
        streams.opened(client, caller);
        long check = vertx.setPeriodic(
                RECHECK.toMillis(),
                fired -> authenticator.recheck(request, () -> request.response().reset()));
        connections.afterwards(request, () -> {
            vertx.cancelTimer(check);
            streams.closed(client);
        });
        events.handle(request, caller);
    }

    private void refuseInvalid(HttpServerRequest request) {
        SecurityHeaders.apply(request.response(), options.tls() != null);
        Dispatcher.write(
                request.response(),
                new Problem(400, "Malformed request", "This is not a request that HTTP allows.")
                        .header("Connection", "close"));
    }

    /** Several servers may do so at once. */
    private Integer sweep() {
        try {
            int swept = locks.sweep();
            sweptAway(swept);
            return swept;
        } catch (StoreException e) {
            LOG.log(Level.WARNING, e.getMessage());
            return 0;
        } catch (RuntimeException | Error e) {
            Log.broke("Expired locks were not tidied away.", e);
            return 0;
        }
    }

    private void sweptAway(int records) {
        metrics.swept(records);
        if (audit != null) {
            audit.swept(records);
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

    /** Returns where it can be reached: at its port, or at its socket if it has no port. */
    public String address() {
        return server == null ? socketAddress() : address(server.actualPort());
    }

    private String address(int port) {
        return (options.tls() == null ? "http://" : "https://") + shown(options.host()) + ":" + port;
    }

    /** Returns the address of its Unix socket; empty if it has none. */
    public String socketAddress() {
        SocketOptions local = options.socket();
        return local == null ? "" : local.address();
    }

    /** An address of IPv6 stands in brackets before a port. */
    private static String shown(String host) {
        return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    /** Returns what its operator should keep of a server that was closed: how its audit log ends. Empty if there is none. */
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

    /** Lets requests under way finish, and tells those who listen to come again. */
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
        if (server != null) {
            end(server);
        }
        async.close();
        workers.close();
        application.close();
        if (audit != null) {
            AccessLog.forget(vertx);
            audit.close();
        }
        await(vertx.close());
    }
}
