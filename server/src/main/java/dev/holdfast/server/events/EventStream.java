package dev.holdfast.server.events;

import dev.holdfast.server.http.Front;
import dev.holdfast.server.http.Problem;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** {@code GET /v1/events}: server-sent events, a snapshot first, then every change. */
public final class EventStream implements Handler<HttpServerRequest> {
    public static final String PATH = "/v1/events";

    private final Hub hub;

    public EventStream(Hub hub) {
        this.hub = hub;
    }

    @Override
    public void handle(HttpServerRequest request) {
        try {
            Front.caller(request);
            if (!HttpMethod.GET.equals(request.method())) {
                throw new Problem(405, "Method not allowed", "Events can be had by GET only.").header("Allow", "GET");
            }
            open(request, Front.query(request).getOrDefault("prefix", ""));
        } catch (Problem problem) {
            Front.write(request.response(), problem);
        }
    }

    private void open(HttpServerRequest request, String prefix) {
        HttpServerResponse response = request.response();
        String last = request.getHeader("Last-Event-ID");
        Listener listener = new Listener(hub, response, prefix);
        response.closeHandler(gone -> hub.context().runOnContext(go -> hub.remove(listener)));
        response.setChunked(true)
                .putHeader("Content-Type", "text/event-stream")
                .putHeader("Cache-Control", "no-store")
                .putHeader("X-Accel-Buffering", "no");
        hub.context().runOnContext(go -> {
            if (!response.closed() && !hub.add(listener, last)) {
                response.setStatusCode(503).end();
            }
        });
    }
}
