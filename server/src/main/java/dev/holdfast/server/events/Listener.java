package dev.holdfast.server.events;

import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Responses;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A connection that receives events. A listener that cannot keep up is dropped, and may reconnect. While it is behind, two
 * cursors mark what has been sent, so that a listener needs memory only for what is being written.
 */
final class Listener {
    private static final Buffer KEEP_ALIVE = Buffer.buffer(": still here\n\n");
    private static final Buffer TICK = Buffer.buffer("event: tick\ndata: {}\n\n");
    /** More unsent bytes than this end the stream. */
    private static final int MAX_UNSENT_BYTES = 256 << 10;
    /** A snapshot pauses while the client has not taken this much. */
    private static final int PAGE = 64 << 10;

    private final HttpServerResponse response;
    private final Caller caller;
    private final EventStream.Wish wish;
    private final SendBudget all;
    private final AtomicInteger unsent = new AtomicInteger();
    private volatile long lastTaken = System.nanoTime();
    /** The last resource of the snapshot that was sent; null after the snapshot. Used by the hub's thread. */
    private @Nullable String sentName;
    /** The last event that was sent. Used by the hub's thread. */
    private long sentNumber;

    private boolean hadSnapshot;
    /** Whether its connection is being closed, which takes a moment. */
    private volatile boolean dropped;

    private volatile @Nullable Runnable whenTaken;
    /** Whether it has asked for more and is still waiting. */
    private final AtomicBoolean asked = new AtomicBoolean();

    Listener(HttpServerResponse response, Caller caller, EventStream.Wish wish, SendBudget all) {
        this.response = response;
        this.caller = caller;
        this.wish = wish;
        this.all = all;
    }

    /**
     * Begins the stream.
     *
     * @param fresh whether the client must learn the present state, by a snapshot or from a list
     * @param since the number of the last event that the client knows, or that the snapshot includes
     * @param next called when the client has taken enough for more
     */
    void begin(boolean fresh, long since, Runnable next) {
        boolean snapshot = fresh && wish.snapshot();
        sentName = snapshot ? "" : null;
        hadSnapshot = snapshot;
        sentNumber = since;
        whenTaken = next;
        // A snapshot clears an earlier id of the client: if it breaks, the client's list is incomplete.
        send(Buffer.buffer("retry: 1000\n"
                + (fresh ? "event: " + (snapshot ? "snapshot" : "reload") + "\nid: \n" : "event: resumed\n")
                + "data: {}\n\n"));
    }

    /** Notes that everything was sent. From now on each event is sent when it happens. */
    void caughtUp() {
        whenTaken = null;
    }

    boolean hadSnapshot() {
        return hadSnapshot;
    }

    @Nullable
    String sentName() {
        return sentName;
    }

    void sentName(@Nullable String name) {
        sentName = name;
    }

    long sentNumber() {
        return sentNumber;
    }

    void sentNumber(long number) {
        sentNumber = number;
    }

    /** Notes that more is being sent now. */
    void sending() {
        asked.set(false);
    }

    /** Returns whether this client, and all clients together, have taken enough for more. */
    boolean hasRoom() {
        return unsent.get() < PAGE && !all.isFull();
    }

    String prefix() {
        return wish.prefix();
    }

    /** Sends an event if it is within the prefix, before the listener is ready. After a snapshot, events have no id until then. */
    void sendIfConcerned(StreamEvent event) {
        if (!event.resource().startsWith(wish.prefix())) {
            return;
        }
        if (!hadSnapshot) {
            sendEvent(event);
        } else if (event.concerns(caller)) {
            sendPart(event);
        }
    }

    /** Returns whether its caller may know all of the event. */
    boolean seesAllOf(StreamEvent event) {
        return event.isOpenTo(caller);
    }

    /** Sends an event as part of a snapshot. */
    void sendPart(StreamEvent event) {
        if (caller.may(Caller.Role.READER, event.resource())) {
            send(event.part(caller));
        }
    }

    void sendEvent(StreamEvent event) {
        if (caller.may(Caller.Role.READER, event.resource()) && event.concerns(caller)) {
            send(event.text(caller));
        }
    }

    void keepAlive() {
        if (isStuck()) {
            drop();
        } else {
            send(KEEP_ALIVE);
        }
    }

    /** Sends a heartbeat that scripts of a page see, if the client wants them. */
    void tick() {
        if (wish.ticks()) {
            send(TICK);
        }
    }

    private boolean isStuck() {
        return unsent.get() > 0 && System.nanoTime() - lastTaken > SendBudget.MAX_STALL_NANOS;
    }

    void send(Buffer text) {
        if (isGone()) {
            return;
        }
        int size = text.length();
        int before = unsent.getAndAdd(size);
        all.add(size);
        if (before > 0 && (before + size > MAX_UNSENT_BYTES || all.isOverfull())) {
            taken(size);
            drop();
            return;
        }
        if (before == 0) {
            lastTaken = System.nanoTime();
        }
        try {
            response.write(text).onComplete(done -> taken(size));
        } catch (RuntimeException | AssertionError e) {
            // The connection was closed in this moment. That concerns no other listener.
            taken(size);
            drop();
        }
    }

    private void taken(int size) {
        lastTaken = System.nanoTime();
        all.remove(size);
        int left = unsent.addAndGet(-size);
        Runnable next = whenTaken;
        if (next != null && left < PAGE / 2 && !asked.getAndSet(true)) {
            next.run();
        }
    }

    /** Closes the connection. The client reconnects. */
    void drop() {
        if (!isGone()) {
            dropped = true;
            response.reset();
        }
    }

    boolean isGone() {
        return dropped || response.closed() || response.ended();
    }

    void refuse(String why) {
        if (!isGone()) {
            Responses.write(response, new Problem(503, "Overloaded", why).header("Retry-After", "5"));
        }
    }

    void endStream() {
        if (!isGone()) {
            response.end("event: reconnect\ndata: {}\n\n");
        }
    }
}
