package dev.holdfast.client;

import dev.holdfast.LockView;
import dev.holdfast.NotPermittedException;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.Subscription;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.internal.storage.Outage;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The events of a server, received by a thread. After a broken connection, or an event that cannot be read, it reconnects for
 * what it missed, and also reports locks that became free in the meantime.
 */
final class EventFeed implements Subscription {
    private static final long FIRST_PAUSE_NANOS = 100_000_000;
    private static final long MAX_PAUSE_NANOS = 5_000_000_000L;

    private static final String UNREADABLE =
            "An event of the server cannot be read. The client connects again; update it if this goes on.";

    private final Connection server;
    private final String prefix;
    private final Consumer<LockView> listener;
    /** The locks that the listener believes to be held or waited for. */
    private final Set<String> known = new HashSet<>();
    /** The locks of the current snapshot so far. */
    private final Set<String> shown = new HashSet<>();

    private boolean inSnapshot;
    private String lastId = "";
    private Instant asOf = Instant.EPOCH;
    private volatile InputStream stream;
    private volatile boolean closed;
    private final Outage outage;

    private EventFeed(Connection server, String prefix, Consumer<LockView> listener, InputStream stream) {
        this.server = server;
        this.prefix = prefix;
        this.listener = listener;
        this.stream = stream;
        this.outage = Outage.ofFeed(Connection.LOGGER, server.address());
    }

    static EventFeed start(Connection server, String prefix, Consumer<LockView> listener) {
        InputStream stream;
        try {
            stream = open(server, prefix, "");
        } catch (IOException e) {
            throw new StoreUnreachableException(
                    "The server at " + server.address()
                            + " cannot be reached: start it with holdfast serve, or check the" + " address.",
                    e);
        }
        EventFeed feed = new EventFeed(server, prefix, listener, stream);
        Thread thread = new Thread(feed::run, "holdfast-events");
        thread.setDaemon(true);
        thread.start();
        return feed;
    }

    private static InputStream open(Connection server, String prefix, String lastId) throws IOException {
        Transport.Opened answer = server.open("/v1/events?prefix={}", prefix, lastId);
        if (answer.status() == 200) {
            return answer.body();
        }
        try (InputStream body = answer.body()) {
            String text = BoundedText.read(body, Transport.MAX_ANSWER_BYTES);
            Reply reply = new Reply(answer.status(), text, "");
            if (reply.status() == 401 || reply.status() == 403) {
                throw new NotPermittedException(reply.detail("You may not listen to this server."));
            }
            throw new IOException(reply.detail("The server answered " + reply.status() + "."));
        }
    }

    private void run() {
        long pause = FIRST_PAUSE_NANOS;
        while (!closed) {
            try (EventLines lines = new EventLines(stream)) {
                read(lines);
                pause = FIRST_PAUSE_NANOS;
                failed(new IOException("The stream has ended."));
            } catch (IOException | RuntimeException e) {
                failed(e);
            }
            pause = again(pause);
        }
    }

    private void failed(Exception why) {
        if (!closed) {
            outage.failed(Outage.READ, isExpected(why) ? why : new IllegalStateException(UNREADABLE, why));
        }
    }

    private static boolean isExpected(Exception why) {
        return why instanceof IOException || why instanceof StoreException;
    }

    /** Reconnects. Returns when there is a connection, or the feed is closed. */
    private long again(long pause) {
        long next = pause;
        while (!closed) {
            LockSupport.parkNanos(next);
            next = Math.min(2 * next, MAX_PAUSE_NANOS);
            try {
                InputStream found = open(server, prefix, lastId);
                stream = found;
                if (closed) {
                    found.close();
                }
                return next;
            } catch (IOException | RuntimeException e) {
                failed(e);
            }
        }
        return next;
    }

    private void read(EventLines lines) throws IOException {
        String name = "";
        StringBuilder data = new StringBuilder();
        for (String line = lines.next(); line != null && !closed; line = lines.next()) {
            if (line.isEmpty()) {
                act(name, data.toString());
                name = "";
                data.setLength(0);
            } else if (line.startsWith("event: ")) {
                name = line.substring("event: ".length());
            } else if (line.startsWith("data: ")) {
                data.append(line, "data: ".length(), line.length());
            } else if (line.startsWith("id: ")) {
                lastId = line.substring("id: ".length());
            }
        }
    }

    private void act(String name, String data) {
        switch (name) {
            case "snapshot" -> {
                inSnapshot = true;
                shown.clear();
            }
            case "lock" -> show(LockJsonReader.lock(JsonReply.parse(data)));
            case "ready" -> {
                if (inSnapshot) {
                    inSnapshot = false;
                    freeTheRest();
                }
                // Not earlier: a server that accepts connections may still send what cannot be read.
                outage.works(Outage.READ);
            }
            default -> {
                // an event of a newer server, or the end of the stream
            }
        }
    }

    private void show(LockView view) {
        asOf = view.asOf();
        shown.add(view.resource());
        if (view.free() && view.queue().isEmpty()) {
            known.remove(view.resource());
        } else {
            known.add(view.resource());
        }
        tell(view);
    }

    /** Reports locks as free that the snapshot does not contain. */
    private void freeTheRest() {
        for (String resource : Set.copyOf(known)) {
            if (!shown.contains(resource)) {
                known.remove(resource);
                tell(new LockView(resource, 0, List.of(), List.of(), asOf));
            }
        }
        shown.clear();
    }

    private synchronized void tell(LockView view) {
        if (!closed) {
            try {
                listener.accept(view);
            } catch (RuntimeException e) {
                Log.callbackFailed(e);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        // Waits for a call of the listener that is under way, unless it is the listener that closes.
        synchronized (this) {
            try {
                stream.close();
            } catch (IOException e) {
                // it is gone either way
            }
        }
    }
}
