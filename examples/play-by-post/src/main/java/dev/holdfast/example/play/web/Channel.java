package dev.holdfast.example.play.web;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerResponse;

/** One connection that receives the events of a scene. A client that cannot keep up is disconnected, and reconnects. */
final class Channel {
    private static final int MAX_QUEUE = 1 << 20;

    private final HttpServerResponse response;
    private final Context context;
    private final String userId;
    private final boolean gameMaster;

    Channel(HttpServerResponse response, Context context, String userId, boolean gameMaster) {
        this.response = response;
        this.context = context;
        this.userId = userId;
        this.gameMaster = gameMaster;
        response.setWriteQueueMaxSize(MAX_QUEUE);
    }

    String userId() {
        return userId;
    }

    boolean isGameMaster() {
        return gameMaster;
    }

    void send(String event, String json) {
        write("event: " + event + "\ndata: " + json + "\n\n");
    }

    /** Sends an event that only shows that the connection lives. */
    void tick() {
        send("tick", "{}");
    }

    private void write(String text) {
        context.runOnContext(go -> {
            if (response.closed() || response.ended()) {
                return;
            }
            if (response.writeQueueFull()) {
                response.reset();
            } else {
                response.write(text);
            }
        });
    }

    void farewell() {
        context.runOnContext(go -> {
            if (!response.closed() && !response.ended()) {
                response.end("event: reconnect\ndata: {}\n\n");
            }
        });
    }
}
