package dev.holdfast.server;

import dev.holdfast.server.access.ClientKey;
import dev.holdfast.server.access.StreamLimits;
import dev.holdfast.server.api.Metrics;
import dev.holdfast.server.events.EventStream;
import dev.holdfast.server.http.Authenticator;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.CrossOrigin;
import dev.holdfast.server.http.Dispatcher;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.RequestGuard;
import dev.holdfast.server.http.Responses;
import dev.holdfast.server.http.SecurityHeaders;
import dev.holdfast.server.http.Verb;
import dev.holdfast.server.pages.Pages;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;

/** Handles every request: authenticates it, and passes it to the events, the metrics, a page or a call. Used on event loops. */
final class RequestHandler {
    private static final Duration RECHECK = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final boolean tls;
    private final CrossOrigin crossOrigin;
    private final ServedConnections connections;
    private final StreamLimits streams;
    private final EventStream events;
    private final Metrics metrics;
    private final Pages scripts = Pages.ofClient();
    private final Application application;
    private final Dispatcher dispatcher;

    RequestHandler(
            Vertx vertx,
            ServerOptions options,
            ServedConnections connections,
            EventStream events,
            Metrics metrics,
            Application application,
            Dispatcher dispatcher) {
        this.vertx = vertx;
        this.tls = options.tls() != null;
        this.crossOrigin = new CrossOrigin(options.web().origins());
        this.connections = connections;
        this.streams = new StreamLimits(options.limits());
        this.events = events;
        this.metrics = metrics;
        this.application = application;
        this.dispatcher = dispatcher;
    }

    /** Handles the requests of a server. To be called before it listens. */
    void attach(HttpServer server, Authenticator authenticator) {
        server.requestHandler(request -> {
            try {
                handle(request, authenticator);
            } catch (Throwable e) {
                dispatcher.refuse(request, Caller.STRANGER, e);
            }
        });
        server.invalidRequestHandler(this::refuseInvalid);
    }

    private void handle(HttpServerRequest request, Authenticator authenticator) {
        SecurityHeaders.apply(request.response(), tls);
        if (!connections.asked(request)) {
            return;
        }
        String path = request.path();
        if (path == null || !path.startsWith("/")) {
            Responses.write(
                    request.response(), new Problem(400, "Malformed address", "The path must begin with a slash."));
        } else {
            RequestGuard.requireUnambiguous(request);
            if (crossOrigin.answers(request)) {
                return;
            }
            authenticator.admit(request, caller -> serve(request, path, caller, authenticator));
        }
    }

    private void serve(HttpServerRequest request, String path, Caller caller, Authenticator authenticator) {
        try {
            if (path.equals(EventStream.PATH)) {
                listen(request, caller.doing(Verb.LOOK), authenticator);
            } else if (path.equals("/metrics")) {
                caller.doing(Verb.LOOK).require(Caller.Role.READER);
                Responses.show(
                        request,
                        () -> request.response()
                                .putHeader("Content-Type", Metrics.MEDIA_TYPE)
                                .end(metrics.text()));
            } else if (scripts.has(path)) {
                scripts.handle(request);
            } else if (!application.show(request, path, caller)) {
                dispatcher.handle(request, caller);
            }
        } catch (Throwable e) {
            dispatcher.refuse(request, caller, e);
        }
    }

    /** Opens an event stream, and closes it when the caller's access is revoked. */
    private void listen(HttpServerRequest request, Caller caller, Authenticator authenticator) {
        String prefix = Request.queryOf(request).getOrDefault("prefix", "");
        if (EventStream.isForAllVisible(request)) {
            caller.require(Caller.Role.READER);
        } else if (!caller.may(Caller.Role.READER, prefix)) {
            throw new Problem(
                    403,
                    "Not permitted",
                    "This needs the role reader for all resources that begin with '" + prefix
                            + "': use a longer prefix, or ask the operator of this server for the role.");
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
        SecurityHeaders.apply(request.response(), tls);
        Responses.write(
                request.response(),
                new Problem(400, "Malformed request", "This is not a valid HTTP request.")
                        .header("Connection", "close"));
    }
}
