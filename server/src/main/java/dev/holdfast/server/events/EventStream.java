package dev.holdfast.server.events;

import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Responses;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Map;

/** {@code GET /v1/events}: server-sent events, a snapshot first if it is wanted, then every change. */
public final class EventStream {
    public static final String PATH = "/v1/events";

    private final Hub hub;

    public EventStream(Hub hub) {
        this.hub = hub;
    }

    /** Opens a stream for an authenticated caller. */
    public void handle(HttpServerRequest request, Caller caller) {
        Responses.show(request, () -> open(request, caller, Wish.of(Request.queryOf(request))));
    }

    /** Returns whether the caller asks for all resources that it may see, whatever their names. */
    public static boolean isForAllVisible(HttpServerRequest request) {
        return Wish.isOn(Request.queryOf(request), "visible");
    }

    /**
     * The content of a stream.
     *
     * @param snapshot whether the present state comes first
     * @param ticks whether an event comes every few seconds, by which a page knows that the connection lives
     */
    record Wish(String prefix, boolean snapshot, boolean ticks) {
        private static Wish of(Map<String, String> query) {
            return new Wish(
                    isOn(query, "visible") ? "" : query.getOrDefault("prefix", ""),
                    !"false".equals(query.get("snapshot")),
                    isOn(query, "ticks"));
        }

        private static boolean isOn(Map<String, String> query, String name) {
            return "true".equals(query.get(name));
        }
    }

    private void open(HttpServerRequest request, Caller caller, Wish wish) {
        HttpServerResponse response = request.response();
        String last = request.getHeader("Last-Event-ID");
        Listener listener = new Listener(response, caller, wish, hub.unsent());
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
