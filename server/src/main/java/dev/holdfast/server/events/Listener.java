package dev.holdfast.server.events;

import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Front;
import dev.holdfast.server.http.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/** One connection that is told of changes. Whoever cannot keep up is let go, and may come again. */
final class Listener {
    private static final Buffer BREATH = Buffer.buffer(": still here\n\n");
    private static final int LONGEST_QUEUE = 1 << 20;

    private final HttpServerResponse response;
    private final Caller caller;
    private final String prefix;

    Listener(HttpServerResponse response, Caller caller, String prefix) {
        this.response = response;
        this.caller = caller;
        this.prefix = prefix;
        response.setWriteQueueMaxSize(LONGEST_QUEUE);
    }

    void begin(String how) {
        send(Buffer.buffer("retry: 1000\nevent: " + how + "\ndata: {}\n\n"));
    }

    String prefix() {
        return prefix;
    }

    /** Tells of what may lie outside its prefix. */
    void tellIfConcerned(Event event) {
        if (event.resource().startsWith(prefix)) {
            tell(event);
        }
    }

    void tell(Event event) {
        if (caller.may(Caller.Role.READER, event.resource())) {
            send(event.text(caller));
        }
    }

    void breathe() {
        send(BREATH);
    }

    void send(Buffer text) {
        if (isGone()) {
            return;
        }
        if (response.writeQueueFull()) {
            response.reset();
        } else {
            response.write(text);
        }
    }

    boolean isGone() {
        return response.closed() || response.ended();
    }

    void refuse(String why) {
        if (!isGone()) {
            Front.write(response, new Problem(503, "Overloaded", why).header("Retry-After", "5"));
        }
    }

    void farewell() {
        if (!isGone()) {
            response.end("event: reconnect\ndata: {}\n\n");
        }
    }
}
