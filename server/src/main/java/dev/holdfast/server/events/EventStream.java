package dev.holdfast.server.events;

import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Responses;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** {@code GET /v1/events}: server-sent events, a snapshot first, then every change. */
public final class EventStream {
    public static final String PATH = "/v1/events";

    private final Hub hub;

    public EventStream(Hub hub) {
        this.hub = hub;
    }

    /** Opens a stream for an authenticated caller. */
    public void handle(HttpServerRequest request, Caller caller) {
        Responses.show(
                request, () -> open(request, caller, Request.queryOf(request).getOrDefault("prefix", "")));
    }

    private void open(HttpServerRequest request, Caller caller, String prefix) {
        HttpServerResponse response = request.response();
        String last = request.getHeader("Last-Event-ID");
        Listener listener = new Listener(response, caller, prefix, hub.unsent());
        response.closeHandler(gone -> hub.onThread(() -> hub.remove(listener)));
        response.setChunked(true)
                .putHeader("Content-Type", "text/event-stream")
                .putHeader("Cache-Control", "no-store")
                .putHeader("X-Accel-Buffering", "no");
        hub.onThread(() -> {
            if (!response.closed()) {
                hub.add(listener, last);
            }
        });
    }
}
