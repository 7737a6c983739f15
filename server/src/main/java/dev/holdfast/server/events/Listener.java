package dev.holdfast.server.events;

import dev.holdfast.server.http.Caller;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/** One connection that is told of changes. Whoever cannot keep up is let go, and may come again. */
final class Listener {
    private static final Buffer BREATH = Buffer.buffer(": still here\n\n");
    private static final int LONGEST_QUEUE = 1 << 20;

    private final Hub hub;
    private final HttpServerResponse response;
    private final Caller caller;
    private final String prefix;

    Listener(Hub hub, HttpServerResponse response, Caller caller, String prefix) {
        this.hub = hub;
        this.response = response;
        this.caller = caller;
        this.prefix = prefix;
        response.setWriteQueueMaxSize(LONGEST_QUEUE);
    }

    void begin(String how) {
        send(Buffer.buffer("retry: 1000\nevent: " + how + "\ndata: {}\n\n"));
    }

    void tell(Event event) {
        if (event.resource().startsWith(prefix) && caller.may(Caller.Role.READER, event.resource())) {
            send(event.text(caller));
        }
    }

    void breathe() {
        send(BREATH);
    }

    void send(Buffer text) {
        if (response.closed() || response.ended()) {
            hub.remove(this);
        } else if (response.writeQueueFull()) {
            hub.remove(this);
            response.reset();
        } else {
            response.write(text);
        }
    }

    void farewell() {
        if (!response.closed() && !response.ended()) {
            response.end("event: reconnect\ndata: {}\n\n");
        }
    }
}
